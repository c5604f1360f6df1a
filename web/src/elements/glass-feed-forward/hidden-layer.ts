/** The hidden layer of one feed-forward, read from a run of the model. */
import type { Model } from '../../index.ts';
import type { Run, Tensor } from '../../shared/run-types.ts';
import { signedExtent } from '../../view/extent.ts';
import { layeredRun, prefixOf } from '../base/layered-run.ts';

export interface Question {
  readonly model: Model;
  readonly run: Run | null;
  readonly text: string;
  readonly layer: number;
}

/** On every token of a run. */
export interface Hidden {
  readonly model: Model;
  readonly run: Run;
  readonly layer: number;
  /** (T, F), before and after the activation function. */
  readonly pre: Tensor;
  readonly post: Tensor;
  /** The number at the end of the scale. */
  readonly extent: number;
}

/** Globs: a model without a feed-forward has none of them. */
export function hooksOf(layer: number): string[] {
  return [`blocks.${layer}.mlp.p*`];
}

export async function readHidden({ model, run, text, layer }: Question): Promise<Hidden | null> {
  const own = await layeredRun(model, run, text, hooksOf(layer));
  const hook = `${prefixOf(model)}blocks.${layer}.mlp`;
  const [pre, post] = [own?.activations[`${hook}.pre`], own?.activations[`${hook}.post`]];
  if (own === null || !pre || !post) return null;
  return { model, run: own, layer, pre, post, extent: signedExtent(pre.data, post.data) };
}
