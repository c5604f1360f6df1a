import { describe, expect, it } from 'vitest';
import { type Habit, rankHeads } from '../../../web/src/view/head-finder.ts';
import { headHabits } from '../../../web/src/view/heads.ts';
import type { Matrix } from '../../../web/src/view/matrix.ts';

const token = (id: number, text: string) => ({ id, text });
const tokens = [token(1, 'a'), token(2, ','), token(1, 'a'), token(3, ' b')];
/** Behind a causal mask. */
const data = Float32Array.from([
  1, 0, 0, 0, 0.75, 0.25, 0, 0, 0.5, 0.25, 0.25, 0, 0.125, 0.5, 0.25, 0.125,
]);
const pattern = { rows: 4, columns: 4, data };

/** What is found of a model of one head; null: no token has such a one to look at. */
function shareOf({ rows, columns, data }: Matrix, all: typeof tokens, habit: Habit) {
  const [found] = rankHeads(
    [{ shape: [1, rows, columns], data: Float32Array.from(data) }],
    all,
    habit,
  );
  return found === undefined ? null : { share: found.share, even: found.even };
}

describe('what a head looks at', () => {
  it('is said of the token before, itself and the first as in the words about a head', () => {
    const { previous, self, first, even } = headHabits(pattern);
    for (const [habit, share] of [
      ['previous', previous],
      ['self', self],
      ['first', first],
    ] as const) {
      const found = shareOf(pattern, tokens, habit);
      expect(found?.share).toBeCloseTo(share, 7);
      expect(found?.even).toBeCloseTo(even, 7);
    }
  });
  it('may be the same token earlier: of those that have one', () => {
    expect(shareOf(pattern, tokens, 'same')).toEqual({ share: 0.5, even: 1 / 3 });
    expect(shareOf(pattern, tokens.toSpliced(2, 1, token(4, 'c')), 'same')).toBeNull();
  });
  it('may be punctuation, behind the mask and without one', () => {
    expect(shareOf(pattern, tokens, 'punctuation')).toEqual({
      share: (0.25 + 0.5) / 2,
      even: (1 / 3 + 1 / 4) / 2,
    });
    const open = { rows: 2, columns: 2, data: Float32Array.of(0.25, 0.75, 0.5, 0.5) };
    expect(shareOf(open, [token(1, 'a'), token(2, '。')], 'punctuation')).toEqual({
      share: 0.75,
      even: 0.5,
    });
    expect(shareOf(open, [token(1, 'a'), token(2, 'b')], 'punctuation')).toBeNull();
  });
});

describe('the heads that do it', () => {
  it('stand in the order of their share, of all layers', () => {
    const heads = (shares: readonly number[]) => ({
      shape: [shares.length, 2, 2],
      data: Float32Array.from(shares.flatMap((share) => [1, 0, share, 1 - share])),
    });
    const found = rankHeads(
      [heads([0.25, 0.75]), heads([0.5, 0.125])],
      tokens.slice(0, 2),
      'previous',
    );
    expect(found.map(({ layer, head, share }) => [layer, head, share])).toEqual([
      [0, 1, 0.75],
      [1, 0, 0.5],
      [0, 0, 0.25],
      [1, 1, 0.125],
    ]);
    expect(found.every(({ even }) => even === 0.5)).toBe(true);
    expect(rankHeads([heads([0.5])], tokens.slice(0, 2), 'same')).toEqual([]);
  });
});
