import { expect, it } from 'vitest';
import { largestMagnitude, signedExtent } from '../../../web/src/view/extent.ts';

it('hidden and infinite numbers do not stretch a scale', () => {
  expect(largestMagnitude([1, -3, -Infinity, -1e10], [2])).toBe(3);
  expect(largestMagnitude([])).toBe(0);
});

it('a scale ends at a round number', () => {
  expect(signedExtent([1.8951, -1.4])).toBe(2);
  expect(signedExtent([2.1])).toBe(2.5);
  expect(signedExtent([0.034])).toBe(0.04);
  expect(signedExtent([7.3])).toBe(8);
  expect(signedExtent([1024, 1])).toBe(1200);
  expect(signedExtent([-0.5])).toBe(0.5);
  expect(signedExtent([0, 0])).toBe(1);
});

it('figures that share their numbers share their scale', () => {
  expect(signedExtent([1024, 0])).toBe(signedExtent([1025, 1]));
  expect(signedExtent([0.02, 0.3], [0.47])).toBe(signedExtent([0.47], [0.3]));
});

it('the end of a scale is never below what it must hold, and at most a third above it', () => {
  for (let i = 1; i < 2000; ++i) {
    const largest = i * 0.013;
    const end = signedExtent([largest]);
    expect(end).toBeGreaterThanOrEqual(largest * (1 - 1e-6));
    expect(end).toBeLessThanOrEqual(1.34 * largest);
  }
});
