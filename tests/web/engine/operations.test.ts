import {
  attention,
  multiHeadAttention,
  positionalEncoding,
  rand,
  randn,
  seededSelfAttention,
  selfAttention,
  softmax,
  type Tensor,
} from 'glassformer';
import { describe, expect, test } from 'vitest';
import { expectClose, goldenJson, goldenTensors, refusal, rowOf } from './helpers.ts';

const tensor = (shape: number[], ...values: number[]): Tensor => ({
  shape,
  data: Float32Array.from(values),
});
const withHead = ({ shape, data }: Tensor): Tensor => ({ shape: [1, ...shape], data });
/** Where PyTorch says NaN (every key masked), zeros are ours. */
const zerosForNaN = ({ shape, data }: Tensor): Tensor => ({
  shape,
  data: data.map((value) => (Number.isNaN(value) ? 0 : value)),
});
/** The same where a sum of such rows with ordinary ones is NaN: only numbers are compared with numbers. */
const known = ({ shape, data }: Tensor, { data: reference }: Tensor): Tensor => ({
  shape,
  data: data.map((value, i) => (Number.isNaN(reference[i]) && Number.isFinite(value) ? 0 : value)),
});

describe('seeded self-attention', () => {
  const golden = goldenTensors('seed000_self_attention.safetensors');
  const {
    sentence,
    word_ids,
    printed_in_article: printed,
  } = goldenJson('seed000_self_attention.json');

  test('gives every number that the article prints', async () => {
    const run = await seededSelfAttention(sentence);
    expect(run.words.map(({ text, id }) => [text, id])).toEqual(
      ['Life', 'is', 'short', 'eat', 'dessert', 'first'].map((word) => [word, word_ids[word]]),
    );
    expect(run.words.map(({ start, end }) => sentence.slice(start, end))).toEqual(
      run.words.map(({ text }) => text),
    );
    const rows = ({ data }: Tensor, width: number, at = 0) =>
      [...data.slice(at * width, (at + 1) * width)].map((value) => Number(value.toFixed(4)));
    printed.embedded.forEach((row: number[], i: number) =>
      expect(rows(run.embedded, 3, i)).toEqual(row),
    );
    expect(rows(run.raw_scores, 6, 1)).toEqual(printed.omega_2);
    expect(rows(run.pattern, 6, 1)).toEqual(printed.attention_weights_2);
    expect(rows(run.z, 4, 1)).toEqual(printed.context_vector_2);
  });

  test('agrees with the reference', async () => {
    const run = await seededSelfAttention(sentence, 123);
    const pairs = {
      query: 'queries',
      key: 'keys',
      value: 'values',
      w_query: 'W_query',
      w_key: 'W_key',
      w_value: 'W_value',
      embedded: 'embedded',
    } as const;
    for (const [name, reference] of Object.entries(pairs))
      expectClose(run[name as keyof typeof pairs], golden[reference]!);
    expectClose(run.raw_scores, withHead(golden['scores']!));
    expectClose(run.pattern, withHead(golden['attention_weights']!), 2e-6, 0);
    expectClose(run.z, withHead(golden['output']!));
  });

  test('takes Chinese', async () => {
    const chinese = '人生苦短，先吃甜点';
    const { words } = await seededSelfAttention(chinese);
    expect(words.map(({ start, end }) => chinese.slice(start, end)).join('')).toBe(
      '人生苦短先吃甜点',
    );
  });

  test('takes an ordinary page of text', async () => {
    const page = 'life is short '.repeat(450); // 6,300 characters
    expect((await seededSelfAttention(page)).words).toHaveLength(1350);
  });

  test('is refused without a word, and for a seed that is none', async () => {
    expect((await refusal(seededSelfAttention(' '))).code).toMatch(/^Invalid/);
    expect((await refusal(seededSelfAttention('a', -1))).message).toMatch(
      /^seededSelfAttention: seed must be a whole number/,
    );
  });
});

