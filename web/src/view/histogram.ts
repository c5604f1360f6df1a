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

/** Mean square distance from the mean; what a mask hides is left out. NaN where nothing is left. */
export function varianceOf(...arrays: readonly ArrayLike<number>[]): number {
  let [count, sum] = [0, 0];
  each(arrays, (value) => {
    ++count;
    sum += value;
  });
  const mean = sum / count;
  let squares = 0;
  each(arrays, (value) => (squares += (value - mean) ** 2));
  return squares / count;
}

function each(arrays: readonly ArrayLike<number>[], visit: (value: number) => void): void {
  for (const values of arrays)
    for (let i = 0; i < values.length; ++i)
      if (!isHidden(values[i] as number)) visit(values[i] as number);
}

/** `values` where `mask` (scores of the same shape) hides nothing. */
export function unhidden(values: Float32Array, mask: Float32Array): Float32Array {
  return values.filter((_, i) => !isHidden(mask[i] as number));
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
