import { expect, it } from 'vitest';
import { barsOf, lastRow, plainCandidates } from '../../../web/src/view/bars.ts';
import { namedArray } from '../../../web/src/view/matrix.ts';

const candidates = plainCandidates([0.2, 0.5, 0.3], [0, 1, 2], ['a', 'b', 'c']);

it('the likeliest stands first and is as long as a bar can be', () => {
  const { bars, kept } = barsOf(candidates, 2);
  expect(bars.map((bar) => [bar.text, bar.length])).toEqual([
    ['b', 1],
    ['c', 0.6],
  ]);
  expect(kept).toBe(2);
});

it('what a filter removed stands below the cut', () => {
  const cut = candidates.map((candidate) => ({ ...candidate, kept: candidate.id === 1 }));
  expect(barsOf(cut, 3).kept).toBe(1);
});

it('reads the last position of the logits', () => {
  expect([...lastRow(namedArray([2, 2], [1, 2, 3, 4]))]).toEqual([3, 4]);
});
