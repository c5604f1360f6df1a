import { expect, it } from 'vitest';
import { largestMagnitude, signedExtent } from '../../../web/src/view/extent.ts';

it('hidden and infinite numbers do not stretch a scale', () => {
  expect(largestMagnitude([1, -3, -Infinity, -1e10], [2])).toBe(3);
  expect(largestMagnitude([])).toBe(0);
});

it('a scale ends at a round number', () => {
  expect(signedExtent([1.8951, -1.4])).toBe(2);
  expect(signedExtent([2.1])).toBe(3);
  expect(signedExtent([0.034])).toBe(0.05);
  expect(signedExtent([7.3])).toBe(10);
  expect(signedExtent([1024, 1])).toBe(1024);
  expect(signedExtent([0, 0])).toBe(1);
});
