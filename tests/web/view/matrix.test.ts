import { describe, expect, it } from 'vitest';
import {
  argmax,
  at,
  columnsOf,
  matrixOf,
  tensor,
  rowOf,
  toTensor,
  transposedProduct,
  columnOf,
  largest,
  pooled,
} from '../../../web/src/view/matrix.ts';

const heads = tensor([2, 2, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);

it('reads one head of a stack as a matrix without copying', () => {
  const second = matrixOf(heads, 1);
  expect([second.rows, second.columns, at(second, 1, 2)]).toEqual([2, 3, 12]);
  expect(second.data.buffer).toBe(heads.data.buffer);
  expect([...rowOf(second, 0)]).toEqual([7, 8, 9]);
});

it('reads a vector as one row', () => {
  expect(matrixOf(tensor([3], [1, 2, 3]))).toMatchObject({ rows: 1, columns: 3 });
});

it('refuses a head that is not there, a shape that does not fit and too many dimensions', () => {
  expect(() => matrixOf(heads, 2)).toThrow('unknown head: 2');
  for (const head of [0.5, -1, Number.NaN])
    expect(() => matrixOf(heads, head)).toThrow(`unknown head: ${head}, there are 2`);
  expect(() => matrixOf({ shape: [2, 2], data: new Float32Array(3) })).toThrow(
    'the shape 2×2 needs 4 numbers, not 3',
  );
  expect(() => matrixOf(tensor([1, 1, 1, 1], [0]))).toThrow('1 to 3 dimensions, not 4');
});

it('takes columns out of a matrix', () => {
  expect(toTensor(columnsOf(matrixOf(heads), 1, 3))).toEqual(tensor([2, 2], [2, 3, 5, 6]));
});

it('multiplies with the first matrix transposed', () => {
  const a = matrixOf(tensor([2, 3], [1, 2, 3, 4, 5, 6]));
  const b = matrixOf(tensor([2, 1], [1, 10]));
  expect([...transposedProduct(a, b).data]).toEqual([41, 52, 63]);
  expect(() => transposedProduct(a, matrixOf(tensor([1, 1], [1])))).toThrow('as many rows');
});

it('the first of equal numbers is the largest', () => {
  expect([argmax([1, 3, 3]), argmax([])]).toEqual([1, -1]);
});

describe('the largest numbers', () => {
  it('come largest first, of equals the first', () => {
    expect(largest([0.1, 0.5, 0.2, 0.5], 3)).toEqual([1, 3, 2]);
    expect(largest([1], 3)).toEqual([0]);
    expect(largest([], 3)).toEqual([]);
  });
  it('may be those of a column', () => {
    const matrix = { rows: 2, columns: 2, data: Float32Array.of(1, 2, 3, 4) };
    expect([...columnOf(matrix, 1)]).toEqual([2, 4]);
  });
});

it('is pooled for a small picture: the largest number of every square stays', () => {
  const matrix = matrixOf(tensor([3, 3], [1, 2, 3, 4, 5, 6, 7, -8, -9]));
  expect(pooled(matrix, 3)).toBe(matrix);
  const small = pooled(matrix, 2);
  expect([small.rows, small.columns]).toEqual([2, 2]);
  expect([...small.data]).toEqual([5, 6, 7, -9]);
});

it('is pooled by magnitude where numbers have signs; NaN stays, and what is hidden gives way', () => {
  const pool = (numbers: readonly number[]) => [
    ...pooled(matrixOf(tensor([1, 4], numbers)), 2, Math.abs).data,
  ];
  expect(pool([1, -3, 2, 1])).toEqual([-3, 2]);
  expect(pool([Number.NaN, 9, 9, Number.NaN])).toEqual([Number.NaN, Number.NaN]);
  expect(pool([-Infinity, 0, -1e10, -Infinity])).toEqual([0, -Infinity]);
});
