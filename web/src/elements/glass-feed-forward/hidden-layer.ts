/** The hidden layer of one feed-forward, read from a run of the model. */
import type { Model } from '../../index.ts';
import type { Run, Tensor } from '../../shared/run-types.ts';
import type { ResolvedConfig } from '../../shared/model-types.ts';
import type { StackPrefix } from '../../view/block-weights.ts';
import { signedExtent } from '../../view/extent.ts';
import { feedForwardInput } from '../../view/layer-hooks.ts';
import { layeredRun, prefixOf, type Reading } from '../base/layered-run.ts';

export interface Question extends Reading {
  readonly layer: number;
}

/** On every token of a run. */
export interface Hidden {
  readonly model: Model;
  readonly run: Run;
  readonly layer: number;
  /** (T, D), what it reads; null where the run has it not. */
  readonly input: Tensor | null;
  /** (T, F), before and after the activation function. */
  readonly pre: Tensor;
  readonly post: Tensor;
  /** The number at the end of the scale. */
  readonly extent: number;
}

/** None where the model has no feed-forward. */
export function hooksOf(config: ResolvedConfig, stack: StackPrefix, layer: number): string[] {
  const input = feedForwardInput(config, stack, layer);
  return input === null ? [] : [input, `blocks.${layer}.mlp.pre`, `blocks.${layer}.mlp.post`];
}

export async function readHidden({ model, run, text, layer }: Question): Promise<Hidden | null> {
  const stack = prefixOf(model);
  const hooks = hooksOf(model.config.resolved, stack, layer);
  const own = await layeredRun(model, run, text, hooks);
  const [input, pre, post] = hooks.map((hook) => own?.activations[stack + hook]);
  if (own === null || !pre || !post) return null;
  return {
    model,
    run: own,
    layer,
    input: input ?? null,
    pre,
    post,
    extent: signedExtent(pre.data, post.data),
  };
}
