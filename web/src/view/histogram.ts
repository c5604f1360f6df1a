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

/** Mean square distance from the mean. */
export function varianceOf(values: ArrayLike<number>): number {
  let [sum, squares] = [0, 0];
  for (let i = 0; i < values.length; ++i) {
    const value = values[i] as number;
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  return Math.max(0, squares / values.length - mean * mean);
}

/**
 * Of every row the variance of the numbers that `mask` (scores of the same shape) does not hide: an estimate without bias
 * (n − 1), so that rows of any length may be compared and averaged. Rows of fewer than two such numbers have none.
 */
export function rowVariances({ rows, columns, data }: Matrix, mask: Matrix): number[] {
  const variances: number[] = [];
  for (let row = 0; row < rows; ++row) {
    // Welford's algorithm: one pass over what may be millions of numbers of a run, and no copy.
    let count = 0;
    let mean = 0;
    let squares = 0;
    for (let i = row * columns; i < (row + 1) * columns; ++i) {
      if (isHidden(mask.data[i] as number)) continue;
      const value = data[i] as number;
      const before = value - mean;
      mean += before / ++count;
      squares += before * (value - mean);
    }
    if (count > 1) variances.push(squares / (count - 1));
  }
  return variances;
}

/** The largest number of every row. */
export function rowMaxima({ rows, columns, data }: Matrix): number[] {
  return Array.from({ length: rows }, (_, row) =>
    Math.max(...data.subarray(row * columns, (row + 1) * columns)),
  );
}

/** The outline of a histogram as an SVG path over [0, width], as high as `height` for a share of `maxShare`. */
export function outline(
  shares: readonly number[],
  width: number,
  height: number,
  maxShare: number,
): string {
  const step = width / shares.length;
  const top = (share: number) =>
    (height - (maxShare > 0 ? share / maxShare : 0) * height).toFixed(1);
  const steps = shares.map((share, i) => `V${top(share)}H${((i + 1) * step).toFixed(1)}`);
  return `M0,${height}${steps.join('')}V${height}Z`;
}
