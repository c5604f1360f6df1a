/** What is wrong with a model's files, in Chinese: every sentence of the engine's is known, and none of its English is left. */
import { readdirSync, readFileSync } from 'node:fs';
import { createEngine, type GlassformerError, loadModel, type ModelFiles } from 'glassformer';
import { describe, expect, test } from 'vitest';
import { kSentences, tellSentence } from '../../../web/src/elements/i18n/zh-CN/files.ts';
import { kOfModel } from '../../../web/src/elements/i18n/zh-CN/files/golden-problems.ts';
import { kPhrases } from '../../../web/src/elements/i18n/zh-CN/files/phrases.ts';
import { readTensors, writeTensors } from '../../../tools/lib/safetensors.mjs';
import { changed, type Golden } from '../engine/goldens.ts';
import { aabFile, aabFiles, golden, gpt2Files, refusal, serveAab } from '../engine/helpers.ts';

const project = new URL('../../../', import.meta.url);
const sourceOf = (path: string) => readFileSync(new URL(path, project), 'utf8');
const known = [...kSentences, ...kPhrases, ...kOfModel].map(([english]) => english);

/** What stands between the parentheses behind each call of one of these. */
function argumentsOf(source: string, calls: RegExp): string[] {
  return [...source.matchAll(calls)].map(({ 0: call, index }) => {
    let [at, depth] = [index + call.length, 1];
    const begin = at;
    for (; depth > 0 && at < source.length; ++at) {
      const rest = source.slice(at);
      const literal = /^"(?:[^"\\]|\\.)*"|^'(?:[^'\\\n]|\\.)*'|^`(?:[^`\\]|\\.)*`|^\/\/.*/.exec(
        rest,
      )?.[0];
      if (literal) at += literal.length - 1;
      else if (source[at] === '(') depth++;
      else if (source[at] === ')') depth--;
    }
    return source.slice(begin, at - 1);
  });
}

