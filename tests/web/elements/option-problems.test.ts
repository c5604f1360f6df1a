/** What is wrong with an option, an attribute or a property, in Chinese: none of the engine's English is left. */
import { createEngine, type GlassformerError, loadModel, softmax } from 'glassformer';
import { describe, expect, test } from 'vitest';
import { generationRules, trainingRules } from '../../../web/src/shared/options.ts';
import {
  amount,
  asJson,
  cellPlace,
  controls,
  hookName,
  leftOut,
  numbers,
  oneOf,
  type Rule,
  someOf,
  under,
  whole,
  wholes,
  whyNone,
} from '../../../web/src/elements/base/attributes.ts';
import { asLearned, defaultSettings } from '../../../web/src/elements/base/controls.ts';
import * as kinds from '../../../web/src/elements/base/kinds.ts';
import { settingsAs } from '../../../web/src/elements/base/settings-rule.ts';
import { kOptionSentences, tellOption } from '../../../web/src/elements/i18n/zh-CN/options.ts';
import { aabFiles, refusal } from '../engine/helpers.ts';

/** Words of English, as they stand in a sentence: two in a row. */
const kEnglish = /[a-z]{2,} [a-z]{2,}/;

function inChinese(message: string): string {
  const sentence = tellOption(message);
  expect(sentence, message).not.toBeNull();
  expect(sentence, message).toMatch(/^[^\n]*\p{Script=Han}[^\n]*。$/u);
  expect(sentence, message).not.toMatch(kEnglish);
  return sentence!;
}

test('each sentence is told with all that it names', () => {
  for (const [english] of kOptionSentences) {
    const names: string[] = [];
    const message = english.replaceAll('{}', () => `"w${names.push(`w${names.length + 1}`)}"`);
    const sentence = inChinese(message);
    for (const name of names) expect(sentence).toContain(name);
  }
});

const expectedOf = (rules: object): string[] =>
  Object.values(rules).flatMap((rule: { readonly expected?: string }) => rule.expected ?? []);

test.each([...new Set([...expectedOf(generationRules), ...expectedOf(trainingRules)])])(
  'what an option must be is known: %s',
  (expected) => {
    inChinese(`generate: x must be ${expected}, found "a b"`);
  },
);

describe('what an attribute or a property must be', () => {
  const refusalOf = (rule: Rule, value: unknown): string => {
    try {
      rule('x', value);
    } catch (error) {
      return inChinese((error as GlassformerError).message);
    }
    throw new Error('it was taken');
  };

  test.each<[rule: Rule, value: unknown, sentence: string]>([
    [whole(0), 'a', 'x 是 "a"，应为不小于 0 的整数。'],
    [whole(1, 9), 0.5, 'x 是 0.5，应为 1 到 9 的整数。'],
    [amount(0, 1), 2, 'x 是 2，应为 0 到 1 的数。'],
    [amount(0), NaN, 'x 是 NaN，应为不小于 0 的数。'],
    [oneOf('a', 'b', 'c'), 'a b', 'x 是 "a b"，应为 "a"、"b" 或 "c"。'],
    [someOf('a', 'b'), 'a c', 'x 是 "c"，应为由 "a" 或 "b" 组成。'],
    [someOf('a', 'b'), 'a a', 'x 是 "a a"，应为由 "a" 或 "b" 组成，每个只写一次。'],
    [controls('a', 'b', 'c'), 'd', 'x 是 "d"，应为不写值，或由 "a"、"b" 或 "c" 组成。'],
    [controls('a'), 'd', 'x 是 "d"，应为不写值，或由 "a" 组成。'],
    [controls(), 'd', 'x 是 "d"，应为不写值（这个元素没有自己的控件）。'],
    [leftOut('glass-train'), 'm', 'x 是 "m"，应为省略（<glass-train> 不用它）。'],
    [leftOut('glass-model', 'src'), 'm', 'x 是 "m"，应为省略（在 <glass-model> 上它叫 src）。'],
    [hookName, 'a*', 'x 是 "a*"，应为一个激活值的名称。'],
    [cellPlace, 'a', 'x 是 "a"，应为有 layer 和 place 的对象。'],
    [cellPlace, { layer: 0 }, 'x.place 是 undefined，应为不小于 0 的整数。'],
    [under(['a'], whole(0)), 'b', 'x 是 "b"，应为对象。'],
    [wholes, 5, 'x 是 5，应为整数的列表。'],
    [numbers, [], 'x 是列表，应为值都是数的对象。'],
    [numbers, { a: 'b' }, 'x.a 是 "b"，应为数。'],
  ])('%o and %o', (rule, value, sentence) => {
    expect(refusalOf(rule, value)).toBe(sentence);
  });

  test('what is no JSON is told', () => {
    const found = '["a"b"]';
    const message = `row-labels must be a list of labels (texts, or objects with a text), found "${found}"`;
    expect(inChinese(`${message}${whyNone(found, { converter: asJson })}`)).toBe(
      `row-labels 是 "${found}"，不是 JSON，应为标签（文字，或有 text 的对象）的列表。`,
    );
  });

  const { atMost, aGloss, aSpot, ...others } = kinds;
  test.each(Object.entries(others))('%s', (_, rule) => {
    refusalOf(rule, 'a b');
    refusalOf(rule, 5);
    if (rule !== kinds.anObject) refusalOf(rule, { a: 1, b: 2 });
  });

  test('options of generation', () => {
    const wrong = [{ num_beams: 0 }, { temperature: -5 }, { top_p: 7 }, { top_k: 1.5 }, { foo: 1 }];
    const someSettings = settingsAs(defaultSettings, 'mode="greedy"');
    for (const each of [...wrong, { seed: 1e99 }, { top_p: 'x' }, 5]) refusalOf(someSettings, each);
    expect(refusalOf(someSettings, { num_beams: 1e9 })).toBe(
      'x.num_beams 是 1000000000，应为 1 到 1000 的整数。',
    );
    expect(refusalOf(someSettings, { temperature: 1e-300 })).toContain('（32 位浮点数中是 0）');
    someSettings('x', defaultSettings);
    someSettings('x', asLearned);
    expect(() => settingsAs(asLearned, '')('x', defaultSettings)).toThrow(
      'x must be made of "temperature", "top_k" or "top_p", found "max_new_tokens"',
    );
  });

  // The engine's own hint names an option that no settings take.
  test.each([
    [{ temperature: 0 }, 'x.temperature 是 0，应为大于 0 的数（要贪心解码，请写 mode="greedy"）。'],
    [
      { do_sample: false },
      /^x 是 "do_sample"，应为由 .*"length_penalty" 组成（要贪心解码，请写 mode="greedy"）。$/,
    ],
    [{ do_sample: 0 }, /（要贪心解码，请写 mode="greedy"）。$/],
  ])('how settings ask for greedy decoding: %o', (value, sentence) => {
    expect(refusalOf(settingsAs(defaultSettings, 'mode="greedy"'), value)).toMatch(sentence);
  });

  test('a list that is too long, a word, a token', () => {
    expect(refusalOf(atMost(1, kinds.objects), [{}, {}])).toBe(
      'x 是 2 项的列表，应为最多 1 项的列表。',
    );
    refusalOf(aGloss, 'a b');
    expect(refusalOf(aGloss, { a: 5 })).toBe('x["a"] 是 5，应为文字，或读音和文字的列表。');
    expect(refusalOf(aSpot, { query: -1 })).toBe('x.query 是 -1，应为不小于 0 的整数。');
  });
});

