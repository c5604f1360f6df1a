import { expect, it } from 'vitest';
import { matrixOf, tensor } from '../../../web/src/view/matrix.ts';
import { bitsOf, meanBits, mostSurprising, perplexityOf } from '../../../web/src/view/surprise.ts';

/** Logits, and the likeliest token with its probability, after each of three tokens. */
const kLogits = matrixOf(
  tensor([3, 3], [Math.log(4), Math.log(2), Math.log(2), 0, 0, -2000 * Math.LN2, 0, 0, 0]),
);
const kFirst = [
  { id: 0, probability: 0.5 },
  { id: 0, probability: 0.5 },
  { id: 0, probability: 1 / 3 },
];

it('a token has the bits that the one before it gave it; the first has none', () => {
  const [first, second, third] = bitsOf(kLogits, kFirst, [2, 1, 0]);
  expect(first).toBeNull();
  expect(second).toBeCloseTo(2, 5);
  expect(third).toBeCloseTo(1, 5);
});

it('a token of a probability that no float can say has its bits', () => {
  expect(bitsOf(kLogits, kFirst, [0, 0, 2])[2]).toBeCloseTo(2001, 2);
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
