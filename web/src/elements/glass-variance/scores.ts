/** Scores of random queries and keys, and of a model's heads. */
import type { NamedArray, Run } from '../../shared/types.ts';
import { histogram, type Histogram, rowMaxima, varianceOf } from '../../view/histogram.ts';
import { columnsOf, matrixOf, rowOf, toNamedArray } from '../../view/matrix.ts';
import { meanOf } from '../../view/padding.ts';
import { loadEngine } from '../base/engine.ts';

/** So many queries and as many keys: 65,536 scores. */
export const kVectors = 256;
/** The keys that one softmax chooses among. */
export const kKeys = 16;

/** The axis ends here on both sides, whatever the width, so that one sees scores spread. */
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

/** Queries and keys of independent normal numbers, each of mean 0 and variance 1. */
export async function drawScores(width: number, seed: number): Promise<Drawn> {
  const { attention, randn } = await loadEngine();
  const shape = [kVectors, width];
  const query = await randn(shape, 2 * seed);
  const key = await randn(shape, 2 * seed + 1);
  const { raw_scores, scores } = await attention({ query, key, value: key });
  const [raw, scaled] = [await readScores(raw_scores), await readScores(scores)];
  return { width, seed, raw, scaled };
}

async function readScores(scores: NamedArray): Promise<Scores> {
  const { softmax } = await loadEngine();
  const few = columnsOf(matrixOf(scores), 0, kKeys);
  const weights = matrixOf(await softmax(toNamedArray(few)));
  return {
    spread: histogram(scores.data, -kAxis, kAxis, kBins),
    variance: varianceOf([scores.data]),
    weights: rowOf(weights, 0),
    meanLargest: meanOf(rowMaxima(weights)),
  };
}

export interface ModelScores {
  readonly heads: number;
  /** Width of a head. */
  readonly width: number;
  readonly raw: number;
  readonly scaled: number;
}

/** The same of all heads of a run; null where it has no scores. */
export function modelScores(run: Run): ModelScores | null {
  const raw: Float32Array[] = [];
  const scaled: Float32Array[] = [];
  let [heads, width] = [0, 0];
  for (let layer = 0; ; ++layer) {
    const part = (name: string) => run.activations[`blocks.${layer}.attn.${name}`];
    const [before, after, query] = [part('raw_scores'), part('scores'), part('q')];
    if (!before || !after || !query) break;
    raw.push(before.data);
    scaled.push(after.data);
    heads += before.shape[0] ?? 0;
    width = query.shape.at(-1) ?? 0;
  }
  if (heads === 0) return null;
  return { heads, width, raw: varianceOf(raw, scaled), scaled: varianceOf(scaled) };
}
