import { expect, it } from 'vitest';
import { matrixOf, tensor } from '../../../web/src/view/matrix.ts';
import { dotTerms, softmaxTerms, summarise, weightedTerms } from '../../../web/src/view/sums.ts';

it('opens a dot product into its products', () => {
  expect(dotTerms([1, 2], [3, -4])).toEqual([
    { left: 1, right: 3, product: 3 },
    { left: 2, right: -4, product: -8 },
  ]);
  expect(() => dotTerms([1], [1, 2])).toThrow('vectors of one length');
});

it('opens one number of a weighted sum', () => {
  const values = matrixOf(tensor([2, 2], [1, 2, 3, 4]));
  expect(weightedTerms([0.25, 0.75], values, 1).map((term) => term.product)).toEqual([0.5, 3]);
});

it('writes small exponentials as they are', () => {
  const terms = softmaxTerms([0, Math.log(3)]);
  expect(terms.shift).toBe(0);
  expect(terms.sum).toBeCloseTo(4, 12);
});

it('shifts scores whose exponentials could not be written, and leaves masked ones out', () => {
  const terms = softmaxTerms([362, 362, -1e10, -Infinity]);
  expect(terms).toEqual({ shift: 362, exponentials: [1, 1, 0, 0], sum: 2 });
});

it('takes the largest score off a row whose exponentials are too large or too small to read', () => {
  for (const largest of [11, -7]) {
    const { shift, exponentials, sum } = softmaxTerms([largest, largest - 1, -1e10]);
    expect(shift).toBe(largest);
    expect(exponentials[0]).toBe(1);
    expect(exponentials[2]).toBe(0);
    expect(sum).toBeCloseTo(1 + Math.exp(-1), 12);
  }
  expect(softmaxTerms([-1e10, -Infinity])).toEqual({ shift: 0, exponentials: [0, 0], sum: 0 });
});

it('shows a short list whole, and the heaviest of a long one', () => {
  expect(summarise([0.5, 0.5], 2)).toEqual({ shown: [0, 1], rest: [] });
  expect(summarise([0.1, 0.4, 0.2, 0.3], 2)).toEqual({ shown: [1, 3], rest: [0, 2] });
  expect(summarise([0.1, 0.4, 0.2, 0.3], 2, 0)).toEqual({ shown: [0, 1, 3], rest: [2] });
});
