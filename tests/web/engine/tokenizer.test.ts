import { loadModel, type ModelFiles, type ModelTokenizer, type Token } from 'glassformer';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aabFiles, byteLevel, encoderDecoderFiles, refusal } from './helpers.ts';

/** The tokenizer of a model that has these files beside the hand-made one's weights. */
async function tokenizerOf(files: Partial<ModelFiles>): Promise<ModelTokenizer> {
  const loaded = await loadModel({ ...aabFiles(), ...files });
  onTestFinished(() => loaded.close());
  return loaded.tokenizer;
}

const characters = (text: string) => ({
  vocabJson: JSON.stringify(Object.fromEntries([...new Set(text)].map((c, i) => [c, i]))),
});
const covered = (text: string, tokens: readonly Token[]) =>
  tokens.map(({ start, end }) => text.slice(start, end));

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
    const tokenizer = await tokenizerOf(config(normalizer));
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
