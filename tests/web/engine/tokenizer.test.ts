import { loadModel, type ModelFiles, type ModelTokenizer, type Token } from 'glassformer';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  aabFiles,
  byteLevel,
  encoderDecoderFiles,
  gpt2Files,
  refusal,
  syntheticFiles,
} from './helpers.ts';

/** The tokenizer of a model of 300 ids that has these files. */
async function tokenizerOf(files: Partial<ModelFiles>): Promise<ModelTokenizer> {
  const loaded = await loadModel({ ...syntheticFiles(4, 300), ...files });
  onTestFinished(() => loaded.close());
  return loaded.tokenizer;
}

const characters = (text: string) => ({
  vocabJson: JSON.stringify(Object.fromEntries([...new Set(text)].map((c, i) => [c, i]))),
});
const covered = (text: string, tokens: readonly Token[]) =>
  tokens.map(({ start, end }) => text.slice(start, end));

test('a text without an end is refused before it is split', async () => {
  const tokenizer = await tokenizerOf(characters('a'));
  const { code, message } = await refusal(tokenizer.encode('a'.repeat(2 ** 20 + 1)));
  expect([code, message]).toEqual([
    'InvalidArgument',
    'the text has 1048577 characters; at most 1048576 are split into tokens at once',
  ]);
  // Where a token is a character, a text that the context cannot hold is told from its length.
  const model = await loadModel('aab');
  onTestFinished(() => model.close());
  expect((await refusal(model.forward('a'.repeat(100)))).details).toEqual({
    kind: 'tooLong',
    tokens: 25,
    limit: 5,
    atLeast: true,
  });
});

describe('offsets are those of String.prototype.slice', () => {
  const text = 'a你😀b好👍🏽';

  test('for a tokenizer of characters', async () => {
    const tokenizer = await tokenizerOf(characters(text));
    const tokens = await tokenizer.encode(text);
    expect(tokens.map((token) => token.text)).toEqual([...text]);
    expect(covered(text, tokens)).toEqual([...text]);
    expect(await tokenizer.decode(tokens)).toBe(text);
  });

  test('for tokens that are parts of a character, which cover the whole of it', async () => {
    const tokenizer = await tokenizerOf(byteLevel());
    const tokens = await tokenizer.encode(text);
    const bytes = [...text].flatMap((c) => Array.from(new TextEncoder().encode(c), () => c));
    expect(covered(text, tokens)).toEqual(bytes);
    expect(tokens.map(({ id }) => id)).toEqual([...new TextEncoder().encode(text)]);
    expect(tokens[1]!.text).toBe('<0xE4>');
    expect(await tokenizer.decode(tokens)).toBe(text);
  });
});

test('a lone surrogate counts as U+FFFD', async () => {
  const tokenizer = await tokenizerOf(characters('a\uFFFD'));
  const tokens = await tokenizer.encode('a\uD83Da\uDE00');
  expect(tokens.map((token) => token.text)).toEqual(['a', '\uFFFD', 'a', '\uFFFD']);
  expect(tokens.map(({ start }) => start)).toEqual([0, 1, 2, 3]);
});

test('text with a NUL goes through whole', async () => {
  const tokenizer = await tokenizerOf(byteLevel());
  expect(await tokenizer.decode(await tokenizer.encode('a\0b'))).toBe('a\0b');
});

test('bytes that are no whole character are decoded as U+FFFD', async () => {
  const tokenizer = await tokenizerOf(byteLevel());
  expect(await tokenizer.decode([0x61, 0xe4, 0xbd])).toMatch(/^a\uFFFD+$/);
  expect(await tokenizer.decode([])).toBe('');
});

test('what is not in the vocabulary is refused by name, and what is no text or id by type', async () => {
  const tokenizer = await tokenizerOf({ vocabJson: '{"a":0,"b":1}' });
  const error = await refusal(tokenizer.encode('a猫'));
  expect([error.code, error.message]).toEqual(['InvalidText', expect.stringContaining('猫')]);
  expect((await refusal(tokenizer.encode(7 as never))).message).toBe(
    'encode: text must be a text, found 7',
  );
  expect((await refusal(tokenizer.decode([0.5]))).message).toMatch(
    /^decode: ids must be a list, each a token id/,
  );
  expect((await refusal(tokenizer.decode([-1]))).code).toBe('InvalidArgument');
  for (const ids of [null, 7, [null]]) {
    const found = JSON.stringify(ids);
    for (const call of ['decode', 'texts'] as const)
      expect((await refusal(tokenizer[call](ids as never))).message).toMatch(
        new RegExp(
          `^${call}: ids must be a list, each a token id .*, found ${found.replace('[', '\\[')}`,
        ),
      );
  }
});

test('an id outside the vocabulary is refused, with a tokenizer and without', async () => {
  const sentence = (last: number) =>
    `InvalidArgument: ids[1] is ${last + 1}; expected an id from 0 to ${last}`;
  const models: [ModelFiles, number][] = [
    [{ ...syntheticFiles(4, 300), ...byteLevel() }, 299],
    [gpt2Files(), 96],
    [encoderDecoderFiles(), 49],
  ];
  for (const [files, last] of models) {
    const model = await loadModel(files);
    for (const tokenizer of [model.tokenizer, model.sourceTokenizer])
      for (const call of ['decode', 'texts'] as const) {
        const error = await refusal(tokenizer[call]([0, last + 1]));
        expect(`${error.code}: ${error.message}`).toBe(sentence(last));
        await tokenizer[call]([0, last]);
      }
    await model.close();
  }
});

