/** Matrices inside flat arrays with a shape. */
import type { Tensor } from '../shared/run-types.ts';
import { isHidden } from './number.ts';

/** A view of numbers that it does not own; row-major. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly data: Float32Array;
}

/** (n) as one row, (rows, columns) as it is, (H, rows, columns) at `head`. */
export function matrixOf(array: Tensor, head = 0): Matrix {
  const { shape, data } = array;
  if (shape.length < 1 || shape.length > 3)
    throw new RangeError(`a matrix has 1 to 3 dimensions, not ${shape.length}`);
  const columns = shape[shape.length - 1] as number;
  const rows = shape.length === 1 ? 1 : (shape[shape.length - 2] as number);
  const heads = shape.length === 3 ? (shape[0] as number) : 1;
  if (!Number.isInteger(head) || head < 0 || head >= Math.max(heads, 1))
    throw new RangeError(`unknown head: ${head}, there are ${heads}`);
  if (data.length !== heads * rows * columns) {
    throw new RangeError(
      `the shape ${shape.join('×')} needs ${heads * rows * columns} numbers, not ${data.length}`,
    );
  }
  return { rows, columns, data: data.subarray(head * rows * columns, (head + 1) * rows * columns) };
}

/** What of a mask hides one head, or all of them; null where it has not the rows and columns of what it hides. */
export function maskOf(mask: Tensor | null, head: number, matrix: Matrix): Matrix | null {
  if (mask === null || (headsOf(mask) > 1 && head >= headsOf(mask))) return null;
  const part = matrixOf(mask, headsOf(mask) > 1 ? head : 0);
  return part.rows === matrix.rows && part.columns === matrix.columns ? part : null;
}

/** How many matrices an array holds: H of (H, rows, columns), else one. */
export function headsOf({ shape }: Tensor): number {
  return shape.length === 3 ? (shape[0] as number) : 1;
}

export function tensor(shape: readonly number[], data: ArrayLike<number>): Tensor {
  return { shape, data: Float32Array.from(data) };
}

export function at(matrix: Matrix, row: number, column: number): number {
  return matrix.data[row * matrix.columns + column] as number;
}

export function rowOf(matrix: Matrix, row: number): Float32Array {
  return matrix.data.subarray(row * matrix.columns, (row + 1) * matrix.columns);
}

/** Columns `first` up to `last` (left out), copied. */
export function columnsOf(matrix: Matrix, first: number, last: number): Matrix {
  const columns = last - first;
  const data = new Float32Array(matrix.rows * columns);
  for (let r = 0; r < matrix.rows; ++r)
    data.set(rowOf(matrix, r).subarray(first, last), r * columns);
  return { rows: matrix.rows, columns, data };
}

/**
 * The matrix in at most `maxSide` rows and columns, for a picture: each cell holds the number of the largest `size` of the
 * square that it stands for. NaN is larger than any number, and what a mask hides smaller. A matrix that is small enough
 * stays as it is.
 */
export function pooled(
  matrix: Matrix,
  maxSide: number,
  size: (value: number) => number = (value) => value,
): Matrix {
  const side = Math.ceil(Math.max(matrix.rows, matrix.columns) / maxSide);
  if (side <= 1) return matrix;
  const rows = Math.ceil(matrix.rows / side);
  const columns = Math.ceil(matrix.columns / side);
  const data = new Float32Array(rows * columns).fill(-Infinity);
  // The largest size so far of each square of a row of squares.
  const sizes = new Float64Array(columns);
  for (let r = 0; r < matrix.rows; ++r) {
    const to = Math.floor(r / side) * columns;
    if (r % side === 0) sizes.fill(-Infinity);
    for (let column = 0, c = r * matrix.columns, last = c + matrix.columns; c < last; ++column) {
      for (const end = Math.min(c + side, last); c < end; ++c) {
        const value = matrix.data[c] as number;
        if (isHidden(value)) continue;
        const isNumber = !Number.isNaN(value);
        const own = isNumber ? size(value) : Infinity;
        if (isNumber && own <= (sizes[column] as number)) continue;
        sizes[column] = own;
        data[to + column] = value;
      }
    }
  }
  return { rows, columns, data };
}

/** The matrix as the array that elements take. */
export function toTensor(matrix: Matrix): Tensor {
  return { shape: [matrix.rows, matrix.columns], data: matrix.data };
}

/** aᵀ · b, for the comparison with code in which a transpose is missing: the page's own sum, not the engine's. */
export function transposedProduct(a: Matrix, b: Matrix): Matrix {
  if (a.rows !== b.rows)
    throw new RangeError(`aᵀ·b needs as many rows in both, not ${a.rows} and ${b.rows}`);
  const data = new Float32Array(a.columns * b.columns);
  for (let i = 0; i < a.columns; ++i) {
    for (let j = 0; j < b.columns; ++j) {
      let sum = 0;
      for (let r = 0; r < a.rows; ++r) sum += at(a, r, i) * at(b, r, j);
      data[i * b.columns + j] = sum;
    }
  }
  return { rows: a.columns, columns: b.columns, data };
}

/** Indices of the largest numbers, largest first; of equals the first ones. */
export function largest(values: ArrayLike<number>, count: number): number[] {
  const best: number[] = [];
  for (let i = 0; i < values.length; ++i) {
    let place = best.length;
    while (place > 0 && (values[i] as number) > (values[best[place - 1] as number] as number))
      --place;
    if (place < count) best.splice(place, 0, i);
    if (best.length > count) best.pop();
  }
  return best;
}

/** A column's numbers, copied. */
export function columnOf(matrix: Matrix, column: number): Float32Array {
  const numbers = new Float32Array(matrix.rows);
  for (let row = 0; row < matrix.rows; ++row) numbers[row] = at(matrix, row, column);
  return numbers;
}

/** How long a vector is: the root of the sum of its squares. */
export function lengthOf(vector: Float32Array): number {
  let squares = 0;
  for (const value of vector) squares += value * value;
  return Math.sqrt(squares);
}

/** Index of the largest number; the first of equals; -1 in an empty array. */
export function argmax(values: ArrayLike<number>): number {
  let best = -1;
  for (let i = 0; i < values.length; ++i) {
    if (best < 0 || (values[i] as number) > (values[best] as number)) best = i;
  }
  return best;
}
