import { expect, test } from 'vitest';
import {
  firstRows,
  largestMove,
  meanOf,
  sequenceOf,
  sharesFrom,
  withColumn,
} from '../../../web/src/view/padding.ts';

const matrix = (rows: number, ...data: number[]) => ({
  rows,
  columns: data.length / rows,
  data: Float32Array.from(data),
});

test('sequenceOf takes one sequence out of a batch', () => {
  const batch = { shape: [2, 1, 2], data: Float32Array.from([1, 2, 3, 4]) };
  expect(sequenceOf(batch, 1)).toEqual({ shape: [1, 2], data: Float32Array.from([3, 4]) });
});

test('rows, their shares from a column on, and one column more', () => {
  const weights = firstRows(matrix(3, 0.5, 0.25, 0.25, 0, 0, 1, 9, 9, 9), 2);
  expect(weights.rows).toBe(2);
  expect(sharesFrom(weights, 1)).toEqual([0.5, 1]);
  expect(sharesFrom(weights, 3)).toEqual([0, 0]);
  expect([...withColumn(weights, [7, 8]).data]).toEqual([0.5, 0.25, 0.25, 7, 0, 0, 1, 8]);
  expect([meanOf([1, 2]), meanOf([])]).toEqual([1.5, 0]);
});

test('largestMove is the longest difference of two rows', () => {
  expect(largestMove(matrix(2, 0, 0, 1, 1), matrix(2, 3, 4, 1, 1))).toBe(5);
  expect(largestMove(matrix(2, 0, 0, 9, 9), matrix(1, 0, 1))).toBe(1);
});
