/** What the prose says of the worked examples, of the hand-made model and of the formulas, computed. */
import {
  beamSearchOverTable,
  seededSelfAttention,
  type GenerationOptions,
  type Tensor,
} from 'glassformer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LoadedAab, loadAab } from '../../../web/page/chapters/learning/aab/model.ts';
import { kArticleSeed, kArticleSentence } from '../../../web/page/chapters/looking/life/life.ts';
import {
  kArticleTable,
  kBeamWinsTable,
  toProbabilityTable,
} from '../../../web/page/chapters/writing/beam/table.ts';
import { aabTexts } from '../../../web/page/i18n/aab-texts.ts';
import { textsIn } from '../../../web/page/i18n/texts.ts';
import { kExamples, writers } from '../../../web/page/writers.ts';
import { at, matrixOf } from '../../../web/src/view/matrix.ts';
import './all-languages.ts';
import { expectSaid, loadModels, modelOf } from './said.ts';

loadModels([...writers, 'aab']);

test('chapter 3: “is” leaves with the numbers of the article', async () => {
  const { words, z } = await seededSelfAttention(kArticleSentence, kArticleSeed);
  const row = words.findIndex(({ text }) => text === 'is');
  const context = matrixOf(z);
  const numbers = [0, 1, 2, 3].map((column) => at(context, row, column).toFixed(4));
  expectSaid((language) => textsIn(language).life.article, ...numbers, `${kArticleSeed}`);
});

test.each(writers)(
  'chapter 4: after the norm the mean is 0 and the deviation 1, below it by the ε alone (%s)',
  async (writer) => {
    const model = modelOf(writer);
    const { d_model: width, norm_epsilon, decoder_layers } = model.config.resolved;
    const [text = ''] = kExamples[writer];
    const { tokens, activations } = await model.forward(text, { capture: ['*.resid_*'] });
    const streams = Object.entries(activations).filter(([name]) => /resid_(pre|mid)$/.test(name));
    expect(streams.length).toBe(2 * decoder_layers);
    for (const [name, { data }] of streams)
      for (const [token] of tokens.entries()) {
        const row = [...data.subarray(token * width, (token + 1) * width)];
        const meanOf = (numbers: readonly number[]) =>
          numbers.reduce((sum, each) => sum + each, 0) / width;
        const mean = meanOf(row);
        const variance = meanOf(row.map((each) => (each - mean) ** 2));
        const deviation = Math.sqrt(variance / (variance + norm_epsilon));
        expect(deviation, name).toBeLessThan(1);
        expect(deviation, name).toBeGreaterThan(0.995);
      }
  },
);

test('chapter 6: greedy repeats itself where it writes for long', async () => {
  const kLong = 100;
  const kPhrase = 4;
  const repeats: boolean[] = [];
  for (const writer of ['stories', 'stories-large'] as const)
    for (const text of kExamples[writer]) {
      const { ids } = await modelOf(writer).generate(text, { max_new_tokens: kLong }).result();
      const phrases = ids.slice(kPhrase - 1).map((_, i) => ids.slice(i, i + kPhrase).join());
      repeats.push(new Set(phrases).size < phrases.length);
    }
  expect(repeats.filter(Boolean).length).toBeGreaterThan(repeats.length / 2);
});

describe('chapter 6: the beam search on paper', () => {
  const search = (table: Tensor, options: GenerationOptions) =>
    beamSearchOverTable(toProbabilityTable(table), {
      max_new_tokens: 2,
      length_penalty: 0,
      ...options,
    });

  test('B A all but catches up with A B', async () => {
    const running = search(kArticleTable, { num_beams: 2 });
    await running.step();
    const { beams, finished } = await running.step();
    const [first, second] = [...beams, ...finished].sort((a, b) => b.score - a.score);
    expect([first?.text, second?.text]).toEqual(['AB', 'BA']);
    const probabilities = [first!, second!].map(({ score }) => Math.exp(score).toFixed(2));
    expectSaid((language) => textsIn(language).beam.body, 'A B', 'B A', ...probabilities);
  });

  test('with the other table the beam wins, as the text says', async () => {
    const found = async (num_beams: number) => {
      const { text, score } = await search(kBeamWinsTable, { num_beams }).result();
      return [text, Math.exp(score).toFixed(2)] as const;
    };
    const [greedy, beam] = [await found(1), await found(2)];
    expect([greedy[0], beam[0]]).toEqual(['AB', 'BA']);
    expectSaid((language) => textsIn(language).beam.beamWinsText, greedy[1], beam[1], '0.9', 'B A');
  });
});

