/** What the prose of chapter 7 says of the shipped models, computed with them: a model that breaks a sentence fails here. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { kTranslatorBeams } from '../../../web/page/generation.ts';
import { textsIn } from '../../../web/page/i18n/texts.ts';
import {
  kSourceExamples,
  kWidthSource,
  kWrongSource,
  translatorOf,
  translators,
} from '../../../web/page/source.ts';
import './all-languages.ts';
import { expectSaid, loadModels, modelOf } from './said.ts';
import { kRight, translated } from './translated.ts';

loadModels([...translators]);

test('chapter 7: translations begin with a start token and end with the end token; how the translators learned', async () => {
  for (const name of translators) {
    const model = modelOf(name);
    const { bos_token_id, eos_token_id, decoder_start_token_id } = model.config;
    expect(decoder_start_token_id).toBe(bos_token_id);
    const source = kSourceExamples.find((text) => translatorOf(text) === name) ?? '我是学生。';
    const generation = model.generate(source, { max_new_tokens: 64 });
    const { ids } = await generation.result();
    expect(ids.at(-1)).toBe(eos_token_id);
    expect(model.config.resolved.scale_embedding).toBe(true);
    const { training } = JSON.parse(readFileSync(`models/${name}/recipe.json`, 'utf8')) as {
      training: { dropout: number; label_smoothing: number };
    };
    expect([training.dropout, training.label_smoothing]).toEqual([0.1, 0.1]);
    expectSaid(
      (language) => textsIn(language).sources.models['en-zh'],
      `√${model.config.resolved.d_model}`,
    );
  }
});

describe('chapter 7: the translations', () => {
  test('that are offered are right, greedily and with the page’s beam', async () => {
    expect(Object.keys(kRight)).toEqual(kSourceExamples);
    for (const [text, [greedy, beam]] of Object.entries(kRight)) {
      expect((await translated(text, 1)).text).toBe(greedy);
      expect((await translated(text, kTranslatorBeams)).text).toBe(beam);
    }
  });

  test('need neither capitals nor a final mark', async () => {
    for (const beams of [1, kTranslatorBeams]) {
      expect((await translated('I am a student.', beams)).text).toBe('我是学生。');
      expect((await translated('i am a student', beams)).text).toBe('我是学生。');
    }
    expectSaid(
      (language) => textsIn(language).translating.small,
      'I am a student.',
      'i am a student',
      '我是学生。',
    );
  });

  test('of the sentence that is named change with the beam’s width', () => {
    const [greedy, beam] = kRight[kWidthSource]!;
    expect(beam).not.toBe(greedy);
    expectSaid((language) => textsIn(language).translating.body('en-zh'), kWidthSource);
  });

  test('of the one that goes wrong are wrong as the text says', async () => {
    const greedy = await translated(kWrongSource, 1);
    const beam = await translated(kWrongSource, kTranslatorBeams);
    expect(greedy.text).toBe('我很好奇。');
    expect(beam.text).toBe('我很奇怪。');
    expect(beam.score).toBeGreaterThan(greedy.score);
    expect(beam.score / beam.ids.length).toBeGreaterThan(greedy.score / greedy.ids.length);
    expectSaid((language) => textsIn(language).translating.whatGoesWrong, '好奇', '奇怪');
  });
});
