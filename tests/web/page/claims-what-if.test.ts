/** What the prose of chapter 9 says of the shipped models, computed with them: a model that breaks a sentence fails here. */
import { describe, expect, test } from 'vitest';
import { kTranslatorBeams } from '../../../web/page/generation.ts';
import { textsIn } from '../../../web/page/i18n/texts.ts';
import {
  kInitialSource,
  kSourceExamples,
  kWrongSource,
  translatorOf,
  translators,
} from '../../../web/page/source.ts';
import {
  kExamples,
  kInitialText,
  kRhymeLine,
  kEarlyHead,
  writers,
  type Writer,
} from '../../../web/page/writers.ts';
import type { HeadPlace } from '../../../web/src/view/heads.ts';
import './all-languages.ts';
import {
  expectSaid,
  headsOf,
  kDog,
  kRhymeHeads,
  likeliest,
  loadModels,
  modelOf,
  patternOf,
  percent,
  probabilities,
} from './said.ts';
import { kRight, translated } from './translated.ts';

loadModels([...writers, ...translators]);

describe('chapter 9: a translation without heads', () => {
  test('without one head greedy writes a 得 too many, without any other both write the same', async () => {
    const [greedy, beam] = kRight[kInitialSource]!;
    for (const place of headsOf(modelOf('en-zh'))) {
      const off = [{ ...place, stack: 'cross' as const }];
      const { text } = await translated(kInitialSource, 1, off);
      const isFirst = place.layer === 0 && place.head === 0;
      expect(text).toBe(isFirst ? greedy.replace('很', '得很') : greedy);
      expect((await translated(kInitialSource, kTranslatorBeams, off)).text).toBe(beam);
    }
    const parts = [kInitialSource, '得', '明亮', '好'];
    expectSaid((language) => textsIn(language).whatIf.translationBody, ...parts);
  });

  test('without the heads of layer 3 greedy loses the moon, beam search the brightness', async () => {
    const ofLayer = headsOf(modelOf('en-zh')).filter(({ layer }) => layer === 2);
    expect(ofLayer).toHaveLength(4);
    const off = ofLayer.map((place) => ({ ...place, stack: 'cross' as const }));
    const texts = ['今晚是美国的。', '今晚的月亮很好。'];
    for (const [i, beams] of [1, kTranslatorBeams].entries())
      expect((await translated(kInitialSource, beams, off)).text).toBe(texts[i]);
    expectSaid((language) => textsIn(language).whatIf.translationBody, '3', ...texts);
  });

  test('without all twelve heads the translation is the same for every sentence', async () => {
    const all = headsOf(modelOf('en-zh')).map((place) => ({ ...place, stack: 'cross' as const }));
    expect(all).toHaveLength(12);
    for (const beams of [1, kTranslatorBeams]) {
      const texts = new Set<string>();
      for (const text of [...kSourceExamples, kWrongSource])
        if (translatorOf(text) === 'en-zh') texts.add((await translated(text, beams, all)).text);
      expect(texts.size).toBe(1);
    }
  });
});

describe('chapter 9: what later heads see', () => {
  test.each(writers)('%s: the head that it offers moves the last layer', async (writer) => {
    const model = modelOf(writer);
    const { decoder_layers } = model.config.resolved;
    const place = kEarlyHead[writer];
    const hook = `blocks.${decoder_layers - 1}.attn.pattern`;
    const look = async (ablate: readonly HeadPlace[]) => {
      const run = await model.forward(kInitialText[writer], { capture: [hook], ablate });
      return patternOf(run, { layer: decoder_layers - 1, head: place.head });
    };
    const [before, after] = [await look([]), await look([place])];
    const moved = before.data.map((weight, i) => Math.abs(weight - after.data[i]!));
    // A number with two decimals shows it four times over.
    expect(Math.max(...moved)).toBeGreaterThan(0.04);
    expect(place.layer).toBeLessThan(decoder_layers - 1);
  });
});

