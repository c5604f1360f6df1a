/**
 * What holds of every argument of every public function, found by trying many: it is taken, or refused in one sentence of
 * ours, and the models and the engine go on.
 */
import {
  attention,
  beamSearchOverTable,
  createEngine,
  createTrainer,
  type EngineInfo,
  GlassformerError,
  loadModel,
  type Model,
  multiHeadAttention,
  positionalEncoding,
  rand,
  randn,
  seededSelfAttention,
  selfAttention,
  setAssetsUrl,
  sharedEngine,
  softmax,
  type Trainer,
} from 'glassformer';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { generationRules, trainingRules } from '../../../web/src/shared/options.ts';
import { aabFiles } from './helpers.ts';

const engine = createEngine();
let model: Model;
let trainer: Trainer;
const trained = {
  config: { model_type: 'gpt2', n_layer: 1, n_head: 1, n_embd: 8, n_positions: 8 },
  texts: ['aab', 'aba'],
  engine,
};
beforeAll(async () => {
  model = await loadModel('aab', { engine });
  trainer = await createTrainer(trained);
});
afterAll(() => engine.close());

/** Of both engines: a call that is given none has the one that all share. */
async function infos(): Promise<readonly EngineInfo[]> {
  return Promise.all([engine.info(), sharedEngine().info()]);
}

let before: readonly EngineInfo[];
beforeEach(async () => void (before = await infos()));
/** What was taken is given back, and what was refused has left nothing; the memory itself may grow to what a call needs. */
afterEach(async () => {
  for (const [i, { usedBytes, memoryBytes }] of (await infos()).entries()) {
    expect(usedBytes - before[i]!.usedBytes).toBeLessThan(kMaxLeft);
    expect(memoryBytes).toBeLessThan(kMaxMemory);
  }
});

/** A trainer keeps the room that its longest text took. */
const kMaxLeft = 2 ** 20;
const kMaxMemory = 2 ** 27;

const thrown = new Error('not\u202e\nnow');
const throwing = () => {
  throw thrown;
};
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  return proxy;
};
const detached = <Bytes extends ArrayBufferView<ArrayBuffer>>(bytes: Bytes) => {
  structuredClone(bytes, { transfer: [bytes.buffer] });
  return bytes;
};
const cyclic: unknown[] = [];
cyclic.push(cyclic);
let deep: unknown[] = [];
for (let i = 0; i < 20_000; ++i) deep = [deep];

/** Made anew for each call. */
const hostile: readonly (() => unknown)[] = [
  ...[null, undefined, NaN, -Infinity, -1, 0, 0.5, 2 ** 32, 2 ** 53, 7n, '', 'a', '\ud800', '*'],
  ...[true, false, Symbol('a'), [], [null], [[]], [0], [''], [{}], {}, new Date(), new Map()],
  ...[() => 1, throwing, cyclic, deep, Array(5), Array(2 ** 32 - 1), { length: 2 ** 32 }],
  ...[new Float32Array(3), new Int32Array([0, 1]), new BigInt64Array(1), new DataView(aBuffer(8))],
  ...[aBuffer(8), new Blob(['a']), new AbortController().signal, AbortSignal.prototype, engine],
  ...['a'.repeat(50_000), `a${'\u0301\u0323'.repeat(25_000)}`, '\n'.repeat(50_000)],
].map((value) => () => value);
const readAnew: readonly (() => unknown)[] = [
  () => detached(new Float32Array(2)),
  () => detached(new Uint8Array(2)),
  () => detached(new Uint8Array(2)).buffer,
  revoked,
  () => new Proxy({}, { get: throwing, ownKeys: throwing }),
  () => new Proxy([0, 1], { get: throwing }),
  () => new Proxy([0, 1], {}),
  () => new Proxy(new Float32Array(2), {}),
  () => new Proxy(new AbortController().signal, {}),
  () => new Proxy(engine, {}),
  () => Object.create(Blob.prototype) as unknown,
  () => Object.defineProperty({}, 'x', { get: throwing, enumerable: true }),
  () => Object.defineProperty([0], 0, { get: throwing }),
];

function aBuffer(bytes: number): ArrayBuffer {
  return new ArrayBuffer(bytes);
}

const x = { shape: [2, 4], data: new Float32Array(8).fill(0.5) };
const w = { shape: [4, 4], data: new Float32Array(16).fill(0.25) };
const table = {
  vocab: ['a', 'b'],
  rows: [{ prefix: [] as number[], probabilities: [0.5, 0.5] }],
};
const hooks = ['source', 'capture', 'ablate', 'edits'];
const few = { max_new_tokens: 2 };

