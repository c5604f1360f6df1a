import { expect, it } from 'vitest';
import {
  barsOf,
  comparedBars,
  lastRow,
  plainCandidates,
  softmaxSum,
} from '../../../web/src/view/bars.ts';
import { tensor } from '../../../web/src/view/matrix.ts';

const candidates = plainCandidates([0.2, 0.5, 0.3], [0, 1, 2], ['a', 'b', 'c']);

it('the likeliest stands first and is as long as a bar can be', () => {
  const { bars, kept } = barsOf(candidates, 2);
  expect(bars.map((bar) => [bar.text, bar.length])).toEqual([
    ['b', 1],
    ['c', 0.6],
  ]);
  expect(kept).toBe(2);
});

it('the sum of softmax follows from any of its probabilities', () => {
  const logits = [1, 2, 3];
  const sum = logits.reduce((all, logit) => all + Math.exp(logit / 0.5), 0);
  for (const logit of logits)
    expect(softmaxSum({ logit, final: Math.exp(logit / 0.5) / sum }, 0.5)).toBeCloseTo(sum, 9);
  expect(softmaxSum({ logit: 1000, final: 1 }, 1)).toBe(Infinity);
});

it('what a filter removed stands below the cut', () => {
  const cut = candidates.map((candidate) => ({ ...candidate, kept: candidate.id === 1 }));
  expect(barsOf(cut, 3).kept).toBe(1);
});

it('reads the last position of the logits', () => {
  expect([...lastRow(tensor([2, 2], [1, 2, 3, 4]))]).toEqual([3, 4]);
});

it('what is kept shows the probability it is drawn with, what is not the one that was cut off; both beside the model’s own', () => {
  const filtered = candidates.map((candidate) => ({
    ...candidate,
    after_temperature: [0.25, 0.4, 0.35][candidate.id]!,
    final_probability: candidate.id === 1 ? 1 : 0,
    kept: candidate.id === 1,
  }));
  const { bars } = barsOf(filtered, 3);
  expect(bars.map(({ text, shown, before }) => [text, shown, before])).toEqual([
    ['b', 1, 0.5],
    ['c', 0.35, 0.3],
    ['a', 0.25, 0.2],
  ]);
  expect(bars.map(({ length, beforeLength }) => [length, beforeLength])).toEqual([
    [1, 0.5],
    [0.35, 0.3],
    [0.25, 0.2],
  ]);
});

it('a comparison holds every probability against the one before, and says who came and who left', () => {
  const texts = [...'abcdef'];
  const now = plainCandidates([0.3, 0.25, 0.2, 0.15, 0.06, 0.04], [], texts);
  const before = plainCandidates([0.05, 0.1, 0.3, 0.35, 0.18, 0.02], [], texts);
  const { bars } = comparedBars(now, before, 4);
  // d, c, e and b were likeliest; d and c (the better half) are looked for: both stay.
  expect(
    bars.map(({ text, final, before: was, standing }) => [text, final, was, standing]),
  ).toEqual([
    ['a', 0.3, 0.05, 'came'],
    ['b', 0.25, 0.1, 'stays'],
    ['c', 0.2, 0.3, 'stays'],
    ['d', 0.15, 0.35, 'stays'],
  ]);
  const turned = comparedBars(before, now, 4).bars;
  expect(turned.map(({ text, standing }) => [text, standing])).toEqual([
    ['d', 'stays'],
    ['c', 'stays'],
    ['e', 'came'],
    ['a', 'left'],
  ]);
});

it('a token that one of the lists lacks is less likely than all that it holds', () => {
  const now = plainCandidates([0.6, 0.4], [], ['a', 'b']);
  const other = [{ ...plainCandidates([0.9], [], ['z'])[0]!, id: 7 }];
  const { bars } = comparedBars(now, other, 4);
  expect(bars.map(({ text, final, before, isBound }) => [text, final, before, isBound])).toEqual([
    ['a', 0.6, 0.9, 'before'],
    ['b', 0.4, 0.9, 'before'],
    ['z', 0.4, 0.9, 'final'],
  ]);
});
