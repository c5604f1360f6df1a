/** What the heads of one layer hand over, the matrix that joins them, and what the engine makes of both. */
import type { Ablation, Model } from '../../index.ts';
import type { Run, Tensor } from '../../shared/run-types.ts';
import { attentionOut, biasOf, layoutOf } from '../../view/block-weights.ts';
import { type Matrix, matrixOf } from '../../view/matrix.ts';
import { layeredRun, prefixOf, type Reading } from '../base/layered-run.ts';

export interface JoinQuestion extends Reading {
  readonly layer: number;
  readonly ablations: readonly Ablation[];
}

export interface Joined {
  readonly model: Model;
  readonly run: Run;
  readonly layer: number;
  /** (H, T, K) */
  readonly z: Tensor;
  readonly weight: Tensor;
  /** How W_O is stored: (H · K, D), else (D, H · K). */
  readonly isInOut: boolean;
  /** (D); null where the projection has none. */
  readonly bias: Float32Array | null;
  /** (T, D): what attention adds to the stream. */
  readonly out: Matrix;
}

export function hooksOf(layer: number): string[] {
  return [`blocks.${layer}.attn.z`, `blocks.${layer}.attn_out`];
}

/** Null where the run lacks one of them, or the model has no such matrix. */
export async function readJoined(question: JoinQuestion): Promise<Joined | null> {
  const { model, text, layer, ablations } = question;
  const stack = prefixOf(model);
  const matrix = attentionOut(model.weights, stack, layer);
  if (matrix === null) return null;
  const own = ablations.filter((each) => each.stack === 'encoder');
  const run = await layeredRun(model, question.run, text, hooksOf(layer), own);
  const [z, out] = hooksOf(layer).map((hook) => run?.activations[stack + hook]);
  if (run === null || !z || !out) return null;
  const bias = biasOf(model.weights, matrix);
  return {
    model,
    run,
    layer,
    z,
    weight: await model.weight(matrix),
    isInOut: layoutOf(model.weights, matrix) === 'in_out',
    bias: bias === null ? null : (await model.weight(bias)).data,
    out: matrixOf(out),
  };
}