/** A name, a quoted word or several of these are what a sentence tells of, in any language. */
const isData = (literal: string) =>
  /^["']?[\w.]*["']?$/.test(literal) || /^"[^"]*"(?:,? (?:or )?"[^"]*")*$/.test(literal);

describe('no sentence of the core lacks its Chinese one:', () => {
  const kFolders = ['files', 'text', 'weights'];
  const files = [
    ...kFolders.flatMap((folder) =>
      readdirSync(new URL(`core/src/${folder}/`, project)).map((name) => `${folder}/${name}`),
    ),
    'model/model_loader.cpp',
  ].filter((name) => /\.[ch]pp$/.test(name));

  /** How the core says that something is wrong with a file. */
  const kCalls =
    /\b(?:invalid_file|tensor_error|json_error|line_error|rule_error|check_unused|refuse_part)\(|\bfail\(|\bexpect\(/g;
  /** The same where the sentence is made beforehand. */
  const kStatements =
    /(?:\bwrong_ =|std::string expected =|kEpsilonRange =|Bound bounds\[\] =|return \w+_of\(slot\.info|is_of_floats\(\S*info,|return "a )[^;]*;/g;

  function literalsIn(name: string): string[] {
    const source = sourceOf(`core/src/${name}`);
    const places = [
      ...argumentsOf(source, kCalls),
      ...[...source.matchAll(kStatements)].map(([statement]) => statement),
      // The config is checked for others, too, and its sentences begin with the file's name here.
      ...(name === 'files/config_check.cpp' ? argumentsOf(source, /invalid_argument\(/g) : []),
    ];
    return places.flatMap((place) =>
      [...place.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*/g)].map(([literals]) =>
        [...literals.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
          .map(([, text]) => text!.replace(/\\(.)/g, '$1'))
          .join(''),
      ),
    );
  }

  test.each(files)('%s', (name) => {
    const lacking = literalsIn(name)
      .map((literal) => literal.replace(/^, expected /, ''))
      .filter((literal) => !isData(literal) && !known.some((each) => each.includes(literal)));
    expect(lacking).toEqual([]);
  });

  test('and they are found', () => {
    const all = files.flatMap(literalsIn).filter((literal) => !isData(literal));
    expect(all.length).toBeGreaterThan(150);
    expect(all).toContain(' follow in the file: it is cut off');
  });
});

test('no sentence of the package’s own about files lacks its Chinese one', () => {
  const kCalls = /\b(?:invalid|fail|must|field|suits)\(|'InvalidFile',/g;
  for (const name of [
    'shared/incoming-files.ts',
    'shared/tokenizer-files.ts',
    'worker/folder.ts',
    'worker/weight-names.ts',
    'worker/read-model.ts',
    'shared/normalise.ts',
    'client/golden.ts',
    'client/verification.ts',
  ]) {
    const source = sourceOf(`web/src/${name}`);
    const places = [
      ...argumentsOf(source, kCalls).filter((place) => place.length < 1000),
      ...[...source.matchAll(/const what = .*;|expected: .*/g)].map(([statement]) => statement),
    ];
    const literals = places.flatMap((place) =>
      [...place.matchAll(/`((?:[^`\\]|\\.)*)`|'((?:[^'\\\n]|\\.)*)'/g)].flatMap(
        ([, template, text]) => (template ?? text ?? '').split(/\$\{(?:[^{}]|\{[^}]*\})*\}/),
      ),
    );
    const said = literals.filter((literal) => / /.test(literal) && literal.trim().length > 2);
    // What stands in a name of the code's own, and how the place is called before the sentence.
    const lacking = said.filter(
      (literal) =>
        !known.some((english) => english.includes(literal.replace(/^: | '$|^'|'$/g, '').trim())),
    );
    expect(lacking, name).toEqual([]);
  }
});

/** Words of English, as they stand in a sentence: two in a row. */
const kEnglish = /[a-z]{2,} [a-z]{2,}/;

test('each sentence is told with all that it names', () => {
  for (const [english] of kSentences) {
    let n = 0;
    const message = english.replaceAll('{}', () => `'w${++n}'`);
    const told = tellSentence(message);
    expect(told, message).toMatch(/^[^\n]*\p{Script=Han}[^\n]*。$/u);
    expect(told, message).not.toMatch(kEnglish);
  }
});

test('what the engine quotes has the quotation marks of Chinese, and JSON its own', () => {
  for (const [english] of kSentences)
    for (const quoted of ['"w"', "'w'", '"v", "w" or "x"'])
      expect(
        tellSentence(english.replaceAll('{}', quoted))?.replace(/[[“{].*?[}”\]]/g, '') ?? '',
      ).not.toMatch(/["']/);
  expect(
    tellSentence('tokenizer.json has the merge 5, expected two tokens, as "a b" or as ["a", "b"]'),
  ).toBe('tokenizer.json 里有合并 5，应为两个词元，写成“a b”或 ["a", "b"]。');
});

test('the folder or file in front of a sentence stays', () => {
  const lacking = 'config.json 里没有 d_model。';
  expect(tellSentence('config.json: d_model is missing')).toBe(lacking);
  expect(tellSentence('the given files: config.json: d_model is missing')).toBe(lacking);
  expect(tellSentence('https://a.b/c/: config.json: d_model is missing')).toBe(
    `https://a.b/c/：${lacking}`,
  );
  expect(tellSentence('https://a.b/model.safetensors is not UTF-8')).toBe(
    'https://a.b/model.safetensors 不是 UTF-8 编码。',
  );
});

test('a sentence of another kind, or with words that are not known, is not told', () => {
  expect(tellSentence('something else is wrong')).toBeNull();
  expect(tellSentence('config.json: d_model is 5, expected something quite new')).toBeNull();
});

test('what the model refuses of golden.json is told with its reason', () => {
  const message =
    'golden.json: the model cannot run on it: ids[0] is 9; expected an id from 0 to 1';
  const reason = tellSentence('ids[0] is 9; expected an id from 0 to 1');
  expect(reason).toBe('ids[0] 是 9，应为 0 到 1 的编号。');
  expect(tellSentence(message, reason)).toBe(`模型无法运行 golden.json 里的输入：${reason}`);
  expect(tellSentence('golden.json: the model cannot run on it: something new')).toBeNull();
});

describe('what the engine says of wrong files', () => {
  const engine = createEngine();
  const base = JSON.parse(aabFiles().config as string) as Record<string, unknown>;
  const classifier = JSON.parse(sourceOf('tests/golden/classifier_pre_mean_config.json')) as Record<
    string,
    unknown
  >;
  const gpt2 = JSON.parse(gpt2Files().config as string) as Record<string, unknown>;

  async function told(files: ModelFiles | string): Promise<string> {
    const error = await refusal(loadModel(files, { engine }));
    expect(error.code, error.message).toBe('InvalidFile');
    return inChinese(error);
  }
  function inChinese({ message }: GlassformerError, cause: string | null = null): string {
    const sentence = tellSentence(message, cause);
    expect(sentence, message).not.toBeNull();
    expect(sentence, message).not.toMatch(kEnglish);
    return sentence!;
  }

  test.each<[changes: object, sentence: string]>([
    [
      { pooling: undefined },
      'config.json 里没有 pooling，应为“mean”“first”或“last”：用词元的哪一行来分类。',
    ],
    [{ pooling: 'max' }, 'config.json 的 pooling 是“max”，应为“mean”“first”或“last”。'],
    [
      { num_labels: undefined, id2label: undefined },
      'config.json 里有 pooling，却没有 num_labels。',
    ],
    [{ num_labels: 2, id2label: { 0: 'a' } }, ''],
    [{ num_labels: undefined, id2label: { 0: 'a' } }, ''],
    [
      { num_labels: 2, id2label: { 0: 'a', 2: 'b' } },
      'config.json 的 id2label 里没有“1”的名称，每个类别都应有一个。',
    ],
    [{ num_labels: 1, id2label: undefined }, ''],
    [{ problem_type: 'regression' }, ''],
  ])('in the config.json of a model that classifies: %o', async (changes, sentence) => {
    const config = JSON.stringify({ ...classifier, ...changes });
    const said = await told({ ...aabFiles(), config });
    expect(said).toContain('config.json');
    if (sentence !== '') expect(said).toBe(sentence);
  });

  test.each<[changes: object, sentence: string]>([
    [{ n_layer: 'x' }, 'config.json 的 n_layer 是“x”，应为 1 到 1000 的整数。'],
    [{ n_head: 5 }, ''],
    [
      { model_type: 'llama' },
      'config.json 的 model_type 是“llama”，尚不支持，应为“gpt2”“transformer”或“encoder-decoder”。',
    ],
    [{ model_type: undefined }, ''],
    [{ rotary: true }, 'config.json 的 rotary 是 true，这样的模型引擎还不会运行。'],
    [{ norm: 'rms' }, 'config.json 的 norm 是“rms”，应为“pre”“post”或“none”。'],
    [{ activation_function: 'swiglu' }, ''],
    [{ positions: 'rotary' }, ''],
    [{ tied_output: 'x' }, ''],
    [{ embed_scale: 3 }, ''],
    [{ layer_norm_epsilon: 2 }, ''],
    [{ eos_token_id: 'x' }, ''],
    [{ eos_token_id: 4000 }, ''],
    [{ num_key_value_heads: 3 }, ''],
    [{ position_embedding_type: 'relative' }, ''],
    [{ quantization_config: { quant_method: 'gptq' } }, ''],
    [{ quantization_config: {} }, ''],
    [{ n_enc: 2 }, ''],
    [{ vocab_size: null }, 'config.json 里没有 vocab_size。'],
    [{ normalizer: { type: 'x' } }, ''],
    [{ normalizer: { type: 'Characters', from: 'ab', to: 'a' } }, ''],
    [{ weight_names: 5 }, ''],
    [{ weight_names: { a: 5 } }, ''],
    [{ weight_names: { 'a.': 'b' } }, ''],
    [{ weight_names: { a: 'b' } }, ''],
    [
      { tokenizer_files: ['vocab.json'] },
      'config.json 的 tokenizer_files 里列有 vocab.json，而所给的文件里没有。',
    ],
    [
      { tokenizer_files: ['merges.txt'] },
      'config.json 的 tokenizer_files 里列有 merges.txt 而没有 vocab.json，两者应同时列出。',
    ],
    [{ n_embd: 64 }, ''],
  ])('in config.json: %o', async (changes, sentence) => {
    const config = { ...gpt2, ...changes };
    const said = await told({ ...gpt2Files(), config } as ModelFiles);
    if (sentence !== '') expect(said).toBe(sentence);
  });

  test.each<[files: Partial<ModelFiles>, sentence: string]>([
    [{ config: '{"model_type": ' }, 'config.json 不是合格的 JSON：还没写完就结束了。'],
    [{ config: '{"a": 1, "a": 2}' }, 'config.json 的同一个对象里，“a”出现了两次。'],
    [{ config: '[]' }, 'config.json 是列表，应为对象。'],
    [{ config: ' '.repeat(2 ** 20 + 1) }, 'config.json 超过了这种文件的上限 1,048,576 字节。'],
    [{ vocabJson: '{"a": 0,}' }, 'vocab.json 第 1 行第 9 列不是合格的 JSON。'],
    [{ vocabJson: '{"a": "x"}' }, 'vocab.json 给“a”的编号是“x”，应为 0 到 9999999 的整数。'],
    [{ vocabJson: '{"a": 0, "b": 0}' }, 'vocab.json 把编号 0 给了两个词元：“a”和“b”。'],
    [{ vocabJson: '{}' }, ''],
    [{ vocabJson: '[]' }, 'vocab.json 是列表，应为词元和编号组成的对象。'],
    [{ vocabJson: '{"": 0}' }, 'vocab.json 里有一个空的词元。'],
    [
      { vocabJson: '{"a": 0, "b": 1, "c": 2}' },
      'vocab.json 给词元“c”的编号是 2，而 config.json 写的词表到 1 为止。',
    ],
    [{ vocabJson: '{"Ġthe": 0}' }, ''],
    [{ vocabJson: '{"a": 0, "b": 1}', mergesTxt: 'a b c' }, ''],
    [{ vocabJson: '{"a": 0, "b": 1}', mergesTxt: 'a b' }, ''],
    [{ vocabJson: '{"a": 0, "ab": 1}', mergesTxt: 'a b' }, ''],
    [{ vocabJson: '', mergesTxt: 'a b' }, ''],
    [{ vocabJson: '', vocabTxt: 'a\n\nb' }, 'vocab.txt 第 2 行是空的，应为一个词元。'],
    [{ vocabJson: '', vocabTxt: 'a\na' }, 'vocab.txt 里的词元“a”出现了两次，编号是 0 和 1。'],
    [{ tokenizerJson: '{}' }, 'tokenizer.json 里没有带词表（vocab）的模型。'],
    [{ tokenizerJson: '{"model": {"type": "Unigram", "vocab": {"a": 0}}}' }, ''],
    [{ tokenizerJson: '{"normalizer": {"type": "NFC"}, "model": {"vocab": {"a": 0}}}' }, ''],
    [{ tokenizerJson: '{"model": {"type": "BPE", "vocab": {"a": 0}, "dropout": 0.5}}' }, ''],
    [{ tokenizerJson: '{"model": {"type": "BPE", "vocab": {"a": 0}}}' }, ''],
    [
      {
        tokenizerJson:
          '{"model": {"type": "BPE", "vocab": {"a": 0}}, "pre_tokenizer": {"type": "ByteLevel"}}',
      },
      '',
    ],
    [{ tokenizerJson: '{"model": {"type": "WordLevel", "vocab": {"a": 0}}}' }, ''],
    [{ tokenizerJson: '{"model": {"vocab": {"a": 0}}, "added_tokens": 5}' }, ''],
    [{ tokenizerJson: '{"model": {"vocab": {"a": 0}}, "added_tokens": [{}]}' }, ''],
    [
      {
        tokenizerJson:
          '{"model": {"vocab": {"a": 0}}, "added_tokens": [{"id": 1, "content": "a"}]}',
      },
      '',
    ],
    [
      {
        tokenizerJson:
          '{"model": {"vocab": {"a": 0}, "unk_token": "u"}, "pre_tokenizer": {"type": "Whitespace"}}',
      },
      '',
    ],
    [
      {
        tokenizerJson:
          '{"model": {"vocab": {"a": 0}}, "pre_tokenizer": {"type": "Whitespace"}, "post_processor": {"type": "X"}}',
      },
      '',
    ],
  ])('in files: %o', async (files, sentence) => {
    const said = await told(aabFiles(files));
    if (sentence !== '') expect(said).toBe(sentence);
  });

  const header = (json: string, data = 0) => {
    const text = new TextEncoder().encode(json);
    const bytes = new Uint8Array(8 + text.length + data);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
    bytes.set(text, 8);
    return bytes;
  };
  const whole = aabFile('model.safetensors');
  /** One of its tensors has another name. */
  const renamed = (from: string, to: string) => {
    const tensors = readTensors(golden('gpt2_small.safetensors'));
    return writeTensors(
      Object.fromEntries(
        Object.entries(tensors).map(([name, each]) => [name === from ? to : name, each]),
      ),
    );
  };
  const tensor = (fields: string, data = 0) => header(`{"w": {${fields}}}`, data);

  test.each<[what: string, weights: Uint8Array, sentence: string]>([
    ['cut short', whole.subarray(0, 5), ''],
    ['cut in the header', whole.subarray(0, 50), ''],
    ['cut behind it', whole.subarray(0, whole.length - 1), ''],
    ['too long', Uint8Array.from([...whole, 0]), ''],
    ['nonsense', new Uint8Array(1000).fill(65), ''],
    [
      'a Git LFS pointer',
      new TextEncoder().encode('version https://git-lfs.github.com/spec/v1'),
      'model.safetensors：文件开头写的文件头长度是 2,336,927,755,350,992,246 字节，最多应为 16,000,000：这是 Git LFS 的指针文件，请先用 Git LFS 下载文件本身。',
    ],
    ['a ZIP archive', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 8, 8, 0, 0), ''],
    [
      'a list',
      header('[]'),
      'model.safetensors：safetensors 文件头是列表，应为 JSON 对象，从第一个字节开始。',
    ],
    [
      'no JSON',
      header('{"a"'),
      'model.safetensors：safetensors 文件头不是合格的 JSON：还没写完就结束了。',
    ],
    ['metadata', header('{"__metadata__": 5}'), ''],
    ['metadata of numbers', header('{"__metadata__": {"a": 5}}'), ''],
    ['no tensors', header('{}'), ''],
    ['described by a number', header('{"w": 5}'), ''],
    ['no dtype', tensor(''), 'model.safetensors：张量“w”没有写 dtype。'],
    ['an unknown dtype', tensor('"dtype": "F8"'), ''],
    ['no shape', tensor('"dtype": "F32"'), ''],
    ['an odd shape', tensor('"dtype": "F32", "shape": [-1]'), ''],
    ['many dimensions', tensor('"dtype": "F32", "shape": [1,1,1,1,1,1,1,1,1]'), ''],
    ['no offsets', tensor('"dtype": "F32", "shape": [1]'), ''],
    ['odd offsets', tensor('"dtype": "F32", "shape": [1], "data_offsets": [4, 0]', 4), ''],
    ['wrong offsets', tensor('"dtype": "F32", "shape": [2], "data_offsets": [0, 4]', 4), ''],
    ['a gap', tensor('"dtype": "F32", "shape": [1], "data_offsets": [4, 8]', 8), ''],
    ['a rest', tensor('"dtype": "F32", "shape": [1], "data_offsets": [0, 4]', 8), ''],
    [
      'another name',
      renamed('h.0.ln_1.weight', 'h.0.first_norm.weight'),
      'model.safetensors：权重（按 GPT-2 命名）缺少 config.json 需要的“h.0.ln_1.weight” [48]，却有“h.0.first_norm.weight” [48]，在 config.json 里没有位置；名称不同时，要在其中用 weight_names 表写明，见 docs/javascript.md。',
    ],
    ['other names', tensor('"dtype": "F32", "shape": [1], "data_offsets": [0, 4]', 4), ''],
    [
      'one alone',
      writeTensors({ 'wte.weight': { shape: [97, 16], data: new Float32Array(97 * 16) } }),
      '',
    ],
  ])('in weights: %s', async (_, weights, sentence) => {
    const said = await told({ ...gpt2Files(), weights });
    if (sentence !== '') expect(said).toBe(sentence);
  });

  test('in weights of which one is no number', async () => {
    const { config, weights } = gpt2Files();
    const bytes = Uint8Array.from(weights as Uint8Array);
    new DataView(bytes.buffer).setFloat32(bytes.length - 4, Number.NaN, true);
    expect(await told({ config, weights: bytes })).toMatch(
      /^model\.safetensors：权重“.*”的第 \d+ 个数（从 0 数起）不是有限的数。$/,
    );
  });

  test('in fetched files', async () => {
    const empty = (_: unknown, response: { end(): unknown }) => response.end();
    const url = await serveAab({ 'vocab.json': empty as never });
    expect(await told(url)).toBe(`${url}vocab.json 是空的。`);
    const named = await serveAab({
      'config.json': (_, response) =>
        response.end(JSON.stringify({ ...base, tokenizer_files: 'vocab.json' })),
    });
    expect(await told(named)).toMatch(/config\.json 的 tokenizer_files 是“vocab\.json”，应为列表/);
  });

  test.each<[what: string, change: (golden: Golden) => void, sentence: string]>([
    [
      'a tolerance',
      ({ tolerance }) => (tolerance['absolute'] = 0),
      'golden.json 的 tolerance.absolute 应为大于 0 的数，却是 0。',
    ],
    ['ids', ({ input }) => (input['ids'] = [-1]), ''],
    ['half a source', ({ input }) => (input['source'] = 'a'), ''],
    ['a value', ({ activations }) => (activations['logits']!.data[0] = 'x'), ''],
    ['too few values', ({ activations }) => activations['logits']!.data.pop(), ''],
    ['a pattern', ({ activations }) => (activations['blocks.*'] = activations['logits']!), ''],
    [
      'a limit',
      ({ generated }) => (generated[0]!.options = {}),
      'golden.json 的 generated[0].options.max_new_tokens 应为 1 到 1000 的整数，却没有。',
    ],
    [
      'another option',
      ({ generated }) => (generated[0]!.options = { max_new_tokens: 1, num_beams: 9 }),
      'golden.json 的 generated[0].options 里有“num_beams”，只能有 max_new_tokens：文字都是贪心续写的。',
    ],
    [
      'an unknown activation',
      ({ activations }) => (activations['blocks.9.z'] = activations['logits']!),
      '',
    ],
  ])('in golden.json: %s', async (_, change, sentence) => {
    const model = await loadModel(aabFiles({ goldenJson: changed(change) }), { engine });
    const error = await refusal(model.verify());
    const said = inChinese(error, error.cause instanceof Error ? '原因。' : null);
    if (sentence !== '') expect(said).toBe(sentence);
    await model.close();
  });
});
