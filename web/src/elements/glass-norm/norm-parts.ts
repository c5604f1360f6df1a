/** What one norm of a layer reads and gives, on every token of a run. */
import type { Model } from '../../index.ts';
import type { Run } from '../../shared/run-types.ts';
import { biasOf, type NormPlace, normWeight } from '../../view/block-weights.ts';
import { type Matrix, matrixOf } from '../../view/matrix.ts';
import { layeredRun, layersOf, prefixOf } from '../base/layered-run.ts';

export interface NormQuestion {
  readonly model: Model;
  readonly run: Run | null;
  readonly text: string;
  readonly layer: number;
  readonly place: NormPlace;
}

export interface NormParts {
  readonly model: Model;
  readonly run: Run;
  readonly layer: number;
  readonly place: NormPlace;
  /** (T, D) */
  readonly before: Matrix;
  readonly after: Matrix;
  readonly gain: Float32Array;
  /** Null where the norm has none. */
  readonly bias: Float32Array | null;
  readonly epsilon: number;
}

/** Globs: a model without norms has none of them. */
export function hooksOf(layer: number, last: number, place: NormPlace): string[] {
  return place === 'end'
    ? [`blocks.${last}.resid_pos*`, 'ln_fina*']
    : [`blocks.${layer}.resid_*`, `blocks.${layer}.ln*`];
}

/** The hooks of what a norm reads (the stream; of a post-norm model the sum) and of what it gives. */
function hooksAt(
  { config: { resolved } }: Model,
  layer: number,
  last: number,
  place: NormPlace,
): readonly [before: string, after: string] {
  if (place === 'end') return [`blocks.${last}.resid_post`, 'ln_final'];
  const isPost = resolved.norm === 'post';
  if (place === 'attention')
    return [`blocks.${layer}.resid_${isPost ? 'mid' : 'pre'}`, `blocks.${layer}.ln1`];
  return [`blocks.${layer}.resid_${isPost ? 'post' : 'mid'}`, `blocks.${layer}.ln2`];
}

/** The places of the model's norms, in the order in which a token meets them. */
export function placesOf({ config: { resolved } }: Model): readonly NormPlace[] {
  const { norm, d_ff, final_norm } = resolved;
  const places: NormPlace[] = [];
  if (norm !== 'none') places.push('attention');
  if (norm !== 'none' && d_ff > 0) places.push('feedForward');
  if (final_norm) places.push('end');
  return places;
}

/** Null where the run or the model lacks one of them. */
export async function readNorm(question: NormQuestion): Promise<NormParts | null> {
  const { model, layer, place } = question;
  const last = layersOf(model) - 1;
  const run = await layeredRun(model, question.run, question.text, hooksOf(layer, last, place));
  const stack = prefixOf(model);
  const [before, after] = hooksAt(model, layer, last, place).map(
    (hook) => run?.activations[stack + hook],
  );
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