/** An argument by itself, or each of an object's fields beside good ones. */
type Call = (value: never) => Promise<unknown>;
const whole: Readonly<Record<string, Call>> = {
  loadModel: async (value) => (await loadModel(value, { engine })).close(),
  'loadModel: options': async (value) => (await loadModel('aab', value)).close(),
  forward: (value) => model.forward(value),
  'forward: options': (value) => model.forward([0], value),
  'forward: inputs': (value) => model.forward([[0], value]),
  generate: (value) => model.generate(value, few).result(),
  'generate: options': (value) => model.generate([0], value).result(),
  force: (value) => forced(value),
  logitLens: (value) => model.logitLens(value),
  'embeddingMap: options': (value) => model.embeddingMap(value),
  nearestTokens: (value) => model.nearestTokens(value),
  'nearestTokens: options': (value) => model.nearestTokens(0, value),
  weight: (value) => model.weight(value),
  'setWeight: name': (value) => model.setWeight(value, new Float32Array(1)),
  'setWeight: data': (value) => model.setWeight('none', value),
  'verify: options': (value) => model.verify(value),
  encode: (value) => model.tokenizer.encode(value),
  changes: async (value) => model.tokenizer.changes(value),
  decode: (value) => model.tokenizer.decode(value),
  texts: (value) => model.tokenizer.texts(value),
  attention: (value) => attention(value),
  selfAttention: (value) => selfAttention(value),
  multiHeadAttention: (value) => multiHeadAttention(value),
  softmax: (value) => softmax(value),
  'positionalEncoding: n': (value) => positionalEncoding(value, 2),
  'positionalEncoding: d': (value) => positionalEncoding(2, value),
  'positionalEncoding: first': (value) => positionalEncoding(2, 2, value),
  'rand: shape': (value) => rand(value, 1),
  'rand: seed': (value) => rand([2], value),
  'randn: shape': (value) => randn(value, 1),
  'randn: seed': (value) => randn([2], value),
  seededSelfAttention: (value) => seededSelfAttention(value),
  'seededSelfAttention: seed': (value) => seededSelfAttention('a b', value),
  beamSearchOverTable: (value) => beamSearchOverTable(value, few).result(),
  'beamSearchOverTable: options': (value) => beamSearchOverTable(table, value).result(),
  createTrainer: async (value) => (await createTrainer(value)).close(),
  'train: options': (value) => twoSteps(value),
  loss: (value) => trainer.loss(value),
  'loss: sources': (value) => trainer.loss('a', value),
  reset: (value) => trainer.reset(value),
  'forward of a trainer': (value) => trainer.forward(value),
};

const tensors = { query: x, key: x, value: x };
const weights = { w_query: w, w_key: w, w_value: w };
const field: Readonly<Record<string, [Call, object, readonly string[]]>> = {
  'loadModel: files': [
    whole['loadModel']!,
    aabFiles(),
    ['config', 'weights', 'source', 'goldenJson', 'tokenizerJson', 'vocabJson', 'mergesTxt'],
  ],
  'loadModel: options': [
    whole['loadModel: options']!,
    { engine },
    ['dtype', 'onProgress', 'signal', 'engine', 'other'],
  ],
  'forward: options': [whole['forward: options']!, {}, hooks],
  'forward: options of several': [(value) => model.forward([[0], [1]], value), {}, hooks],
  'forward: ablate': [
    (value) => model.forward([0], { ablate: [value] }),
    { layer: 0, head: 0 },
    ['layer', 'head', 'factor', 'stack'],
  ],
  'forward: edits': [
    (value) => model.forward([0], { edits: [value] }),
    { hook: 'logits' },
    ['hook', 'head', 'scale', 'add', 'set'],
  ],
  'forward: tokens': [
    (value) => model.forward([value]),
    { id: 0, text: 'a', start: 0, end: 1 },
    ['id', 'text', 'start', 'end', 'other'],
  ],
  'generate: options': [
    whole['generate: options']!,
    few,
    [...Object.keys(generationRules), ...hooks, 'signal', 'other'],
  ],
  logitLens: [
    whole['logitLens']!,
    { shape: [1, 5], data: new Float32Array(5) },
    ['shape', 'data', 'other'],
  ],
  embeddingMap: [whole['embeddingMap: options']!, {}, ['side']],
  nearestTokens: [whole['nearestTokens: options']!, {}, ['side', 'count']],
  verify: [whole['verify: options']!, {}, ['signal']],
  attention: [
    whole['attention']!,
    tensors,
    [...Object.keys(tensors), 'scale', 'causal', 'attn_mask', 'key_padding_mask'],
  ],
  selfAttention: [
    whole['selfAttention']!,
    { x, ...weights },
    ['x', ...Object.keys(weights), 'scaled', 'causal'],
  ],
  multiHeadAttention: [
    whole['multiHeadAttention']!,
    { ...tensors, num_heads: 1, in_proj_weight: { shape: [12, 4], data: new Float32Array(48) } },
    [
      ...Object.keys(tensors),
      'num_heads',
      'in_proj_weight',
      'q_proj_weight',
      'in_proj_bias',
      'out_proj_weight',
      'out_proj_bias',
      'attn_mask',
      'attn_mask_is_boolean',
      'key_padding_mask',
    ],
  ],
  beamSearchOverTable: [whole['beamSearchOverTable']!, table, ['vocab', 'rows', 'other']],
  'beamSearchOverTable: rows': [
    (value) => beamSearchOverTable({ ...table, rows: [value] }, few).result(),
    table.rows[0]!,
    ['prefix', 'probabilities'],
  ],
  createTrainer: [
    whole['createTrainer']!,
    trained,
    [...Object.keys(trainingRules), 'config', 'texts', 'sequences', 'sources', 'signal', 'engine'],
  ],
  'train: options': [
    whole['train: options']!,
    { steps: 2 },
    [...hooks, 'steps', 'every', 'input', 'signal'],
  ],
};

