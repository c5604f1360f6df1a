import { expect, it } from 'vitest';
import { lastRows, likeliest, rowLengths } from '../../../web/src/view/lens.ts';

const matrix = { rows: 3, columns: 2, data: Float32Array.of(3, 4, 0, 0, -5, 12) };

it('the likeliest come first, equals by id, and no more than there are', () => {
  expect(likeliest([0.1, 0.4, 0.1, 0.4], 3)).toEqual([
    { id: 1, probability: 0.4 },
    { id: 3, probability: 0.4 },
    { id: 0, probability: 0.1 },
  ]);
  expect(likeliest([1], 3)).toEqual([{ id: 0, probability: 1 }]);
});

it('a row is as long as Pythagoras says', () => {
  expect(rowLengths(matrix)).toEqual([5, 0, 13]);
});

it('the last rows are a window, not a copy', () => {
  const last = lastRows(matrix, 2);
  expect([...last.data]).toEqual([0, 0, -5, 12]);
  expect(last.data.buffer).toBe(matrix.data.buffer);
  expect(lastRows(matrix, 9).rows).toBe(3);
});
