/** Logits of one vector: its products with the rows of a table, and of which numbers one of them is made. */
import type { Tensor } from '../shared/run-types.ts';
import { matrixOf } from './matrix.ts';

/** The product of a vector with each row of a table. */
export function logitsOf(vector: Float32Array, table: Tensor): Float32Array {
  const { rows, columns, data } = matrixOf(table);
  if (columns !== vector.length)
    throw new RangeError(`the table has ${columns} columns, the vector ${vector.length} numbers`);
  const logits = new Float32Array(rows);
  for (let row = 0; row < rows; ++row) {
    let sum = 0;
    for (let i = 0; i < columns; ++i)
      sum += (vector[i] as number) * (data[row * columns + i] as number);
    logits[row] = sum;
  }
  return logits;
}

/** One product of two numbers in the sum of a logit. */
export interface LogitTerm {
  /** Its place in the vector, from 0. */
  readonly column: number;
  readonly value: number;
  readonly weight: number;
  readonly product: number;
}

/** The products that count most, and what all the others add up to. */
export interface LogitSum {
  readonly terms: readonly LogitTerm[];
  readonly rest: number;
  readonly restCount: number;
}

/** A vector and a row of the table, number by number. */
export function productsOf(vector: Float32Array, row: Float32Array): Float32Array {
  return vector.map((value, i) => value * (row[i] as number));
}

export function sumOf(vector: Float32Array, row: Float32Array, count: number): LogitSum {
  const products = Array.from(vector, (value, i) => value * (row[i] as number));
  const size = (column: number) => Math.abs(products[column] as number);
  const columns = products.map((_, i) => i).sort((a, b) => size(b) - size(a) || a - b);
  const rest = columns.slice(count);
  return {
    terms: columns.slice(0, count).map((column) => ({
      column,
      value: vector[column] as number,
      weight: row[column] as number,
      product: products[column] as number,
    })),
    rest: rest.reduce((sum, column) => sum + (products[column] as number), 0),
    restCount: rest.length,
  };
}
