import { expect, test } from 'vitest';
import {
  histogram,
  outline,
  rowMaxima,
  rowVariances,
  varianceOf,
} from '../../../web/src/view/histogram.ts';

test('histogram counts shares, edges included below and left out above', () => {
  expect(histogram([-1, -0.5, 0, 0.25, 1, 7, -2, 0.5], -1, 1, 4)).toEqual({
    shares: [1 / 8, 1 / 8, 2 / 8, 1 / 8],
    beyond: 3 / 8,
  });
  expect(histogram([], 0, 1, 2)).toEqual({ shares: [0, 0], beyond: 0 });
});

test('varianceOf is the mean square distance from the mean', () => {
  expect(varianceOf([1, 2, 3, 4])).toBe(1.25);
  expect(varianceOf([5])).toBe(0);
  expect(varianceOf([])).toBeNaN();
});

test('rowVariances looks at one row at a time, without what the mask hides', () => {
  const hidden = Number.NEGATIVE_INFINITY;
  const scores = {
    rows: 3,
    columns: 3,
    data: Float32Array.from([7, 9, 9, 1, 3, 9, 101, 102, 106]),
  };
  const mask = {
    rows: 3,
    columns: 3,
    data: Float32Array.from([0, hidden, hidden, 0, 0, hidden, 0, 0, 0]),
  };
  // One number has no variance; what a row has in common is no part of it.
  expect(rowVariances(scores, mask)).toEqual([2, 7]);
  expect(rowVariances(mask, mask)).toEqual([0, 0]);
});

test('rowMaxima has one number a row', () => {
  expect(rowMaxima({ rows: 2, columns: 2, data: Float32Array.from([1, 4, 3, 2]) })).toEqual([4, 3]);
});

test('outline is as high as the largest share asks', () => {
  expect(outline([0.5, 1], 10, 20, 1)).toBe('M0,20V10.0H5.0V0.0H10.0V20Z');
  expect(outline([0, 0], 10, 20, 0)).toBe('M0,20V20.0H5.0V20.0H10.0V20Z');
});