describe('what the engine refuses', async () => {
  const engine = createEngine();
  const model = await loadModel(aabFiles(), { engine });
  const wrong = (value: unknown) => value as never;

  test.each<[name: string, refused: () => Promise<unknown>, sentence: string]>([
    [
      'a number out of its range',
      () => model.generate('aab', { top_p: 0 }).result(),
      'generate：top_p 是 0，应为大于 0、不大于 1 的数（1 表示不用）。',
    ],
    ['an option that is none', () => model.generate('aab', wrong({ topp: 1 })).result(), ''],
    ['a choice', () => model.generate('aab', wrong({ early_stopping: 5 })).result(), ''],
    ['texts', () => model.generate('aab', wrong({ stop_strings: 5 })).result(), ''],
    ['a signal', () => model.generate('aab', wrong({ signal: 5 })).result(), ''],
    ['tokens', () => model.forward(wrong([{}])), ''],
    ['what is captured', () => model.forward('aab', wrong({ capture: 5 })), ''],
    [
      'a head',
      () => model.forward('aab', wrong({ ablate: [{ layer: 0 }] })),
      'forward：ablate[0]：缺少选项 head。',
    ],
    [
      'a head of no layer',
      () => model.forward('aab', { ablate: [{ layer: 99, head: 0 }] }),
      'ablate[0]：layer 是 99，应为 0 到 0 的整数。',
    ],
    [
      'an edit of no layer',
      () => model.forward('aab', { edits: [{ hook: 'blocks.99.attn.z', scale: 0 }] }),
      '对“blocks.99.attn.z”的改动，在这个模型里找不到对应的张量。',
    ],
    [
      'an edit of no head',
      () => model.forward('aab', { edits: [{ hook: 'blocks.0.attn.z', head: 9, scale: 0 }] }),
      '对“blocks.0.attn.z”的改动写的是第 9 个头（从 0 数起），而“blocks.0.attn.z”的形状是 [1, 3, 8]，有 1 个头。',
    ],
    [
      'a head of a stack that it has not',
      () => model.forward('aab', { ablate: [{ layer: 0, head: 0, stack: 'encoder' }] }),
      'ablate[0]：stack 是 "encoder"，应为 "decoder"。',
    ],
    [
      'a source',
      () => model.forward('aab', { source: 'aab' }),
      '这个模型没有编码器，不用 source。',
    ],
    [
      'an edit of another size',
      () => model.forward('aab', { edits: [{ hook: 'embed', add: new Float32Array(3) }] }),
      '',
    ],
    ['numbers', () => softmax(wrong({ shape: [2], data: new Float32Array(3) })), ''],
    ['no number', () => softmax(wrong({ shape: [1], data: Float32Array.of(NaN) })), ''],
  ])('%s', async (_, refused, sentence) => {
    const said = inChinese((await refusal(refused())).message);
    if (sentence !== '') expect(said).toBe(sentence);
  });
});
