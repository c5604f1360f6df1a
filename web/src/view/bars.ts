/** Next-token candidates as bars, with the place where a filter cut. */
import type { Candidate, NamedArray } from '../shared/types.ts';
import { matrixOf, rowOf } from './matrix.ts';

export interface Bar {
  readonly id: number;
  readonly text: string;
  /** What the model itself says. */
  readonly probability: number;
  /** After temperature: what the filters see, and what the bar shows. */
  readonly tempered: number;
  /** What is drawn from, after all filters; 0 if filtered out. */
  readonly final: number;
  readonly kept: boolean;
  /** Length of the bar as a part of the longest. */
  readonly length: number;
}

export interface Bars {
  readonly bars: readonly Bar[];
  /** How many bars stand above the cut; equal to the number of bars if nothing was cut. */
  readonly kept: number;
}

/** The `limit` likeliest candidates, likeliest first; ties by id. */
export function barsOf(candidates: readonly Candidate[], limit: number): Bars {
  const shown = [...candidates]
    .sort(
      (a, b) =>
        Number(b.kept) - Number(a.kept) || b.after_temperature - a.after_temperature || a.id - b.id,
    )
    .slice(0, limit);
  const longest = Math.max(...shown.map((candidate) => candidate.after_temperature), 0) || 1;
  const bars = shown.map((candidate) => ({
    id: candidate.id,
    text: candidate.text,
    probability: candidate.probability,
    tempered: candidate.after_temperature,
    final: candidate.final_probability,
    kept: candidate.kept,
    length: candidate.after_temperature / longest,
  }));
  return { bars, kept: bars.filter((bar) => bar.kept).length };
}

/** Candidates that nothing filtered, from the probabilities of one position. `texts[id]` is the token's text. */
export function plainCandidates(
  probabilities: ArrayLike<number>,
  logits: ArrayLike<number>,
  texts: readonly string[],
): Candidate[] {
  return Array.from(probabilities, (probability, id) => ({
    id,
    text: texts[id] ?? String(id),
    logit: logits[id] ?? Number.NaN,
    probability,
    after_penalties: probability,
    after_temperature: probability,
    after_top_k: probability,
    after_top_p: probability,
    final_probability: probability,
    kept: true,
  }));
}

/** The last position's row of (T, V). */
export function lastRow(array: NamedArray): Float32Array {
  const matrix = matrixOf(array);
  return rowOf(matrix, matrix.rows - 1);
}
