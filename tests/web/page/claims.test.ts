/** What the prose says of the shipped models, computed with them: a model that breaks a sentence fails here. */
import { positionalEncoding, softmax, type Ablation, type GenerationOptions } from 'glassformer';
import { readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { metreFault } from '../../../tools/models/metre.mjs';
import { GenerationChoice, kTranslatorBeams } from '../../../web/page/generation.ts';
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
  kFirstHead,
  kInitialText,
  type Writer,
  writers,
} from '../../../web/page/writers.ts';
import { headHabits } from '../../../web/src/view/heads.ts';
import { at, matrixOf } from '../../../web/src/view/matrix.ts';
import './all-languages.ts';
import {
  loadModels,
  expectSaid,
  headsOf,
  likeliest,
  modelOf,
  patternOf,
  percent,
  plain,
  probabilities,
} from './said.ts';

const kDog = 'The dog was sad because he lost his';

loadModels([...writers, ...translators, 'aab']);

test('the sizes of the models', () => {
  const megabytes = (name: string) => {
    const file = new URL(`../../../models/${name}/model.safetensors`, import.meta.url);
    return `${(statSync(file).size / 1e6).toFixed(0)} MB`;
  };
  for (const writer of writers)
    expectSaid((language) => textsIn(language).first.honest[writer], megabytes(writer));
  for (const translator of translators)
    expectSaid((language) => textsIn(language).translating.small, megabytes(translator));
});

test('chapter 2: positions of sine and cosine', async () => {
  for (const name of writers) expect(modelOf(name).config.resolved.positions).toBe('learned');
  expect(modelOf('en-zh').config.resolved.positions).toBe('sinusoidal');
  const [rows, offset] = [24, 5];
  const { d_model: width } = modelOf('stories').config.resolved;
  const table = matrixOf(await positionalEncoding(rows, width));
  for (let column = 0; column < width; column += 2) {
    const pair = (row: number) => [at(table, row, column), at(table, row, column + 1)] as const;
    // At place 0 the pair is (0, 1), so that the place `offset` says by which angle a pair is turned.
    const [sine, cosine] = pair(offset);
    for (let row = 0; row + offset < rows; ++row) {
      const [x, y] = pair(row);
      expect(pair(row + offset)[0]).toBeCloseTo(x * cosine + y * sine, 5);
      expect(pair(row + offset)[1]).toBeCloseTo(y * cosine - x * sine, 5);
    }
  }
  const change = (column: number, row: number) =>
    Math.abs(at(table, row, column) - at(table, row - 1, column));
  for (let row = 1; row < rows; ++row) {
    expect(change(0, row)).toBeGreaterThan(0.03);
    expect(change(width - 1, row)).toBeLessThan(0.003);
  }
});

