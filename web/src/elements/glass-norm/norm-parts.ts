/** What one norm of a layer reads and gives, on every token of a run. */
import type { Model } from '../../index.ts';
import type { Run } from '../../shared/run-types.ts';
import { biasOf, type NormSite, normWeight } from '../../view/block-weights.ts';
import { normHooks } from '../../view/layer-hooks.ts';
import { type Matrix, matrixOf } from '../../view/matrix.ts';
import { layeredRun, prefixOf, type Reading } from '../base/layered-run.ts';

export interface NormQuestion extends Reading {
  readonly layer: number;
  readonly place: NormSite;
}

export interface NormParts {
  readonly model: Model;
  readonly run: Run;
  readonly layer: number;
  readonly place: NormSite;
  /** (T, D) */
  readonly before: Matrix;
  readonly after: Matrix;
  readonly gain: Float32Array;
  /** Null where the norm has none. */
  readonly bias: Float32Array | null;
  readonly epsilon: number;
}

/** Null where the run or the model lacks one of them. */
export async function readNorm(question: NormQuestion): Promise<NormParts | null> {
  const { model, layer, place } = question;
  const stack = prefixOf(model);
  const hooks = normHooks(model.config.resolved, stack, layer, place);
  if (hooks === null) return null;
  const run = await layeredRun(model, question.run, question.text, hooks);
  const [before, after] = hooks.map((hook) => run?.activations[stack + hook]);
  const weight = normWeight(model.weights, stack, layer, place);
  if (run === null || !before || !after || weight === null) return null;
  const bias = biasOf(model.weights, weight);
  return {
    model,
    run,
    layer,
    place,
    before: matrixOf(before),
    after: matrixOf(after),
    gain: (await model.weight(weight)).data,
    bias: bias === null ? null : (await model.weight(bias)).data,
    epsilon: model.config.resolved.norm_epsilon,
  };
}