describe('self-attention', () => {
  const golden = goldenTensors('seed002_attention.safetensors');
  const inputs = {
    x: golden['x']!,
    w_query: golden['w_query']!,
    w_key: golden['w_key']!,
    w_value: golden['w_value']!,
  };

  test('agrees with the reference, with and without scaling', async () => {
    const plain = await selfAttention({ ...inputs, scaled: false });
    expectClose(plain.raw_scores, withHead(golden['att_score']!));
    expectClose(plain.pattern, withHead(golden['att_score_softmax']!), 2e-6, 0);
    expectClose(plain.z, withHead(golden['output']!));
    expectClose((await selfAttention(inputs)).z, withHead(golden['outputs_scaled']!));
  });

  test('of a decoder does not look ahead', async () => {
    const { pattern } = await selfAttention({ ...inputs, causal: true });
    expect([1, 2, 5].map((i) => pattern.data[i])).toEqual([0, 0, 0]);
  });

  test('is refused for matrices that do not fit', async () => {
    expect(
      (await refusal(selfAttention({ ...inputs, w_key: tensor([2, 2], 1, 0, 0, 1) }))).message,
    ).toMatch(/w_key must have shape \[4, width\], found \[2, 2\]/);
    expect((await refusal(selfAttention({ x: inputs.x } as never))).message).toBe(
      'selfAttention: w_query is missing',
    );
  });

  test('is refused where products of its arguments are no floats', async () => {
    const huge = tensor([4, 1], 3e38, 3e38, 3e38, 3e38);
    const { code, message } = await refusal(
      selfAttention({
        x: huge,
        w_query: tensor([1, 1], 2),
        w_key: tensor([1, 1], 2),
        w_value: tensor([1, 1], 2),
      }),
    );
    expect(`${code}: ${message}`).toBe(
      'InvalidArgument: the scores of query and key, scaled and with attn_mask added, are too large for 32-bit floats; expected arguments whose sums and products are finite',
    );
  });
});

describe('attention', () => {
  const one = {
    query: tensor([2, 1], 1, 2),
    key: tensor([3, 1], 0, 1, 2),
    value: tensor([3, 2], 1, 0, 0, 1, 1, 1),
  };

  test('of one head scales by the width, unless told otherwise', async () => {
    const { raw_scores, scores } = await attention({ ...one, scale: 0.5 });
    expect(raw_scores).toEqual(tensor([1, 2, 3], 0, 1, 2, 0, 2, 4));
    expect(scores).toEqual(tensor([1, 2, 3], 0, 0.5, 1, 0, 1, 2));
    expect((await attention(one)).scores).toEqual(raw_scores);
  });

  test('takes masks of every kind; a row with every key masked gives zeros', async () => {
    const additive = tensor([2, 3], 0, 0, -Infinity, -Infinity, -Infinity, -Infinity);
    const { pattern, z } = await attention({
      ...one,
      attn_mask: additive,
      key_padding_mask: [true, false, 0],
    });
    expect(pattern).toEqual(tensor([1, 2, 3], 0, 1, 0, 0, 0, 0));
    expect(z).toEqual(tensor([1, 2, 2], 0, 1, 0, 0));
    const perHead = { ...additive, shape: [1, 2, 3] };
    expect(
      (await attention({ ...one, attn_mask: perHead, key_padding_mask: [1, 0, 0] })).pattern,
    ).toEqual(pattern);
  });

  test('is refused where products of its arguments are no floats', async () => {
    const refused = async (changes: object) =>
      (await refusal(attention({ ...one, ...changes }))).message;
    const large = tensor([3, 1], -3e38, 1, 2);
    expect(await refused({ key: large })).toMatch(/^the scores of query and key, .* are too large/);
    const low = { query: tensor([1, 1], 1e19), key: tensor([3, 1], -1e19, -1e19, -1e19) };
    const lowest = { ...low, attn_mask: tensor([1, 3], -3e38, -3e38, -3e38) };
    expect(await refused(lowest)).toMatch(/^the scores of query and key, .* are too large/);
    expect(await refused({ scale: -3e38 })).toMatch(
      /^the scores of query and key, .* are too large/,
    );
    const value = tensor([3, 2], ...Array<number>(6).fill(-3e38));
    const attn_mask = tensor([2, 3], ...Array<number>(6).fill(-Infinity));
    expect((await attention({ ...one, value, attn_mask })).scores.data).toContain(-Infinity);
  });

  test('is refused for shapes that do not fit', async () => {
    const refused = async (changes: object) =>
      (await refusal(attention({ ...one, ...changes } as never))).message;
    expect(await refused({ key: tensor([3, 2], 1, 2, 3, 4, 5, 6) })).toMatch(/do not fit/);
    expect(await refused({ attn_mask: tensor([3, 3], ...Array<number>(9).fill(0)) })).toBe(
      'attn_mask must have shape [2, 3] or [1, 2, 3], found [3, 3]',
    );
    expect(await refused({ query: tensor([1, 2], 1, NaN) })).toMatch(
      /^attention: query must be \{ shape, data \} with a Float32Array of as many finite numbers/,
    );
    expect((await refusal(softmax(tensor([2], 1, NaN)))).message).toMatch(/finite or -Infinity/);
    expect([...(await softmax(tensor([2], 1, -Infinity))).data]).toEqual([1, 0]);
    expect(await refused({ key_padding_mask: [0, 1] })).toMatch(/each of the 3 keys, found 2/);
    class NoLength extends Float32Array {
      override get length() {
        return 0;
      }
    }
    const query = { shape: [1, 2], data: new NoLength([NaN, 1]) };
    expect(await refused({ query })).toMatch(/as many finite numbers/);
    expect(await refused({ query: tensor([2], 1, 2) })).toMatch(
      /query must have shape \(H, T, K\) or \(T, K\), found \[2\]/,
    );
    expect(await refused({ query: { shape: [2, 2], data: new Float32Array(3) } })).toMatch(
      /^attention: query must be \{ shape, data \}/,
    );
    expect(await refused({ query: { shape: [2, 2], data: new Float32Array(3) } })).toMatch(
      /, found shape \[2, 2\], which is 4 numbers, and 3 numbers$/,
    );
    expect(await refused({ query: tensor([2, 2], 0, 1, 2, NaN) })).toMatch(
      /, found shape \[2, 2\] with NaN at place 3$/,
    );
    expect(await refused({ casual: true })).toMatch(/unknown option casual/);
    const none = { shape: [1, 0], data: new Float32Array() };
    expect(await refused({ query: none, key: { ...none, shape: [3, 0] } })).toBe(
      'query and key must not be empty, found shapes [1, 1, 0] and [1, 3, 0]',
    );
  });

  test.each([0.5, 256, -1, 1e300, 'yes', null])(
    'is refused for a padding mask with %s in it',
    async (value) => {
      const mask = [0, 0, value] as never;
      expect((await refusal(attention({ ...one, key_padding_mask: mask }))).message).toMatch(
        /^attention: key_padding_mask must be a list, each 0 or 1 or false or true, found /,
      );
    },
  );

  test('is refused for a scale that no 32-bit float holds', async () => {
    expect((await refusal(attention({ ...one, scale: 1e300 }))).message).toBe(
      'attention: scale must be a finite number that a 32-bit float holds, found 1e+300',
    );
  });
});

