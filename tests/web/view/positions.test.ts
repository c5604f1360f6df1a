import { expect, test } from 'vitest';
import {
  addedRows,
  columnAt,
  vectorLength,
  withPosition,
} from '../../../web/src/view/positions.ts';

const matrix = (...data: number[]) => ({ rows: 2, columns: 2, data: Float32Array.from(data) });

test('addedRows takes one row of each', () => {
  const rows = addedRows(matrix(1, 2, 3, 4), matrix(10, 20, 30, 40), matrix(11, 22, 33, 44), 1);
  expect([...rows.embedding, ...rows.position, ...rows.sum]).toEqual([3, 4, 30, 40, 33, 44]);
});

test('another position makes another sum', () => {
  const { position, sum } = withPosition(
    { embedding: Float32Array.of(1, 2) },
    Float32Array.of(10, 20),
  );
  expect([...position, ...sum]).toEqual([10, 20, 11, 22]);
});

test('columnAt stays within the strip', () => {
  expect([-0.1, 0, 0.49, 0.5, 0.99, 1].map((part) => columnAt(part, 2))).toEqual([
    0, 0, 0, 1, 1, 1,
  ]);
});

test('vectorLength is Euclid’s', () => {
  expect(vectorLength([3, 4])).toBe(5);
  expect(vectorLength([])).toBe(0);
});