async function forced(token: number): Promise<void> {
  const generation = model.generate([0], few);
  try {
    await generation.force(token);
    await generation.step();
  } finally {
    await generation.close();
  }
}

async function twoSteps(options: object): Promise<void> {
  let steps = 0;
  for await (const _step of trainer.train(options)) if (++steps === 2) break;
}

const kMaxMs = 10_000;

/** Whether it was taken; what it was refused with must be one sentence of ours. */
async function taken(name: string, call: Call, value: unknown): Promise<boolean> {
  const begun = performance.now();
  let clock: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    clock = setTimeout(() => reject(new Error('it does not end')), kMaxMs);
  });
  try {
    await Promise.race([call(value as never), late]);
    return true;
  } catch (error) {
    if (error === thrown && name === 'loadModel: options: onProgress') return false; // its own
    if (!(error instanceof GlassformerError))
      throw new Error(`${name}: ${String(error)}`, { cause: error });
    const { message, code } = error;
    expect(message, name).toMatch(/^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]+$/u);
    expect(message.length, message).toBeLessThan(2000);
    expect(['Internal', 'Closed'], `${name}: ${message}`).not.toContain(code);
    return false;
  } finally {
    clearTimeout(clock);
    // What blocks this thread keeps the clock from ringing.
    expect(performance.now() - begun, name).toBeLessThan(kMaxMs);
  }
}

const calls: readonly (readonly [string, Call])[] = [
  ...Object.entries(whole),
  ...Object.entries(field).flatMap(([name, [call, good, fields]]) =>
    fields.map((each) => {
      const withField = (value: unknown) => call({ ...good, [each]: value } as never);
      return [`${name}: ${each}`, withField as Call] as const;
    }),
  ),
];

test.each(calls)('%s: whatever it is, it is taken or refused in a sentence', async (name, call) => {
  for (const value of [...hostile, ...readAnew]) await taken(name, call, value());
  expect((await model.forward('aab')).tokens).toHaveLength(3);
});

test('any values of any options are taken or refused in a sentence', async () => {
  const small = fc.oneof(fc.integer({ min: -3, max: 40 }), fc.double({ min: -2, max: 2 }));
  const plain = fc.oneof(
    small,
    fc.array(small, { maxLength: 3 }),
    fc.array(fc.string({ maxLength: 4 }), { maxLength: 3 }),
    fc.anything({ withBigInt: true, withNullPrototype: true, withTypedArray: true }),
  );
  const value = fc.oneof(
    { weight: 9, arbitrary: plain.map((each) => () => each) },
    fc.constantFrom(...readAnew),
  );
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...calls), value, async ([name, call], make) => {
      if (await taken(name, call, make())) ++count;
    }),
    { numRuns: 3000 },
  );
  expect(count).toBeGreaterThan(100); // that not all are refused
  expect((await model.forward('aab')).tokens).toHaveLength(3);
});

test('setAssetsUrl refuses every value but a URL', () => {
  for (const value of [...hostile, ...readAnew])
    expect(() => setAssetsUrl(value() as never)).toThrow(GlassformerError);
});