describe('chapter 9: what a head is worth', () => {
  /** The first candidate with every head, and what becomes of it without one of them. */
  async function sweep(writer: Writer, text: string) {
    const model = modelOf(writer);
    const learned = await probabilities(model, text);
    const first = likeliest(learned);
    const each = await Promise.all(
      headsOf(model).map(async (place) => {
        const row = await probabilities(model, text, [place]);
        return { place, probability: row[first]!, first: likeliest(row) };
      }),
    );
    const word = await model.tokenizer.decode([first]);
    return { word: word.trim(), probability: learned[first]!, first, each };
  }
  const wordOf = async (writer: Writer, id: number) =>
    (await modelOf(writer).tokenizer.decode([id])).trim();

  test.each(['stories', 'stories-large'] as const)(
    '%s: Lily stays first without any one of them',
    async (writer) => {
      const { word, probability, first, each } = await sweep(writer, kInitialText[writer]);
      expect(word).toBe('Lily');
      expect(each.filter((head) => head.first !== first)).toEqual([]);
      const changed = each.map((head) => head.probability);
      // Also where the first decimal does not show it: 0.0001 is far above the noise of float32.
      const rises = changed.map((each) => each - probability);
      expect(rises.filter((each) => Math.abs(each) < 1e-4)).toEqual([]);
      const risen = rises.filter((each) => each > 0).length;
      expectSaid(
        (language) => textsIn(language).whatIf.worth[writer],
        kInitialText[writer],
        `${each.length}`,
        percent(Math.min(...changed), 1),
        percent(Math.max(...changed), 1),
        percent(probability, 1),
        `${risen}`,
      );
    },
  );

  test('stories-large: of several heads each puts another word before “favorite”', async () => {
    const { word, first, each } = await sweep('stories-large', kDog);
    const changed = each.filter((head) => head.first !== first);
    const words = await Promise.all(changed.map((head) => wordOf('stories-large', head.first)));
    const toys = words.filter((each) => each === 'toy').length;
    const counts = [`${words.length}`, `${toys}`];
    expect(word).toBe('favorite');
    const said = (language: string) => textsIn(language).whatIf.worth['stories-large'];
    expectSaid(said, kDog, word, 'toy', ...counts);
  });

  test('stories: one head alone puts “toy” before “home”', async () => {
    const { word, first, each } = await sweep('stories', kDog);
    expect(kExamples.stories).toContain(kDog);
    const changed = each.filter((head) => head.first !== first);
    expect(changed.map(({ place }) => place)).toEqual([{ layer: 1, head: 3 }]);
    expect([await wordOf('stories', changed[0]!.first), word]).toEqual(['home', 'toy']);
    expectSaid((language) => textsIn(language).whatIf.worth.stories, kDog, 'home', 'toy');
  });

  test('zh: the same character stays first without any one of them', async () => {
    const { word, probability, first, each } = await sweep('zh', kInitialText.zh);
    for (const head of each) expect(head.first).toBe(first);
    const all = each.map((head) => head.probability);
    expectSaid(
      (language) => textsIn(language).whatIf.worth.zh,
      kInitialText.zh,
      word,
      `${each.length}`,
      ...[Math.min(...all), Math.max(...all), probability].map((share) => percent(share, 1)),
    );
  });

  test('tang: few heads put another character first', async () => {
    const { word, probability, first, each } = await sweep('tang', kInitialText.tang);
    const changed = each.filter((head) => head.first !== first).length;
    const row = await probabilities(modelOf('tang'), kInitialText.tang);
    const [autumn] = await modelOf('tang').tokenizer.encode('秋');
    expectSaid(
      (language) => textsIn(language).whatIf.worth.tang,
      kInitialText.tang,
      word,
      '秋',
      percent(row[autumn!.id]!, 1),
      percent(probability, 1),
      `${changed}`,
      `${each.length}`,
    );
  });

  test('tang: without three heads the rhyme is lost', async () => {
    const before = await probabilities(modelOf('tang'), kRhymeLine);
    const without = await probabilities(modelOf('tang'), kRhymeLine, kRhymeHeads);
    const first = likeliest(before);
    expectSaid(
      (language) => textsIn(language).whatIf.worth.tang,
      kRhymeLine,
      await wordOf('tang', first),
      percent(before[first]!, 1),
      percent(without[first]!, 1),
      ...kRhymeHeads.flatMap(({ layer, head }) => [`${layer + 1}`, `${head + 1}`]),
    );
    expect(kExamples.tang).toContain(kRhymeLine);
  });
});
