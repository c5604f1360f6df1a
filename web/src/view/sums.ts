/** The sums behind a number, opened: every product, every exponential, as the page writes them out. */
import { at, type Matrix } from './matrix.ts';
import { isHidden } from './number.ts';

export interface Term {
  readonly left: number;
  readonly right: number;
  readonly product: number;
}

/** The products whose sum is a · b. */
export function dotTerms(a: ArrayLike<number>, b: ArrayLike<number>): Term[] {
  if (a.length !== b.length)
    throw new RangeError(`a product needs vectors of one length, not ${a.length} and ${b.length}`);
  return Array.from({ length: a.length }, (_, i) => {
    const left = a[i] as number;
    const right = b[i] as number;
    return { left, right, product: left * right };
  });
}

/** The products whose sum is one number of weights · values: each row's weight times its value in `column`. */
export function weightedTerms(weights: ArrayLike<number>, values: Matrix, column: number): Term[] {
  return dotTerms(
    weights,
    Array.from({ length: values.rows }, (_, r) => at(values, r, column)),
  );
}

export interface SoftmaxTerms {
  /** What is taken off every score first so that the exponentials can be read; 0 where they can anyway. */
  readonly shift: number;
  /** e^(score − shift); 0 where masked. */
  readonly exponentials: readonly number[];
  readonly sum: number;
}

/** A row whose largest score lies here has exponentials that can be read as they are; 0.05 to 20. */
const kReadable = { min: -3, max: 3 };

/**
 * The exponentials of a softmax. Taking the same number off every score changes no weight: where the largest exponential
 * would be hard to read, the largest score is taken off, so that all lie between 0 and 1.
 */
export function softmaxTerms(scores: ArrayLike<number>): SoftmaxTerms {
  const largest = largestVisible(scores);
  const isReadable = largest >= kReadable.min && largest <= kReadable.max;
  const shift = isReadable || largest === -Infinity ? 0 : largest;
  const exponentials = Array.from(scores, (score) =>
    isHidden(score) ? 0 : Math.exp(score - shift),
  );
  return { shift, exponentials, sum: exponentials.reduce((total, e) => total + e, 0) };
}

function largestVisible(scores: ArrayLike<number>): number {
  let largest = -Infinity;
  for (let i = 0; i < scores.length; ++i) {
    const score = scores[i] as number;
    if (!isHidden(score)) largest = Math.max(largest, score);
  }
  return largest;
}

export interface Summary {
  /** Rows shown one by one, in the text's order. */
  readonly shown: readonly number[];
  /** Rows told of together. */
  readonly rest: readonly number[];
}

/** All rows if there are at most `limit`; otherwise the `limit` heaviest, and the rest together. `always` is shown anyway. */
export function summarise(
  weights: ArrayLike<number>,
  limit: number,
  always: number | null = null,
): Summary {
  const all = Array.from({ length: weights.length }, (_, i) => i);
  if (all.length <= limit) return { shown: all, rest: [] };
  const byWeight = [...all].sort(
    (a, b) => (weights[b] as number) - (weights[a] as number) || a - b,
  );
  const chosen = new Set(byWeight.slice(0, limit));
  if (always !== null && always < all.length) chosen.add(always);
  return { shown: all.filter((i) => chosen.has(i)), rest: all.filter((i) => !chosen.has(i)) };
}