describe('chapter 8: the hand-made model', () => {
  let aab: LoadedAab;
  beforeAll(async () => {
    aab = await loadAab();
  });
  afterAll(() => aab.model.close());

  const kPlaces = [0, 1, 2, 3, 4];
  /** Channels: a place's own, the letter's two, the value. */
  const [kOfA, kOfB, kValue] = [5, 6, 7];
  const weights = (part: keyof LoadedAab['weights']) => matrixOf(aab.weights[part]);
  /** Where a row has anything but 0, with what. */
  const lit = (part: keyof LoadedAab['weights'], row: number) =>
    Array.from({ length: 8 }, (_, column) => [column, at(weights(part), row, column)] as const)
      .filter(([, value]) => value !== 0)
      .map(([column, value]) => `${column}: ${value}`);

  test('letters light their T, places their P, and every letter answers with its place', () => {
    expect([lit('wte', 0), lit('wte', 1)]).toEqual([[`${kOfA}: 1`], [`${kOfB}: 1`]]);
    for (const place of kPlaces) {
      expect(lit('wpe', place)).toEqual([`${place}: 1`]);
      expect(lit('key', place)).toEqual([`${place}: 1`]);
    }
  });

  test('a letter asks for the place before it and for its own, with 1024', () => {
    for (const place of kPlaces) {
      const asked = [place - 1, place].filter((each) => each >= 0);
      expect(lit('query', place)).toEqual(asked.map((each) => `${each}: 1024`));
    }
    expectSaid((language) => aabTexts(language).weights.query, '1024');
  });

  test('an a hands over +1, a b −1; two a’s take 1024 from a and give it to b', () => {
    expect([lit('value', kOfA), lit('value', kOfB)]).toEqual([[`${kValue}: 1`], [`${kValue}: -1`]]);
    expectSaid((language) => aabTexts(language).weights.value, '+1', '−1');
    expect(lit('proj', kValue)).toEqual([`${kOfA}: -1024`, `${kOfB}: 1024`]);
    expectSaid((language) => aabTexts(language).weights.proj, '+1', '1024');
    expect(lit('bias', 0)).toEqual([`${kOfA}: 1024`]);
    expectSaid((language) => aabTexts(language).weights.bias, '1024');
  });

  test('a place asks for itself and the one before with 1024 ÷ √8', () => {
    const scores = matrixOf(aab.circuits.scores);
    const asked = at(scores, 2, 2);
    expect(asked).toBeCloseTo(1024 / Math.sqrt(8), 3);
    expectSaid((language) => aabTexts(language).learning.foundBody, '1024', '√8', asked.toFixed(2));
  });

  test('in aab aab … the logits lie 1023 or 1025 apart', async () => {
    const apart = new Set<number>();
    const text = 'aab'.repeat(5);
    for (let length = 1; length <= text.length; ++length) {
      const seen = text.slice(0, length).slice(-kPlaces.length);
      const { activations } = await modelOf('aab').forward(seen, { capture: ['logits'] });
      const [a, b] = activations['logits']!.data.slice(-2);
      apart.add(Math.abs(a! - b!));
    }
    expect([...apart].sort()).toEqual([1023, 1025]);
    expectSaid((language) => aabTexts(language).choosing.body(''), '1023', '1025');
  });
});

test('chapter 8: a coin that is tossed costs 0.693', () => {
  const loss = (-Math.log(1 / 2)).toFixed(3);
  expectSaid((language) => aabTexts(language).learning.body, loss, '−ln');
});

test('chapter 10: a bit in nats, and a guess among 32', () => {
  expectSaid((language) => textsIn(language).study.surpriseBody, Math.LN2.toFixed(2), '32');
});
