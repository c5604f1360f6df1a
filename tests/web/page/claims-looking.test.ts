/** What the prose of chapter 3 says of the shipped models, computed with them: a model that breaks a sentence fails here. */
import { describe, expect, test } from 'vitest';
import { textsIn } from '../../../web/page/i18n/texts.ts';
import {
  kExamples,
  kFirstHead,
  kInitialText,
  kRepeating,
  kRhymeLine,
  writerOf,
  writers,
} from '../../../web/page/writers.ts';
import { rankHeads } from '../../../web/src/view/head-finder.ts';
import { headHabits, type HeadPlace, patternsOf } from '../../../web/src/view/heads.ts';
import { at } from '../../../web/src/view/matrix.ts';
import './all-languages.ts';
import {
  expectSaid,
  headsOf,
  kRhymeHeads,
  loadModels,
  modelOf,
  patternOf,
  percent,
} from './said.ts';

loadModels([...writers]);

describe('chapter 3: what heads look at', () => {
  test.each(writers)(
    '%s: in the line that repeats itself some look at the same token',
    async (writer) => {
      const model = modelOf(writer);
      if (writer !== 'stories-large') expect(writerOf(kRepeating[writer])).toBe(writer);
      const run = await model.forward(kRepeating[writer], { capture: ['*.pattern'] });
      const patterns = patternsOf(run.activations, '');
      const [best] = rankHeads(patterns, run.tokens, 'same');
      expect(best!.share).toBeGreaterThan(1.5 * best!.even);
    },
  );

  test.each([
    ['stories', { layer: 3, head: 2 }, { layer: 3, head: 4 }],
    ['stories-large', { layer: 2, head: 0 }, { layer: 4, head: 5 }],
  ] as const)('%s: one likes the comma, one the token before', async (writer, likes, before) => {
    const run = await modelOf(writer).forward(kInitialText[writer], { capture: ['*.pattern'] });
    const comma = run.tokens.findIndex(({ text }) => text === ',');
    const pattern = patternOf(run, likes);
    const rows = run.tokens.map((_, row) => row).filter((row) => row > comma);
    const mean = (share: (row: number) => number) =>
      rows.reduce((sum, row) => sum + share(row), 0) / rows.length;
    const onComma = mean((row) => at(pattern, row, comma));
    const { previous, even } = headHabits(patternOf(run, before));
    expectSaid(
      (language) => textsIn(language).looking.habits[writer],
      ...[likes, before].flatMap(({ layer, head }) => [`${layer + 1}`, `${head + 1}`]),
      percent(onComma),
      percent(mean((row) => 1 / (row + 1))),
      percent(previous),
      percent(even),
    );
    expect(onComma).toBeGreaterThan(2.5 * mean((row) => 1 / (row + 1)));
    expect(previous).toBeGreaterThan(1.5 * even);
  });

  test.each([
    ['zh', 'first', { layer: 0, head: 5 }],
    ['tang', 'first', { layer: 2, head: 4 }],
  ] as const)('%s: one looks at the character before, one by its %s', async (writer, by, other) => {
    const run = await modelOf(writer).forward(kInitialText[writer], { capture: ['*.pattern'] });
    const { previous, even } = headHabits(patternOf(run, kFirstHead[writer]));
    const likes = headHabits(patternOf(run, other))[by];
    expectSaid(
      (language) => textsIn(language).looking.habits[writer],
      ...[kFirstHead[writer], other].flatMap(({ layer, head }) => [`${layer + 1}`, `${head + 1}`]),
      ...[previous, likes, even].map((share) => percent(share)),
    );
    expect(Math.min(previous, likes)).toBeGreaterThan(2 * even);
  });

  test('tang: three heads look at the rhyme', async () => {
    const run = await modelOf('tang').forward(kRhymeLine, { capture: ['*.pattern'] });
    const [last, rhyme] = [run.tokens.length - 1, kRhymeLine.indexOf('流')];
    const shareOf = (place: HeadPlace) => at(patternOf(run, place), last, rhyme);
    expectSaid(
      (language) => textsIn(language).looking.habits.tang,
      kRhymeLine,
      '流',
      ...kRhymeHeads.flatMap(({ layer, head }) => [`${layer + 1}`, `${head + 1}`]),
      ...kRhymeHeads.map((place) => percent(shareOf(place))),
    );
    // No other does.
    const all = headsOf(modelOf('tang')).filter((place) => shareOf(place) > 0.9);
    expect(all).toEqual(kRhymeHeads);
  });

  test.each(writers)(
    '%s: the head that is shown first prefers the token before',
    async (writer) => {
      let [given, even] = [0, 0];
      for (const text of kExamples[writer]) {
        const run = await modelOf(writer).forward(text, { capture: ['*.pattern'] });
        const habits = headHabits(patternOf(run, kFirstHead[writer]));
        [given, even] = [given + habits.previous, even + habits.even];
      }
      expect(given).toBeGreaterThan(1.5 * even);
    },
  );
});
