import { describe, expect, it } from 'vitest';
import { headShares, logitDirection, productOf } from '../../../web/src/view/attribution.ts';
import { tensor } from '../../../web/src/view/matrix.ts';

const kParts = [
  [0.5, -1, 2, 0.25],
  [1, 1, -0.5, 3],
];
const kStream = [0, 1, 2, 3].map((i) => kParts[0]![i]! + kParts[1]![i]!);
const kRow = [1, -2, 0.5, 1.5];
const kGain = Float32Array.of(1, 2, 0.5, 1);

describe('the shares of a stream’s parts add up to the logit', () => {
  it('through a layer norm whose deviation is held', () => {
    const mean = kStream.reduce((sum, each) => sum + each, 0) / 4;
    const variance = kStream.reduce((sum, each) => sum + (each - mean) ** 2, 0) / 4;
    const normed = kStream.map((each) => (each - mean) / Math.sqrt(variance + 1e-5));
    const logit = normed.reduce((sum, each, i) => sum + each * kGain[i]! * kRow[i]!, 0);
    const direction = logitDirection(kRow, kStream, { gain: kGain, bias: null, epsilon: 1e-5 });
    const shares = kParts.map((part) => productOf(part, direction));
    expect(shares[0]! + shares[1]!).toBeCloseTo(logit, 10);
    // A part that moves all numbers alike is taken off by the norm.
    expect(productOf([7, 7, 7, 7], direction)).toBeCloseTo(0, 10);
  });

  it('where no norm follows the layers', () => {
    const direction = logitDirection(kRow, kStream, null);
    expect(productOf(kParts[0]!, direction)).toBe(0.5 + 2 + 1 + 0.375);
  });
});

it('the heads and the bias of W_O share what their attention gives', () => {
  const z = tensor([2, 1, 1], [2, 3]); // two heads of one number, one token
  const bias = Float32Array.of(10, 0);
  const inOut = tensor([2, 2], [1, 2, 3, 4]);
  const outIn = tensor([2, 2], [1, 3, 2, 4]);
  for (const [weight, isInOut] of [
    [inOut, true],
    [outIn, false],
  ] as const) {
    const shares = headShares(z, 0, { weight, isInOut, bias }, [1, -1]);
    expect(shares).toEqual({ heads: [-2, -3], bias: 10 });
  }
  expect(headShares(z, 0, { weight: inOut, isInOut: true, bias: null }, [1, -1]).bias).toBeNull();
});
