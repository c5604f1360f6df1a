/** What the prose says of the shipped models, computed with them: a model that breaks a sentence fails here. */
import {
  beamSearchOverTable,
  loadModel,
  positionalEncoding,
  softmax,
  type Ablation,
  type GenerationOptions,
  type HookEdit,
  type Model,
  type Run,
} from 'glassformer';
import { readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { metreFault } from '../../../tools/models/metre.mjs';
import {
  kBeamWinsTable,
  toProbabilityTable,
} from '../../../web/page/chapters/writing/beam/table.ts';
import { GenerationChoice, kTranslatorBeams } from '../../../web/page/generation.ts';
import { languages, textsIn } from '../../../web/page/i18n/texts.ts';
import {
  kInitialSource,
  kSourceExamples,
  kWrongSource,
  translatorOf,
  translators,
} from '../../../web/page/source.ts';
import {
  kCircuits,
  kExamples,
  kFirstHead,
  kInitialText,
  kPatched,
  type Writer,
  writers,
} from '../../../web/page/writers.ts';
import { headHabits, type HeadPlace } from '../../../web/src/view/heads.ts';
import { at, matrixOf } from '../../../web/src/view/matrix.ts';
import './all-languages.ts';

const kDog = 'The dog was sad because he lost his';
const models = new Map<string, Model>();
const modelOf = (name: string): Model => models.get(name) as Model;

beforeAll(async () => {
  for (const name of [...writers, ...translators, 'aab']) models.set(name, await loadModel(name));
});
afterAll(async () => {
  for (const model of models.values()) await model.close();
});

/** The words of a text of the page, as they are read. */
function plain(text: unknown): string {
  return written(text)
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** With the templates in it: links to chapters, titles. */
function written(text: unknown): string {
  if (typeof text !== 'object' || text === null) return String(text);
  const { strings, values } = text as {
    readonly strings: readonly string[];
    readonly values: readonly unknown[];
  };
  return strings.map((each, i) => each + (i < values.length ? written(values[i]) : '')).join('');
}

/** In every language a sentence of the page has all of these. */
function expectSaid(text: (language: string) => unknown, ...parts: readonly string[]): void {
  for (const language of languages)
    for (const part of parts)
      expect(plain(text(language)).replace(/ /g, '')).toContain(part.replace(/ /g, ''));
}

const percent = (share: number, digits = 0) => `${(100 * share).toFixed(digits)}%`;

async function probabilities(model: Model, text: string, ablate: readonly Ablation[] = []) {
  const { activations } = await model.forward(text, { capture: ['logits'], ablate });
  const data = activations['logits']!.data.slice(-model.config.resolved.vocab_size);
  return (await softmax({ shape: [1, data.length], data })).data;
}

const likeliest = (row: Float32Array) => row.indexOf(Math.max(...row));

function headsOf(model: Model): HeadPlace[] {
  const { decoder_layers, num_heads } = model.config.resolved;
  return Array.from({ length: decoder_layers * num_heads }, (_, i) => ({
    layer: Math.floor(i / num_heads),
    head: i % num_heads,
  }));
}

const patternOf = (run: Run, { layer, head }: HeadPlace) =>
  matrixOf(run.activations[`blocks.${layer}.attn.pattern`]!, head);

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
  test('stories: one likes the comma, one the token before', async () => {
    const run = await modelOf('stories').forward(kInitialText.stories, { capture: ['*.pattern'] });
    const comma = run.tokens.findIndex(({ text }) => text === ',');
    const pattern = patternOf(run, { layer: 1, head: 0 });
    const rows = run.tokens.map((_, row) => row).filter((row) => row > comma);
    const mean = (share: (row: number) => number) =>
      rows.reduce((sum, row) => sum + share(row), 0) / rows.length;
    const onComma = mean((row) => at(pattern, row, comma));
    const { previous, even } = headHabits(patternOf(run, { layer: 2, head: 2 }));
    expectSaid(
      (language) => textsIn(language).looking.habits.stories,
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

test('chapter 6: with the other table the beam wins, as the text says', async () => {
  const probability = async (num_beams: number) => {
    const options = { num_beams, max_new_tokens: 2, length_penalty: 0 };
    const search = beamSearchOverTable(toProbabilityTable(kBeamWinsTable), options);
    const { text, score } = await search.result();
    return [text, Math.exp(score).toFixed(2)] as const;
  };
  const [greedy, beam] = [await probability(1), await probability(2)];
  expect([greedy[0], beam[0]]).toEqual(['AB', 'BA']);
  expectSaid((language) => textsIn(language).beam.beamWinsText, greedy[1], beam[1], '0.9', 'B A');
});

test('chapter 8: a coin that is tossed costs 0.693', () => {
  const loss = (-Math.log(1 / 2)).toFixed(3);
  expectSaid((language) => textsIn(language).aab.learning.body, loss, '−ln');
});

test('the first view: a word with its blank is another token than without', async () => {
  const tokens = await modelOf('stories').tokenizer.encode('Tom saw Tom');
  const [first, last] = [tokens.at(0)!, tokens.at(-1)!];
  expect([first.text, last.text]).toEqual(['Tom', ' Tom']);
  expect(first.id).not.toBe(last.id);
  expectSaid((language) => textsIn(language).first.nextText.stories, '“␣Tom”', '“Tom”');
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

test('chapter 8: in aab aab … the logits lie 1023 or 1025 apart', async () => {
  const apart = new Set<number>();
  const text = 'aab'.repeat(5);
  for (let length = 1; length <= text.length; ++length) {
    const seen = text.slice(0, length).slice(-5);
    const { activations } = await modelOf('aab').forward(seen, { capture: ['logits'] });
    const [a, b] = activations['logits']!.data.slice(-2);
    apart.add(Math.abs(a! - b!));
  }
  expect([...apart].sort()).toEqual([1023, 1025]);
  expectSaid((language) => textsIn(language).choosing.body, '1023', '1025');
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

  test('stories: Lily stays first without any one of them', async () => {
    const { word, probability, first, each } = await sweep('stories', kInitialText.stories);
    expect(word).toBe('Lily');
    expect(each.filter((head) => head.first !== first)).toEqual([]);
    const changed = each.map((head) => head.probability);
    const risen = changed.filter((each) => each > probability).length;
    expectSaid(
      (language) => textsIn(language).whatIf.worth.stories,
      kInitialText.stories,
      `${each.length}`,
      percent(Math.min(...changed), 1),
      percent(Math.max(...changed), 1),
      percent(probability, 1),
      `${risen}`,
    );
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
    const text = (language: string) => textsIn(language).sources.models[name];
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

describe('chapter 10: where a difference is kept', () => {
  /** Of the stream before `layer` at `place`: how much of the difference of the two answers it brings back. */
  async function restored(writer: Writer) {
    const model = modelOf(writer);
    const [clean, corrupted] = await Promise.all(
      kPatched[writer].map((text) =>
        model.forward(text, { capture: ['blocks.*.resid_pre', 'logits'] }),
      ),
    );
    const last = ({ activations }: Run) =>
      activations['logits']!.data.slice(-model.config.resolved.vocab_size);
    const answers = [clean!, corrupted!].map((run) => likeliest(last(run)));
    const difference = (run: Run) => last(run)[answers[0]!]! - last(run)[answers[1]!]!;
    const [from, to] = [difference(clean!), difference(corrupted!)];
    const share = async (layer: number, place: number) => {
      const hook = `blocks.${layer - 1}.resid_pre`;
      const own = corrupted!.activations[hook]!;
      const [, width] = own.shape as [number, number];
      const set = own.data.slice();
      const row = clean!.activations[hook]!.data.subarray(place * width, (place + 1) * width);
      set.set(row, place * width);
      const edits = [{ hook, set }];
      const run = await model.forward(kPatched[writer][1], { capture: ['logits'], edits });
      return (difference(run) - to) / (from - to);
    };
    const words = await Promise.all(answers.map((id) => model.tokenizer.decode([id])));
    const names = [clean!, corrupted!].map(({ tokens }) => tokens.map(({ text }) => text.trim()));
    const place = names[0]!.findIndex((name, i) => name !== names[1]![i]);
    return {
      share,
      place,
      end: names[0]!.length - 1,
      names: [names[0]![place]!, names[1]![place]!, names[0]!.at(-1)!],
      words: words.map((word) => word.trim()),
    };
  }

  test('stories: a boy’s name or a girl’s', async () => {
    const { share, place, end, names, words } = await restored('stories');
    const text = (language: string) => textsIn(language).study.patched.stories;
    const gone = await share(4, place);
    expect(Math.abs(gone)).toBeLessThan(0.05);
    const shares = [share(1, place), share(2, end), share(2, place), share(4, end)];
    const said = (await Promise.all(shares)).map((each) => each.toFixed(2));
    expectSaid(text, ...names, ...words, ...said);
  });

  test('tang: two words for a door', async () => {
    const { share, place, end, names, words } = await restored('tang');
    const text = (language: string) => textsIn(language).study.patched.tang;
    const shares = [share(1, place), share(2, place), share(2, end), share(4, end)];
    const said = (await Promise.all(shares)).map((each) => each.toFixed(2));
    expectSaid(text, kPatched.tang[0], ...names, ...words, ...said);
  });

  async function withoutEach(writer: Writer) {
    const model = modelOf(writer);
    const text = kInitialText[writer];
    const size = model.config.resolved.vocab_size;
    const run = async (edits: readonly HookEdit[]) => {
      const { activations } = await model.forward(text, { capture: ['logits'], edits });
      const data = activations['logits']!.data.slice(-size);
      return (await softmax({ shape: [1, size], data })).data;
    };
    const before = await run([]);
    const id = likeliest(before);
    const heads = [];
    for (const { layer, head } of headsOf(model))
      heads.push(await run([{ hook: `blocks.${layer}.attn.z`, head, scale: 0 }]));
    const mlps = [];
    for (let layer = 0; layer < model.config.resolved.decoder_layers; ++layer)
      mlps.push(await run([{ hook: `blocks.${layer}.mlp_out`, scale: 0 }]));
    const said = (await model.tokenizer.decode([id])).trim();
    return { id, before: before[id]!, heads, mlps: mlps.map((each) => each[id]!), said };
  }

  test('stories: no head alone decides, two feed-forwards do', async () => {
    const { id, before, heads, mlps, said } = await withoutEach('stories');
    for (const each of heads) expect(likeliest(each)).toBe(id);
    const ranked = [...mlps].sort((a, b) => a - b);
    expect(ranked.slice(0, 2)).toEqual([mlps[0], mlps[4]]);
    expectSaid(
      (language) => textsIn(language).study.ablated.stories,
      kInitialText.stories,
      said,
      ...[before, mlps[0]!, mlps[4]!].map((each) => percent(each, 1)),
    );
  });

  test('tang: the first feed-forward is worth more than any head', async () => {
    const { id, before, heads, mlps, said } = await withoutEach('tang');
    expectSaid(
      (language) => textsIn(language).study.ablated.tang,
      kInitialText.tang,
      said,
      percent(before, 1),
    );
    expect(mlps[0]).toBeLessThan(0.001);
    const changes = heads.map((each) => Math.abs(each[id]! - before));
    expect(before - mlps[0]!).toBeGreaterThan(Math.max(...changes));
    // "Most heads are hardly missed."
    expect(changes.filter((each) => each < 0.02).length).toBeGreaterThan(heads.length * 0.7);
  });

  test('a translation: the head that is worth most', async () => {
    const model = modelOf('en-zh');
    const source = kInitialSource;
    const { ids } = await model.generate(source, { max_new_tokens: 80 }).result();
    const { decoder_start_token_id: start = 0, decoder_layers, num_heads } = model.config.resolved;
    const run = async (ablate: readonly Ablation[]) => {
      const input = [start, ...ids.slice(0, -1)];
      const options = { source, ablate, capture: ['decoder.logits'] };
      const { activations } = await model.forward(input, options);
      const rows = matrixOf(await softmax(activations['decoder.logits']!));
      return Math.exp(
        ids.reduce((sum, id, row) => sum + Math.log(at(rows, row, id)), 0) / ids.length,
      );
    };
    const before = await run([]);
    const changes: [number, string][] = [];
    for (const stack of ['decoder', 'cross'] as const)
      for (let layer = 0; layer < decoder_layers; ++layer)
        for (let head = 0; head < num_heads; ++head) {
          const change = Math.abs((await run([{ stack, layer, head }])) - before);
          changes.push([change, `${stack} ${layer} ${head}`]);
        }
    expect(changes.sort(([a], [b]) => b - a)[0]?.[1]).toBe(`cross ${decoder_layers - 1} 0`);
    expectSaid((language) => textsIn(language).study.ablationTranslator, source);
  });

  test.each([
    ['stories', 'girl', 2],
    ['tang', '雨', 1],
  ] as const)('%s: what two heads are made for', async (writer, word, named) => {
    const model = modelOf(writer);
    const { d_model: size, num_heads, norm_epsilon } = model.config.resolved;
    const width = size / num_heads;
    const weight = async (name: string) => matrixOf(await model.weight(name));
    const [table, last] = await Promise.all([weight('wte.weight'), weight('ln_f.weight')]);
    const tokens = await model.tokenizer.encode(kInitialText[writer]);
    const average = (values: readonly number[]) =>
      values.reduce((sum, each) => sum + each, 0) / values.length;
    const dot = (a: readonly number[], b: readonly number[]) =>
      a.reduce((sum, each, i) => sum + each * b[i]!, 0);
    const circuitOf = async ({ layer, head }: HeadPlace) => {
      const [gain, qkv, out] = await Promise.all(
        ['ln_1', 'attn.c_attn', 'attn.c_proj'].map((name) => weight(`h.${layer}.${name}.weight`)),
      );
      const read = (id: number) => {
        const row = Array.from({ length: size }, (_, i) => at(table, id, i));
        const mean = average(row);
        const deviation = Math.sqrt(average(row.map((each) => (each - mean) ** 2)) + norm_epsilon);
        return row.map((each, i) => ((each - mean) / deviation) * at(gain!, 0, i));
      };
      const part = (x: readonly number[], which: number) =>
        Array.from({ length: width }, (_, j) =>
          x.reduce((sum, each, i) => sum + each * at(qkv!, i, which * size + head * width + j), 0),
        );
      return { read, part, out: out!, first: head * width };
    };
    const said: string[] = [];
    {
      const { read, part } = await circuitOf(kCircuits[writer].qk);
      const rows = tokens.map(({ id }) => read(id));
      const scores = rows.map((q) =>
        rows.map((k) => dot(part(q, 0), part(k, 1)) / Math.sqrt(width)),
      );
      const diagonal = scores.map((row, i) => row[i]!);
      for (const each of [average(diagonal), average(scores.flat())])
        said.push(each.toFixed(2).replace('-', '−'));
    }
    {
      const { read, part, out, first } = await circuitOf(kCircuits[writer].ov);
      const { id } = tokens.find(({ text }) => text.trim() === word)!;
      const value = part(read(id), 2);
      const written = Array.from({ length: size }, (_, i) =>
        value.reduce((sum, each, k) => sum + each * at(out, first + k, i), 0),
      );
      const mean = average(written);
      const given = written.map((each, i) => (each - mean) * at(last, 0, i));
      const logits = Array.from({ length: table.rows }, (_, row) =>
        given.reduce((sum, each, i) => sum + each * at(table, row, i), 0),
      );
      const ids = logits.map((_, row) => row).sort((a, b) => logits[b]! - logits[a]!);
      for (const text of await model.tokenizer.texts(ids.slice(0, named))) said.push(text.trim());
    }
    expectSaid((language) => textsIn(language).study.circuits[writer], word, ...said);
  });

  test.each(writers)(
    '%s: the token whose logit is taken apart is the likeliest',
    async (writer) => {
      const model = modelOf(writer);
      const first = likeliest(await probabilities(model, kInitialText[writer]));
      const word = (await model.tokenizer.decode([first])).trim();
      expectSaid((language) => textsIn(language).study.attributionBody[writer], word);
    },
  );
});
