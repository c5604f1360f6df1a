/** How numbers are spread: counted in bins, and as mean, variance and the weight of each row's heaviest. */
import { isHidden } from './number.ts';
import type { Matrix } from './matrix.ts';

export interface Histogram {
  /** Share of all numbers in each bin. */
  readonly shares: readonly number[];
  /** Share of those that lie below the first bin and above the last. */
  readonly beyond: number;
}

/** `bins` equal bins from `first` to `last`. */
export function histogram(
  values: ArrayLike<number>,
  first: number,
  last: number,
  bins: number,
): Histogram {
  const counts = new Array<number>(bins).fill(0);
  let beyond = 0;
  for (let i = 0; i < values.length; ++i) {
    const bin = Math.floor((((values[i] as number) - first) / (last - first)) * bins);
    if (bin < 0 || bin >= bins) ++beyond;
    else ++(counts[bin] as number);
  }
  const total = Math.max(1, values.length);
  return { shares: counts.map((count) => count / total), beyond: beyond / total };
}

/**
 * Mean square distance from the mean, of several arrays as one; what `masks` (scores of the same shapes) hide is left
 * out. NaN where nothing is left.
 */
export function varianceOf(
  arrays: readonly ArrayLike<number>[],
  masks: readonly ArrayLike<number>[] = arrays,
): number {
  let [count, sum, squares] = [0, 0, 0];
  arrays.forEach((values, a) => {
    const mask = masks[a] as ArrayLike<number>;
    for (let i = 0; i < values.length; ++i) {
      if (isHidden(mask[i] as number)) continue;
      const value = values[i] as number;
      ++count;
      sum += value;
      squares += value * value;
    }
  });
  const mean = sum / count;
  return Math.max(0, squares / count - mean * mean);
}

/** The largest number of every row. */
export function rowMaxima({ rows, columns, data }: Matrix): number[] {
  return Array.from({ length: rows }, (_, row) =>
    Math.max(...data.subarray(row * columns, (row + 1) * columns)),
  );
}

/** The outline of a histogram as an SVG path over [0, width], as high as `height` for a share of `most`. */
export function outline(
  shares: readonly number[],
  width: number,
  height: number,
  most: number,
): string {
  const step = width / shares.length;
  const top = (share: number) => (height - (most > 0 ? share / most : 0) * height).toFixed(1);
  const steps = shares.map((share, i) => `V${top(share)}H${((i + 1) * step).toFixed(1)}`);
  return `M0,${height}${steps.join('')}V${height}Z`;
}
