/** How much each token of a text surprises a model, in bits: −log₂ of the probability that it was given beforehand. */
import type { Likely } from './lens.ts';
import { at, type Matrix } from './matrix.ts';

/**
 * Null for the first token, before which nothing stands. A probability may be smaller than a float can say: it is taken from
 * that of the likeliest token, which is not, and the distance of the two logits.
 * @param logits (T, V): of what follows each token
 * @param first the likeliest token to follow each
 */
export function bitsOf(
  logits: Matrix,
  first: readonly Likely[],
  ids: readonly number[],
): (number | null)[] {
  return ids.map((id, place) => {
    const most = first[place - 1];
    if (most === undefined) return null;
    const below = at(logits, place - 1, most.id) - at(logits, place - 1, id);
    return below / Math.LN2 - Math.log2(most.probability);
  });
}

/** Null of a text without a token that could be expected. */
export function meanBits(bits: readonly (number | null)[]): number | null {
  const known = bits.filter((each) => each !== null);
  return known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0) / known.length;
}

/** Among how many equally likely tokens one would have to guess, to be as surprised on average. */
export function perplexityOf(mean: number): number {
  return 2 ** mean;
}

/** The token with the most bits; the first of equals; 0 where there is none. */
export function mostSurprising(bits: readonly (number | null)[]): number {
  return bits.reduce<number>((best, each, place) => {
    return each !== null && each > (bits[best] ?? -1) ? place : best;
  }, 0);
}
