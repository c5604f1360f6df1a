/** How much each token of a text surprises a model, in bits: −log₂ of the probability that it was given beforehand. */
import { at, type Matrix } from './matrix.ts';

/**
 * Null for the first token, before which nothing stands; infinite where the model thought a token impossible.
 * @param probabilities (T, V): of what follows each token
 */
export function bitsOf(probabilities: Matrix, ids: readonly number[]): (number | null)[] {
  return ids.map((id, place) =>
    place === 0 ? null : Math.max(0, -Math.log2(at(probabilities, place - 1, id))),
  );
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
