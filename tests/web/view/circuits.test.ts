import { describe, expect, it } from 'vitest';
import {
  headBlocks,
  logitsGiven,
  normedBy,
  queryKeyScores,
  rankIn,
  times,
} from '../../../web/src/view/circuits.ts';
import { rowOf, tensor } from '../../../web/src/view/matrix.ts';

const kWidths = { d_model: 4, num_heads: 2, num_key_value_heads: 0 };
/** (in, out) = (4, 12): W_Q, W_K and W_V of two heads of two numbers. */
const kStored = Array.from({ length: 48 }, (_, i) => Math.sin(i + 1));
const inOut = { weight: tensor([4, 12], kStored), isInOut: true };
const outIn = {
  weight: tensor(
    [12, 4],
    Array.from({ length: 48 }, (_, i) => kStored[(i % 4) * 12 + Math.floor(i / 4)]!),
  ),
  isInOut: false,
};
const kRows = [
  [1, -2, 0.5, 3],
  [0, 1, 1, -1],
  [2, 2, -1, 0],
];

/** W_Q · W_Kᵀ as a whole, as TransformerLens multiplies it out: (D, D). */
function qkMatrix(head: number): number[][] {
  const q = (i: number, k: number) => kStored[i * 12 + head * 2 + k]!;
  const key = (i: number, k: number) => kStored[i * 12 + 4 + head * 2 + k]!;
  return [0, 1, 2, 3].map((i) =>
    [0, 1, 2, 3].map((j) => q(i, 0) * key(j, 0) + q(i, 1) * key(j, 1)),
  );
}

describe('the QK circuit', () => {
  it('is x · W_Q · W_Kᵀ · x ÷ √d_head, however the matrix is stored', () => {
    for (const head of [0, 1]) {
      const matrix = qkMatrix(head);
      for (const linear of [inOut, outIn]) {
        const blocks = headBlocks(kWidths, head);
        const scores = queryKeyScores(kRows, linear, blocks, 1 / Math.sqrt(2));
        kRows.forEach((x, row) =>
          kRows.forEach((y, column) => {
            let sum = 0;
            for (let i = 0; i < 4; ++i)
              for (let j = 0; j < 4; ++j) sum += x[i]! * matrix[i]![j]! * y[j]!;
            expect(rowOf(scores, row)[column]).toBeCloseTo(sum / Math.sqrt(2), 5);
          }),
        );
      }
    }
  });

  it('shares keys and values among a group of heads', () => {
    const blocks = headBlocks({ d_model: 8, num_heads: 4, num_key_value_heads: 2 }, 3);
    expect(blocks.query.columns).toEqual([6, 2]);
    expect(blocks.key.columns).toEqual([10, 2]);
    expect(blocks.value.columns).toEqual([14, 2]);
    expect(blocks.output.rows).toEqual([6, 2]);
  });
});

describe('the OV circuit', () => {
  it('is x · W_V · W_O of the head’s own rows', () => {
    const w_o = tensor(
      [4, 4],
      Array.from({ length: 16 }, (_, i) => Math.cos(i)),
    );
    const blocks = headBlocks(kWidths, 1);
    const value = times(kRows[0]!, inOut, blocks.value);
    const written = times(value, { weight: w_o, isInOut: true }, blocks.output);
    const v = [0, 1].map((k) =>
      kRows[0]!.reduce((sum, x, i) => sum + x * kStored[i * 12 + 10 + k]!, 0),
    );
    for (let i = 0; i < 4; ++i)
      expect(written[i]).toBeCloseTo(v[0]! * Math.cos(8 + i) + v[1]! * Math.cos(12 + i), 5);
  });

  it('gives to the logits what the last norm’s mean and gain leave of it', () => {
    const table = tensor([2, 2], [1, 0, 3, 1]);
    expect([...logitsGiven([5, 1], Float32Array.of(1, 10), table)]).toEqual([2, 6 - 20]);
    expect([...logitsGiven([5, 1], null, table)]).toEqual([5, 16]);
    expect(rankIn([3, 9, 5], 2)).toBe(2);
  });
});

it('a norm divides by the vector’s own deviation, and has no bias', () => {
  const norm = { gain: Float32Array.of(1, 2), epsilon: 0 };
  expect([...normedBy([3, 1], norm)]).toEqual([1, -2]);
  expect([...normedBy([3, 1], null)]).toEqual([3, 1]);
});