describe('chapter 3: what heads look at', () => {
  test.each([
    ['stories', { layer: 1, head: 0 }, { layer: 2, head: 2 }],
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

  test('tang: one likes the character before, one the character itself', async () => {
    const run = await modelOf('tang').forward(kInitialText.tang, { capture: ['*.pattern'] });
    const { previous, even } = headHabits(patternOf(run, kFirstHead.tang));
    const { self } = headHabits(patternOf(run, { layer: 4, head: 4 }));
    expectSaid(
      (language) => textsIn(language).looking.habits.tang,
      percent(previous),
      percent(self),
      percent(even),
    );
    expect(Math.min(previous, self)).toBeGreaterThan(2 * even);
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

test.each(writers)(
  'chapter 4: before layer 1 the lens gives back the token (%s)',
  async (writer) => {
    const model = modelOf(writer);
    const run = await model.forward(kInitialText[writer], { capture: ['*'] });
    const { shape, data } = await model.logitLens(run.activations['blocks.0.resid_pre']!);
    const vocabulary = shape.at(-1)!;
    const said = run.tokens.map((_, row) =>
      likeliest(data.subarray(row * vocabulary, (row + 1) * vocabulary)),
    );
    expect(said).toEqual(run.tokens.map(({ id }) => id));
  },
);

test('chapter 1: the poems’ list has as many characters, marks and special tokens as the text says', () => {
  const vocabulary = JSON.parse(readFileSync('models/tang/vocab.json', 'utf8')) as object;
  const tokens = Object.keys(vocabulary);
  const special = tokens.filter((token) => token.startsWith('<'));
  const marks = tokens.filter((token) => /^\p{P}$/u.test(token));
  const characters = tokens.filter((token) => /^\p{Script=Han}$/u.test(token));
  expect([special, marks].map(({ length }) => length)).toEqual([2, 3]);
  expect(characters.length + special.length + marks.length).toBe(tokens.length);
  const said = (language: string) => textsIn(language).tokens.notes.tang.replace(/,(?=\d)/g, '');
  expectSaid(said, `${tokens.length}`, `${characters.length}`);
});

test('chapters 1 and 2: the lengths of the list of tokens and of a vector', () => {
  for (const writer of writers) {
    const { vocab_size, d_model } = modelOf(writer).config.resolved;
    expectSaid(
      (language) => textsIn(language).tokens.notes[writer],
      vocab_size.toLocaleString('en'),
    );
    expectSaid((language) => textsIn(language).vectors.body[writer], `${d_model}`);
  }
});

test.each([
  ['stories', ' named', [' called'], ' girl', [' boy', ' child', ' lady']],
  ['stories-large', ' named', [' called'], ' girl', [' boy', ' sister', ' child']],
  ['tang', '来', ['时'], '晚', ['暮', '晓']],
] as const)(
  'chapter 2: tokens that are used alike have similar vectors (%s)',
  async (writer, last, lastNear, other, otherNear) => {
    const model = modelOf(writer);
    const tokens = await model.tokenizer.encode(kInitialText[writer]);
    expect(tokens.at(-1)!.text).toBe(last); // whose list is shown first
    for (const [token, near] of [
      [last, lastNear],
      [other, otherNear],
    ] as const) {
      const { id } = tokens.find(({ text }) => text === token)!;
      const nearest = await model.nearestTokens(id, { count: near.length });
      expect(nearest.map(({ text }) => text)).toEqual(near);
      const quoted = [token, ...near].map((text) => text.trim());
      expectSaid(
        (language) => textsIn(language).vectors.mapBody[writer],
        ...quoted,
        nearest[0]!.similarity.toFixed(2),
      );
    }
  },
);

test('chapter 2: the formula of sine and cosine', async () => {
  const [rows, d] = [24, modelOf('stories').config.resolved.d_model];
  const table = matrixOf(await positionalEncoding(rows, d));
  for (let place = 0; place < rows; ++place)
    for (let i = 0; i < d / 2; ++i) {
      const angle = place / 10000 ** ((2 * i) / d);
      expect(at(table, place, 2 * i)).toBeCloseTo(Math.sin(angle), 5);
      expect(at(table, place, 2 * i + 1)).toBeCloseTo(Math.cos(angle), 5);
    }
  expectSaid((language) => textsIn(language).vectors.positionsBody, '÷ 100002i ÷ d');
});

test('chapter 4: a feed-forward is four times as wide, and leaves −0.17 of what is below zero at most', async () => {
  for (const writer of writers) {
    const { d_ff, d_model } = modelOf(writer).config.resolved;
    expect(d_ff).toBe(4 * d_model);
    const run = await modelOf(writer).forward(kInitialText[writer], { capture: ['*.mlp.post'] });
    const least = Object.values(run.activations).map(({ data }) => Math.min(...data));
    expect(Math.min(...least).toFixed(2)).toBe('-0.17');
  }
  expectSaid((language) => textsIn(language).layers.feedForwardBody, '−0.17');
});

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

test('chapter 6: greedy repeats itself', async () => {
  const { max_new_tokens } = new GenerationChoice().writing.value;
  const { text } = await modelOf('stories').generate(kDog, { max_new_tokens }).result();
  expect(text).toMatch(/\. (\w+(?: \w+){2})[^.]*\. \1/);
  expectSaid((language) => textsIn(language).writing.greedy.text, kDog);
});

test('how much each model has read, as its card counts it', () => {
  const counted = (name: string, ...patterns: readonly RegExp[]) => {
    const card = readFileSync(`models/${name}/README.md`, 'utf8').replace(/\s+/g, ' ');
    return patterns.map((pattern) => Number(pattern.exec(card)![1]!.replace(',', '')));
  };
  const pairsOf = (name: string) =>
    [...readFileSync(`models/${name}/credits.md`, 'utf8').matchAll(/\((\d+) pairs\)/g)]
      .map(([, count]) => Number(count))
      .reduce((sum, count) => sum + count);
  const thousands = (count: number) => (Math.round(count / 1000) * 1000).toLocaleString('en');
  const stories = counted('stories', /, ([\d,]+) stories as excerpted/, /- (\d+) of the tales/);
  const large = counted(
    'stories-large',
    /, ([\d,]+) stories as excerpted/,
    /- (\d+) of the tales/,
    /, and (\d+) picture books/,
  );
  const read = {
    stories: stories[0]! + stories[1]!,
    'stories-large': large[0]!,
    tang: counted('tang', /Learned were ([\d,]+) poems/)[0]!,
    'en-zh': pairsOf('en-zh'),
    'zh-en': pairsOf('zh-en'),
  };
  for (const name of [...writers, ...translators])
    expectSaid((language) => textsIn(language).sources.facts[name], thousands(read[name]));
  for (const writer of writers)
    expect(plain(textsIn('en').first.honest[writer])).toContain(thousands(read[writer]));
  expect(plain(textsIn('en').translating.body('en-zh'))).toContain(thousands(read['en-zh']));

  const models = (language: string) => textsIn(language).sources.models;
  expectSaid((language) => models(language).stories, ...stories.map((n) => n.toLocaleString('en')));
  const hundreds = (count: number) => (Math.round(count / 100) * 100).toLocaleString('en');
  expectSaid(
    (language) => models(language)['stories-large'](''),
    hundreds(large[0]!),
    hundreds(large[1]! + large[2]!),
    `${large[1]}`,
  );
});

test('chapter 4: the first layer makes the vectors of the stream ten times as long, and not all alike', async () => {
  const hooks = ['blocks.0.resid_pre', 'blocks.0.resid_post'] as const;
  for (const writer of writers)
    for (const text of kExamples[writer]) {
      const { activations } = await modelOf(writer).forward(text, { capture: [...hooks] });
      const [before, after] = hooks.map((hook) => {
        const { data, shape } = activations[hook]!;
        const width = shape.at(-1)!;
        const rows = Array.from({ length: data.length / width }, (_, row) => row * width);
        return rows.map((start) => Math.hypot(...data.subarray(start, start + width)));
      }) as [number[], number[]];
      for (const [row, length] of after.entries())
        expect(length / before[row]!).toBeGreaterThan(10);
      expect(Math.max(...after) / Math.min(...after)).toBeGreaterThan(1.5);
    }
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

test.each(['stories', 'stories-large'] as const)(
  'the first view: a word with its blank is another token than without (%s)',
  async (writer) => {
    const tokens = await modelOf(writer).tokenizer.encode('Tom saw Tom');
    const [first, last] = [tokens.at(0)!, tokens.at(-1)!];
    expect([first.text, last.text]).toEqual(['Tom', ' Tom']);
    expect(first.id).not.toBe(last.id);
    expectSaid((language) => textsIn(language).first.nextText[writer], '“␣Tom”', '“Tom”');
  },
);

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

  test('mostly do not rhyme, as the model’s card has it', () => {
    const card = readFileSync('models/tang/README.md', 'utf8');
    const [, kept, of, rhymed] = /\| sampled +\| (\d+) of (\d+) +\| (\d+)/.exec(card)!.map(Number);
    expect(kept).toBe(of);
    expect(rhymed! / kept!).toBeLessThan(0.5);
    expect(textsIn('zh').writing.notes.tang).toContain('多半不押韵，不讲平仄');
    expect(textsIn('en').writing.notes.tang).toContain(
      'mostly do not rhyme, follow no tonal pattern',
    );
  });
});

describe('chapter 7: the translations', () => {
  const translated = async (text: string, num_beams: number, ablate: readonly Ablation[] = []) =>
    modelOf(translatorOf(text)).generate(text, { max_new_tokens: 64, num_beams, ablate }).result();

  /** Read by people: each of them is right. */
  const right: Readonly<Record<string, readonly [greedy: string, beam: string]>> = {
    'The moon is very bright tonight.': ['今晚月亮很明亮。', '今晚月亮非常明亮。'],
    'If it rains tomorrow, we will stay at home.': [
      '如果明天下雨的话，我们就待在家里。',
      '如果明天下雨的话，我们就待在家里。',
    ],
    'He went to bed early because he was tired.': [
      '他因为累了，所以很早就去睡觉了。',
      '他因为累了，所以很早就去睡觉了。',
    ],
    '我是一个学生。': ["I'm a student.", "I'm a student."],
    '今天天气很好。': ["It's fine today.", 'The weather is very nice today.'],
  };

  test('that are offered are right, greedily and with the page’s beam', async () => {
    expect(Object.keys(right)).toEqual(kSourceExamples);
    for (const [text, [greedy, beam]] of Object.entries(right)) {
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

  test('of the first sentence change with the beam’s width, or with greedy', () => {
    const [greedy, beam] = right[kInitialSource]!;
    expect(beam).not.toBe(greedy);
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

  test('chapter 9: without one head of the last layer bright becomes beautiful', async () => {
    const [greedy] = right[kInitialSource]!;
    const without = await translated(kInitialSource, 1, [{ layer: 2, head: 2, stack: 'cross' }]);
    expect(without.text).toBe(greedy.replace('明亮', '美'));
    const parts = [kInitialSource, '明亮', '美', '3'];
    expectSaid((language) => textsIn(language).whatIf.translationBody, ...parts);
  });

  test('chapter 9: head by head, from the last layer back, it drifts away from the sentence', async () => {
    const all = headsOf(modelOf('en-zh')).map((place) => ({ ...place, stack: 'cross' as const }));
    const backwards = all.reverse();
    const expected = ['今晚月亮很明亮。', '今晚的月亮很美。', '这个星期间很好。'];
    for (const [i, count] of [0, 3, 4].entries()) {
      const { text } = await translated(kInitialSource, 1, backwards.slice(0, count));
      expect(text).toBe(expected[i]);
    }
    const whole = await translated(kInitialSource, 1, backwards);
    expect(whole.text).not.toMatch(/月亮|晚/);
  });

  test('chapter 9: without all twelve heads the translation is the same for every sentence', async () => {
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
      const risen = changed.filter((each) => each > probability).length;
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

  test('stories: one head alone puts “favorite” before “toy”', async () => {
    const { word, first, each } = await sweep('stories', kDog);
    expect(kExamples.stories).toContain(kDog);
    const changed = each.filter((head) => head.first !== first);
    expect(changed.map(({ place }) => place)).toEqual([{ layer: 0, head: 3 }]);
    expect([await wordOf('stories', changed[0]!.first), word]).toEqual(['favorite', 'toy']);
    expectSaid((language) => textsIn(language).whatIf.worth.stories, kDog, 'favorite', 'toy');
  });

  test('tang: few heads put another character first, and the poem’s comes second', async () => {
    const { word, probability, first, each } = await sweep('tang', kInitialText.tang);
    const changed = each.filter((head) => head.first !== first).length;
    const row = await probabilities(modelOf('tang'), kInitialText.tang);
    const [, second = 0] = [...row].map((_, id) => id).sort((a, b) => row[b]! - row[a]!);
    expect(await wordOf('tang', second)).toBe('秋');
    expectSaid(
      (language) => textsIn(language).whatIf.worth.tang,
      kInitialText.tang,
      word,
      '秋',
      percent(row[second]!, 1),
      percent(probability, 1),
      `${changed}`,
      `${each.length}`,
    );
  });
});

test('sources: what is said of each model is what it is', () => {
  for (const name of [...writers, ...translators, 'aab'] as const) {
    const { parameters, config } = modelOf(name);
    const {
      decoder_layers,
      num_heads,
      d_model,
      d_ff,
      vocab_size,
      source_vocab_size,
      max_positions,
    } = config.resolved;
    const written = (count: number) => count.toLocaleString('en');
    const text = (language: string) => {
      const said = textsIn(language).sources.models[name];
      return typeof said === 'function' ? said('') : said;
    };
    expectSaid(text, written(parameters));
    if (name === 'aab') continue;
    const card = readFileSync(
      new URL(`../../../models/${name}/README.md`, import.meta.url),
      'utf8',
    );
    const [, loss] = /^\| loss +\| ([\d.]+)/m.exec(card)!;
    const isPair = config.resolved.architecture === 'encoder-decoder';
    const numbers = [
      d_model,
      d_ff,
      vocab_size,
      ...(isPair ? [source_vocab_size] : [max_positions]),
    ].map(written);
    expectSaid(text, loss!, ...numbers);
    const layers = { en: `${decoder_layers} layers`, zh: `${decoder_layers} 层` };
    const heads = { en: `${num_heads} heads`, zh: `${num_heads} 个头` };
    for (const language of ['en', 'zh'] as const)
      for (const part of [layers[language], heads[language]])
        expect(plain(text(language)).replace(/ /g, '')).toContain(part.replace(/ /g, ''));
  }
});
