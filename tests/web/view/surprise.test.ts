import { expect, it } from 'vitest';
import { matrixOf, tensor } from '../../../web/src/view/matrix.ts';
import { bitsOf, meanBits, mostSurprising, perplexityOf } from '../../../web/src/view/surprise.ts';

const kProbabilities = matrixOf(tensor([3, 4], [0.5, 0.25, 0.25, 0, 1, 0, 0, 0, 0, 0, 0, 1]));

it('a token has the bits that the one before it gave it; the first has none', () => {
  expect(bitsOf(kProbabilities, [3, 1, 0])).toEqual([null, 2, 0]);
  expect(bitsOf(kProbabilities, [0, 0, 2])).toEqual([null, 1, Infinity]);
});

it('the mean leaves out the first token, and perplexity is two to the mean', () => {
  expect(meanBits([null, 2, 0])).toBe(1);
  expect(meanBits([null])).toBeNull();
  expect(perplexityOf(3)).toBe(8);
});

it('the most surprising token is the first of those with the most bits', () => {
  expect(mostSurprising([null, 1, 3, 3])).toBe(2);
  expect(mostSurprising([null])).toBe(0);
});
