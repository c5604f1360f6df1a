/** Sequences of unequal length in one batch: one of them out of it, and what its tokens give to padding. */
import type { Tensor } from '../shared/run-types.ts';
import { at, type Matrix, rowOf } from './matrix.ts';

/** One sequence of a batch: row `index` of the first dimension. */
export function sequenceOf({ shape: [, ...shape], data }: Tensor, index: number): Tensor {
  const size = shape.reduce((product, n) => product * n, 1);
  return { shape, data: data.subarray(index * size, (index + 1) * size) };
}

/** The first `rows` rows, without copying. */
export function firstRows(matrix: Matrix, rows: number): Matrix {
  return { ...matrix, rows, data: matrix.data.subarray(0, rows * matrix.columns) };
}

/** What each row gives to the columns from `first` on. */
export function sharesFrom(matrix: Matrix, first: number): number[] {
  return Array.from({ length: matrix.rows }, (_, row) =>
    rowOf(matrix, row)
      .subarray(first)
      .reduce((sum, weight) => sum + weight, 0),
  );
}

export function meanOf(values: readonly number[]): number {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
}

/** The matrix with one more column. */
export function withColumn(matrix: Matrix, column: ArrayLike<number>): Matrix {
  const columns = matrix.columns + 1;
  const data = new Float32Array(matrix.rows * columns);
  for (let row = 0; row < matrix.rows; ++row) {
    data.set(rowOf(matrix, row), row * columns);
    data[(row + 1) * columns - 1] = column[row] as number;
  }
  return { rows: matrix.rows, columns, data };
}

/** The length of the largest difference of two rows, of as many rows as both have. */
export function largestMove(a: Matrix, b: Matrix): number {
  let longest = 0;
  for (let row = 0; row < Math.min(a.rows, b.rows); ++row) {
    let squares = 0;
    for (let i = 0; i < a.columns; ++i) squares += (at(a, row, i) - at(b, row, i)) ** 2;
    longest = Math.max(longest, Math.sqrt(squares));
  }
  return longest;
}