describe('multi-head attention', () => {
  const golden = goldenTensors('seed003_mha.safetensors');
  const { cases } = goldenJson('seed003_mha.json');
  const get = (name: string) => golden[name];
  const optional = (name: string, as: string) => (golden[name] ? { [as]: golden[name] } : {});
  const inputs = (name: string) => ({
    query: get(`${name}.query`)!,
    key: get(`${name}.key`)!,
    value: get(`${name}.value`)!,
    q_proj_weight: get(`${name}.q_proj_weight`)!,
    k_proj_weight: get(`${name}.k_proj_weight`)!,
    v_proj_weight: get(`${name}.v_proj_weight`)!,
    out_proj_weight: get(`${name}.out_proj.weight`)!,
    out_proj_bias: get(`${name}.out_proj.bias`)!,
    ...optional(`${name}.in_proj_bias`, 'in_proj_bias'),
    ...optional(`${name}.attn_mask`, 'attn_mask'),
    ...(golden[`${name}.key_padding_mask`]
      ? {
          key_padding_mask: {
            shape: get(`${name}.key_padding_mask`)!.shape,
            data: Float32Array.from(get(`${name}.key_padding_mask`)!.data),
          },
        }
      : {}),
  });

  test.each<{ name: string; num_heads: number }>(cases)(
    'agrees with PyTorch: $name',
    async ({ name, num_heads }) => {
      const { output, weights, weights_per_head } = await multiHeadAttention({
        ...inputs(name),
        num_heads,
      });
      const [wantedOutput, wantedWeights] = [
        get(`${name}.attn_output`)!,
        get(`${name}.attn_output_weights`)!,
      ];
      expectClose(known(weights, wantedWeights), zerosForNaN(wantedWeights), 2e-6, 0);
      expectClose(weights_per_head, zerosForNaN(get(`${name}.attn_weights_per_head`)!), 2e-6, 0);
      expectClose(known(output, wantedOutput), zerosForNaN(wantedOutput));
    },
  );

  test('is refused for heads that do not divide the width, and for masks of another shape', async () => {
    const { name } = cases[0];
    expect((await refusal(multiHeadAttention({ ...inputs(name), num_heads: 5 }))).message).toMatch(
      /32.*5/,
    );
    const mask = tensor([1, 1], 0);
    expect(
      (await refusal(multiHeadAttention({ ...inputs(name), num_heads: 1, key_padding_mask: mask })))
        .message,
    ).toMatch(/key_padding_mask must have shape \[2, 5\], found \[1, 1\]/);
    expect((await refusal(multiHeadAttention({ ...inputs(name), num_heads: 0 }))).message).toMatch(
      /num_heads must be a whole number from 1 to 4294967295/,
    );
  });

  const identity = tensor([2, 2], 1, 0, 0, 1);
  const small = {
    query: tensor([1, 1, 2], 1, 2),
    key: tensor([2, 1, 2], 1, 2, 3, 4),
    value: tensor([2, 1, 2], 1, 2, 3, 4),
    num_heads: 1,
    in_proj_weight: tensor([6, 2], 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1),
    out_proj_weight: identity,
  };
  test.each([
    ['beyond the largest float', 3e38],
    ['beyond the lowest float, which is no masked key', -3e38],
  ])('is refused for scores %s', async (_, large) => {
    expect((await multiHeadAttention(small)).output.shape).toEqual([1, 1, 2]);
    const { message } = await refusal(
      multiHeadAttention({ ...small, key: tensor([2, 1, 2], large, large, large, large) }),
    );
    expect(message).toMatch(/^the scores of query and key, .* are too large for 32-bit floats/);
  });

  test('is refused for an empty mask, and for weights given in two ways', async () => {
    const empty = { shape: [0, 0], data: new Float32Array() };
    expect((await refusal(multiHeadAttention({ ...small, attn_mask: empty }))).message).toBe(
      'the shape of the 2D attn_mask is [0, 0], but should be [1, 2]',
    );
    expect(
      (await refusal(multiHeadAttention({ ...small, q_proj_weight: identity }))).message,
    ).toMatch(/^in_proj_weight stands in the place of q_proj_weight/);
  });

  test('says which projection is missing, and which key has no batch', async () => {
    const refused = async (changes: object) =>
      (await refusal(multiHeadAttention({ ...small, ...changes } as never))).message;
    expect(await refused({ in_proj_weight: undefined, q_proj_weight: identity })).toBe(
      'k_proj_weight must have shape [2, 2], found none',
    );
    expect(await refused({ key: tensor([2], 1, 2), key_padding_mask: tensor([1, 2], 0, 0) })).toBe(
      'query, key and value must be 3-D (length, batch, width), found [1, 1, 2], [2] and [2, 1, 2]',
    );
  });
});

