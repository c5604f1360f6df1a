/** Scores of random queries and keys, and of a model's heads. */
import type { Tensor, Run } from '../../shared/run-types.ts';
import {
  histogram,
  type Histogram,
  rowMaxima,
  rowVariances,
  varianceOf,
} from '../../view/histogram.ts';
import { columnsOf, matrixOf, rowOf, toTensor } from '../../view/matrix.ts';
import { meanOf } from '../../view/padding.ts';
import { loadEngine } from '../../client/engine.ts';

/** So many queries and as many keys: 65,536 scores. */
export const kVectors = 256;
/** The keys that one softmax chooses among. */
export const kKeys = 16;

/** The axis has these ends for every width, so that the spread of scores is visible. */
export const kAxis = 24;
const kBins = 96;

export interface Scores {
  readonly spread: Histogram;
  readonly variance: number;
  /** Softmax of the first query over the first keys. */
  readonly weights: Float32Array;
  /** Mean over all queries of the largest weight. */
  readonly meanLargest: number;
}

export interface Drawn {
  readonly width: number;
  readonly seed: number;
  readonly raw: Scores;
  readonly scaled: Scores;
}

/** Queries and keys of independent normal variates, each of mean 0 and variance 1. */
export async function drawScores(width: number, seed: number): Promise<Drawn> {
  const { attention, randn } = await loadEngine();
  const shape = [kVectors, width];
  const query = await randn(shape, 2 * seed);
  const key = await randn(shape, 2 * seed + 1);
  const { raw_scores, scores } = await attention({ query, key, value: key });
  const [raw, scaled] = [await readScores(raw_scores), await readScores(scores)];
  return { width, seed, raw, scaled };
}

async function readScores(scores: Tensor): Promise<Scores> {
  const { softmax } = await loadEngine();
  const few = columnsOf(matrixOf(scores), 0, kKeys);
  const weights = matrixOf(await softmax(toTensor(few)));
  return {
    spread: histogram(scores.data, -kAxis, kAxis, kBins),
    variance: varianceOf(scores.data),
    weights: rowOf(weights, 0),
    meanLargest: meanOf(rowMaxima(weights)),
  };
}

/**
 * How far the scores of one row lie apart, which is all that softmax sees: what they have in common changes no weight.
 * What the mask hides is left out.
 */
export interface ModelScores {
  readonly heads: number;
  /** Width of a head. */
  readonly width: number;
  /** Variance within a row: mean of all rows of a head, and of all heads. */
  readonly raw: number;
  readonly scaled: number;
  /** Heads whose scaled scores vary less than those of random vectors, whose variance is 1. */
  readonly flatter: number;
}

/** Of all heads of a run; null where it has no scores, or no row with a choice. */
export function modelScores(run: Run): ModelScores | null {
  const raw: number[] = [];
  const scaled: number[] = [];
  let width = 0;
  for (let layer = 0; ; ++layer) {
    const part = (name: string) => run.activations[`blocks.${layer}.attn.${name}`];
    const [before, after, query] = [part('raw_scores'), part('scores'), part('q')];
    if (!before || !after || !query) break;
    width = query.shape.at(-1) ?? 0;
    for (let head = 0; head < (before.shape[0] ?? 0); ++head) {
      const mask = matrixOf(after, head);
      const variances = rowVariances(mask, mask);
      if (variances.length === 0) return null;
      raw.push(meanOf(rowVariances(matrixOf(before, head), mask)));
      scaled.push(meanOf(variances));
    }
  }
  if (scaled.length === 0) return null;
  const flatter = scaled.filter((variance) => variance < 1).length;
  return { heads: scaled.length, width, raw: meanOf(raw), scaled: meanOf(scaled), flatter };
}