test('rows of the model that no token stands for add nothing to a text, and are shown as unused', async () => {
  const model = await loadModel({ ...syntheticFiles(4, 300), ...byteLevel() });
  expect(await model.tokenizer.decode([0x61, 299, 0x62])).toBe('ab');
  expect(await model.tokenizer.texts([0x61, 299])).toEqual(['a', '[unused299]']);
  const forced = { forced_tokens: [299, 0x62], max_new_tokens: 2, do_sample: false };
  const steps = [];
  for await (const step of model.generate('a', forced)) steps.push(step.token_text);
  expect(steps).toEqual(['[unused299]', 'b']);
  expect((await model.generate('a', forced).result()).text).toBe('b');
  expect((await model.forward([0x61, 299])).tokens[1]!.text).toBe('[unused299]');
  await model.close();
});

test('a vocabulary with more ids than the model has is refused at load', async () => {
  const refused = async (files: ModelFiles) => {
    const { code, message, details } = await refusal(loadModel(files));
    expect([code, details?.kind]).toEqual(['InvalidFile', 'invalidFile']);
    return message;
  };
  const ends = 'but the vocabulary that config.json gives the model ends at';
  expect(await refused(aabFiles({ vocabJson: '{"a":0,"b":1,"c":2}' }))).toBe(
    `the given files: vocab.json gives the token 'c' the id 2, ${ends} 1`,
  );
  const tokenizerJson = JSON.stringify({
    model: { type: 'WordLevel', vocab: { a: 0 } },
    pre_tokenizer: { type: 'WhitespaceSplit' },
    added_tokens: [{ id: 97, content: '[PAD]' }],
  });
  expect(await refused({ ...gpt2Files(), tokenizerJson })).toBe(
    `the given files: tokenizer.json gives the token '[PAD]' the id 97, ${ends} 96`,
  );
  const long = { vocabTxt: Array.from({ length: 51 }, (_, i) => `w${i}\n`).join('') };
  expect(await refused({ ...encoderDecoderFiles(), source: long })).toBe(
    `the given files: vocab.txt gives the token 'w50' the id 50, ${ends} 49`,
  );
});

describe('a text that cannot fit the context', () => {
  const text = 'a'.repeat(3_000_000);
  const sentence = "found at least 3000000 tokens, but this model's context holds 64";

  test('is refused by its bytes, before it is cut into tokens', async () => {
    const model = await loadModel({ ...syntheticFiles(4, 300), ...byteLevel() });
    const started = performance.now();
    const error = await refusal(model.forward(text));
    expect(error.message).toBe(`input: ${sentence}`);
    expect(error.details).toEqual({ kind: 'tooLong', tokens: 3_000_000, limit: 64, atLeast: true });
    const took = performance.now() - started;
    const encoding = performance.now();
    await model.tokenizer.encode(text.slice(0, 300_000));
    expect(took).toBeLessThan(performance.now() - encoding); // a tenth of the text takes longer
    expect((await refusal(model.forward('a'.repeat(65)))).message).toBe(
      "input: found at least 65 tokens, but this model's context holds 64",
    );
    expect((await model.forward('a'.repeat(64))).tokens.length).toBe(64);
    await model.close();
  });

  test('is read by its end as a prompt', async () => {
    const model = await loadModel({ ...syntheticFiles(4, 300), ...byteLevel() });
    const { ids } = await model.generate('a'.repeat(100), { max_new_tokens: 1 }).result();
    expect(ids).toHaveLength(1);
    await model.close();
  });
});

test('an encoder–decoder has a tokenizer for each side, or one for both', async () => {
  const files = encoderDecoderFiles();
  const [left, right] = [characters('xyz'), characters('甲乙丙')];
  const two = await loadModel({ ...files, ...right, source: left });
  expect((await two.sourceTokenizer.encode('zy')).map(({ id }) => id)).toEqual([2, 1]);
  expect((await two.tokenizer.encode('丙乙')).map(({ id }) => id)).toEqual([2, 1]);
  await two.close();
  const one = await loadModel({ ...files, ...right });
  expect(await one.sourceTokenizer.encode('丙')).toEqual(await one.tokenizer.encode('丙'));
  await one.close();
});

describe('a text that the config normalises', () => {
  const config = (normalizer: unknown) => ({
    config: { ...(JSON.parse(String(aabFiles().config)) as object), normalizer },
  });
  const normalizer = {
    type: 'Sequence',
    normalizers: [{ type: 'NFKC' }, { type: 'Remove', characters: ' ' }],
  };

  test('is cut into tokens of what it becomes, which cover what was written', async () => {
    const loaded = await loadModel({ ...aabFiles(), ...config(normalizer) });
    onTestFinished(() => loaded.close());
    const { tokenizer } = loaded;
    const text = 'ａ a ｂ';
    const tokens = await tokenizer.encode(text);
    expect(tokens.map((token) => token.text)).toEqual(['a', 'a', 'b']);
    expect(covered(text, tokens)).toEqual(['ａ', 'a', 'ｂ']);
    expect(tokenizer.changes(text)).toEqual([
      { start: 0, end: 1, from: 'ａ', to: 'a' },
      { start: 1, end: 2, from: ' ', to: '' },
      { start: 3, end: 4, from: ' ', to: '' },
      { start: 4, end: 5, from: 'ｂ', to: 'b' },
    ]);
    expect(tokenizer.changes('aab')).toEqual([]);
  });

  test('is refused with the model where the normaliser is none', async () => {
    const error = await refusal(loadModel({ ...aabFiles(), ...config({ type: 'Lower' }) }));
    expect(error.code).toBe('InvalidFile');
    expect(error.message).toMatch(/config\.json's normalizer: type is "Lower"; known are /);
  });
});
