import { expect, it } from 'vitest';
import { extremes, normed, normTerm, spreadOf } from '../../../web/src/view/layer-norm.ts';

it('the deviation is the root of the mean square about the mean, and of epsilon', () => {
  expect(spreadOf([1, 3, 5, 7])).toEqual({ mean: 4, deviation: Math.sqrt(5) });
  expect(spreadOf([2, 2], 0.25)).toEqual({ mean: 2, deviation: 0.5 });
});

it('a number of the norm is named with all that it is made of', () => {
  const vectors = {
    before: Float32Array.of(1, 7),
    after: Float32Array.of(-2, 3),
    gain: Float32Array.of(2, 3),
    bias: null,
  };
  expect(normTerm(vectors, 1)).toEqual({ column: 1, value: 7, gain: 3, bias: null, result: 3 });
  const bias = Float32Array.of(0.5, 1);
  expect(normTerm({ ...vectors, bias }, 0).bias).toBe(0.5);
});

it('what is normed has mean 0 and deviation 1', () => {
  const values = Float32Array.of(1, 2, 3, 6);
  const { mean, deviation } = spreadOf(normed(values, spreadOf(values)));
  expect(mean).toBeCloseTo(0, 6);
  expect(deviation).toBeCloseTo(1, 6);
});

it('the extremes are the first of the largest and the smallest', () => {
  expect(extremes([0, 4, -1, 4, -1])).toEqual([1, 2]);
  expect(extremes([3])).toEqual([0, 0]);
});
