/** The weights that are named where a token's attention is told in words. */
import { largest } from './matrix.ts';

/** How many are named. */
const kNamed = 3;

/**
 * Places of a token's largest weights, largest first. What the mask hides is none of them, nor is a weight of exactly 0:
 * a pattern from elsewhere may come without its mask.
 */
export function strongest(
  weights: ArrayLike<number>,
  isHidden: (place: number) => boolean,
): number[] {
  const seen = Array.from(weights, (weight, place) => (isHidden(place) ? 0 : weight));
  return largest(seen, kNamed).filter((place) => (seen[place] as number) > 0);
}