describe('softmax', () => {
  test('agrees with PyTorch', async () => {
    const golden = goldenTensors('seed004_layers.safetensors');
    expectClose(await softmax(golden['softmax.x']!), golden['softmax.y']!, 2e-6, 0);
  });
  test('is refused for a value that is not a tensor', async () => {
    expect((await refusal(softmax([1, 2] as never))).message).toMatch(
      /^softmax: x must be \{ shape, data \}/,
    );
    expect((await refusal(softmax({ shape: [3], data: new Float32Array(2) }))).code).toBe(
      'InvalidArgument',
    );
    const beyond = { shape: [2 ** 32, 0], data: new Float32Array() };
    expect((await refusal(softmax(beyond))).code).toBe('InvalidArgument');
  });
});

describe('positional encoding', () => {
  test('agrees with the reference', async () => {
    const golden = goldenTensors('seed004_layers.safetensors');
    const tables = Object.keys(golden).filter((name) => /^pe\.\d+\.\d+$/.test(name));
    expect(tables.length).toBe(4);
    for (const name of tables) {
      const [n, d] = golden[name]!.shape as [number, number];
      expectClose(await positionalEncoding(n, d), golden[name]!);
    }
    const late = await positionalEncoding(1, 64, 4999);
    expect(late.data[1]).toBeCloseTo(Math.cos(4999), 5);
    const beyond = await positionalEncoding(3, 2, 2 ** 32 - 2);
    for (const row of [0, 1, 2]) {
      expect(beyond.data[2 * row]).toBeCloseTo(Math.sin(2 ** 32 - 2 + row), 5);
      expect(beyond.data[2 * row + 1]).toBeCloseTo(Math.cos(2 ** 32 - 2 + row), 5);
    }
  });
  test('is refused without a size', async () => {
    expect((await refusal(positionalEncoding(0, 4))).message).toMatch(
      /^positionalEncoding: n must be a whole number from 1 to 4294967295/,
    );
  });
});

describe('random numbers', () => {
  test('are those of torch.manual_seed', async () => {
    const golden = goldenTensors('seed000_self_attention.safetensors');
    const { data } = await rand([3, 2], 123);
    expect(data).toEqual(golden['W_query']!.data);
    const normal = await randn([50_000, 3], 123);
    expectClose(
      { shape: [3], data: normal.data.slice(0, 3) },
      rowOf(golden['embedded']!, 0),
      0,
      2e-7,
    );
  });
  test('are refused without a shape or a seed', async () => {
    expect((await refusal(rand('3' as never, 1))).message).toMatch(/^rand: shape must be a list/);
    expect((await refusal(randn([2], undefined as never))).message).toMatch(/^randn: seed must be/);
    expect((await refusal(randn([1e5, 1e5], 1))).message).toBe(
      'randn: shape [100000, 100000] is too large: at most 268435456 numbers',
    );
  });
});
