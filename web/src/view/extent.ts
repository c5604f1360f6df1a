/** The ends of scales: round numbers, so that a scale is readable and does not change with every keystroke. */
import { isHidden } from './number.ts';

/** The largest magnitude among the numbers, hidden and infinite ones left out; 0 if there is none. */
export function largestMagnitude(...arrays: readonly ArrayLike<number>[]): number {
  let largest = 0;
  for (const values of arrays) {
    for (let i = 0; i < values.length; ++i) {
      const value = values[i] as number;
      if (Number.isFinite(value) && !isHidden(value)) largest = Math.max(largest, Math.abs(value));
    }
  }
  return largest;
}

/** Where a scale may end, times a power of ten. */
const kSteps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/**
 * The end of a signed scale for these numbers: the next round one. Figures that are compared give all their numbers, so
 * that the same number has the same shade in each.
 */
export function signedExtent(...arrays: readonly ArrayLike<number>[]): number {
  const largest = largestMagnitude(...arrays);
  if (largest === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = kSteps.find((factor) => largest <= factor * power * (1 + 1e-9)) ?? 10;
  return Number((step * power).toPrecision(6));
}
