/** What the prose of chapter 6 says of the shipped models, computed with them: a model that breaks a sentence fails here. */
import { softmax, type GenerationOptions } from 'glassformer';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { metreFault } from '../../../tools/models/metre.mjs';
import { GenerationChoice } from '../../../web/page/generation.ts';
import { textsIn } from '../../../web/page/i18n/texts.ts';
import { kSourceExamples, translators } from '../../../web/page/source.ts';
import { kExamples, kInitialText, writers } from '../../../web/page/writers.ts';
import './all-languages.ts';
import { expectSaid, loadModels, modelOf } from './said.ts';

const kBird = 'The bird could not fly. It';

loadModels([...writers, ...translators]);

test('chapter 6: greedy repeats itself', async () => {
  const { max_new_tokens } = new GenerationChoice().writing.value;
  const { text } = await modelOf('stories').generate(kBird, { max_new_tokens }).result();
  // A whole sentence, twice.
  expect(text).toMatch(/\. (\w[^.]*\.) \1/);
  expectSaid((language) => textsIn(language).writing.greedy.text, kBird);
});

test('chapter 6: while all texts are equally long the penalty changes nothing', async () => {
  const { max_new_tokens, num_beams } = new GenerationChoice().writing.value;
  for (const writer of ['stories', 'stories-large'] as const) {
    const texts = new Set<string>();
    for (const length_penalty of [0, 1, 2]) {
      const options = { max_new_tokens, num_beams, length_penalty };
      const { ids, text } = await modelOf(writer).generate(kInitialText[writer], options).result();
      expect(ids).toHaveLength(max_new_tokens);
      texts.add(text);
    }
    expect(texts.size).toBe(1);
  }
});

test('chapter 6: the beam finds a likelier text than greedy does', async () => {
  const { max_new_tokens, num_beams } = new GenerationChoice().writing.value;
  for (const writer of writers) {
    const written = (options: GenerationOptions) =>
      modelOf(writer)
        .generate(kInitialText[writer], { max_new_tokens, ...options })
        .result();
    const [greedy, beam] = [await written({}), await written({ num_beams })];
    // Its sentence lacks one character, which both write.
    if (writer === 'zh') {
      expect(beam.ids).toEqual(greedy.ids);
      continue;
    }
    expect(beam.ids).toHaveLength(greedy.ids.length);
    expect(beam.score).toBeGreaterThan(greedy.score + 0.1);
  }
});

test('chapter 6: a beam ranks by the sum of log P ÷ a power of the length', async () => {
  for (const length_penalty of [0, 1, 1.5]) {
    const generation = modelOf('stories').generate(kInitialText.stories, {
      max_new_tokens: 4,
      num_beams: 3,
      length_penalty,
    });
    for (let length = 1; length <= 4; ++length) {
      const { beams, finished, pruned } = await generation.step();
      for (const { ids, score, normalized_score } of [...beams, ...finished, ...pruned]) {
        expect(ids).toHaveLength(length);
        expect(normalized_score).toBeCloseTo(score / length ** length_penalty, 5);
      }
    }
    await generation.close();
  }
  expectSaid((language) => textsIn(language).writing.beam.text, 'Σ log P ÷', 'ᵖ');
});

test('chapter 6: with penalty 0 short texts win, with a large one longer ones do', async () => {
  const lengthAt = async (length_penalty: number) => {
    const options = { max_new_tokens: 64, num_beams: 4, length_penalty };
    const results = await Promise.all(
      kSourceExamples.map((text) => modelOf('en-zh').generate(text, options).result()),
    );
    return results.reduce((sum, { ids }) => sum + ids.length, 0);
  };
  const [none, some, much] = [await lengthAt(0), await lengthAt(1), await lengthAt(2)];
  expect(none).toBeLessThan(some);
  expect(some).toBeLessThanOrEqual(much);
});

describe('chapter 6: sampling', () => {
  test('the bar of the likeliest grows below temperature 1 and shrinks above, as the text says', async () => {
    const { activations } = await modelOf('tang').forward(kInitialText.tang, {
      capture: ['logits'],
    });
    const { data } = activations['logits']!;
    const last = data.slice(-modelOf('tang').config.resolved.vocab_size);
    const most = async (temperature: number) => {
      const scaled = last.map((logit) => logit / temperature);
      return Math.max(...(await softmax({ shape: [1, scaled.length], data: scaled })).data);
    };
    const plainMost = await most(1);
    expect(await most(0.8)).toBeGreaterThan(plainMost);
    expect(await most(1.25)).toBeLessThan(plainMost);
    expect(textsIn('zh').writing.sample.text).toContain('温度低于 1 时分布更集中，高于 1 时更平缓');
    expect(textsIn('en').writing.sample.text).toContain(
      'below 1 sharpens the bars, one above 1 flattens',
    );
  });
});

describe('chapter 6: modern sentences', () => {
  test('end, and a tale of a little rabbit runs in circles, as the text says', async () => {
    const write = (start: string) => modelOf('zh').generate(start, { max_new_tokens: 60 }).result();
    for (const start of kExamples.zh) {
      const { text, ids } = await write(start);
      expect(text, start).toMatch(/[。！？]$/);
      expect(ids.length).toBeLessThan(40);
    }
    const { text } = await write('从前有一只小兔子，');
    expect(text).toMatch(/(.{4,}).{0,3}\1.{0,3}\1/u);
    expect(textsIn('zh').writing.notes.zh).toContain('小兔子还会原地打转');
    expect(textsIn('en').writing.notes.zh).toContain('little rabbit runs in circles');
  });
});

describe('chapter 6: the poems', () => {
  test('have lines of the right length, with their marks', async () => {
    const way = { do_sample: true, temperature: 0.8, top_k: 0, top_p: 0.9, seed: 1 };
    for (const first of ['空山新雨后，', '床前明月光，', '月落乌啼霜满天，', '千山鸟飞绝，']) {
      const rest = { ...way, max_new_tokens: 3 * first.length };
      const { text } = await modelOf('tang').generate(first, rest).result();
      expect(metreFault(first + text)).toBeNull();
    }
  });

  test('are none that it has by heart', async () => {
    for (const [first, rest] of [
      ['床前明月光', '疑是地上霜'],
      ['白日依山尽', '黄河入海流'],
      ['春眠不觉晓', '处处闻啼鸟'],
      ['独坐幽篁里', '弹琴复长啸'],
      ['红豆生南国', '春来发几枝'],
      ['千山鸟飞绝', '万径人踪灭'],
      ['空山新雨后', '天气晚来秋'],
    ] as const)
      for (const num_beams of [1, 3]) {
        const options = { max_new_tokens: rest.length, num_beams };
        const { text } = await modelOf('tang').generate(`${first}，`, options).result();
        expect(text).not.toBe(rest);
      }
    expectSaid((language) => textsIn(language).writing.notes.tang, '床前明月光', '疑是地上霜');
  });

  test('mostly rhyme, as the model’s card has it', () => {
    const card = readFileSync('models/tang/README.md', 'utf8');
    const [, kept, of, rhymed] = /\| sampled +\| (\d+) of (\d+) +\| (\d+)/.exec(card)!.map(Number);
    expect(kept).toBe(of);
    expect(rhymed! / kept!).toBeCloseTo(3 / 4, 1);
    expect(textsIn('zh').writing.notes.tang).toContain('四首里约有三首押韵');
    expect(textsIn('en').writing.notes.tang).toContain('of four poems about three rhyme');
  });
});
