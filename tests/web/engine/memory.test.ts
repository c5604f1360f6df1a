/**
 * Every public call with sizes up to those that are too much, in an engine that may have little memory: a call is
 * answered or refused in a sentence, and everything else lives on.
 */
import {
  attention,
  beamSearchOverTable,
  createTrainer,
  GlassformerError,
  loadModel,
  type Model,
  multiHeadAttention,
  positionalEncoding,
  rand,
  randn,
  seededSelfAttention,
  selfAttention,
  sharedEngine,
  softmax,
  type Tensor,
  type Trainer,
} from 'glassformer';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readTensors, writeTensors } from '../../../tools/lib/safetensors.mjs';
import { boundlessFiles, byteLevel, classifierFiles, syntheticFiles } from './helpers.ts';

const kMaxBytes = 48 * 2 ** 20;

const zeros = (...shape: number[]): Tensor => ({
  shape,
  data: new Float32Array(shape.reduce((product, n) => product * n, 1)),
});
const ids = (n: number) => new Int32Array(n) as unknown as number[];
const letters = (n: number) => 'a'.repeat(n);

/** The model without a longest context, with tokens of so many bytes. */
function longTokenFiles(bytes: number) {
  const names = Array.from({ length: 256 }, (_, id) => [String(id).padEnd(bytes, 'a'), id]);
  return { ...boundlessFiles(), vocabJson: JSON.stringify(Object.fromEntries(names)) };
}

/** The same, which writes some characters as several. */
function normalizingFiles() {
  const files = boundlessFiles();
  return { ...files, config: { ...(files.config as object), normalizer: { type: 'NFKC' } } };
}

/** A file of JSON with so many bytes more, in values that take most memory for theirs. */
const withSmallValues = (fields: object, value: string, bytes: number) =>
  JSON.stringify({ ...fields, more: [] }).replace(
    '"more":[]',
    `"more":[${`${value},`.repeat(bytes / (value.length + 1))}${value}]`,
  );
const kTokenizer = {
  model: { type: 'WordLevel', vocab: { a: 0, '<unk>': 1 }, unk_token: '<unk>' },
  pre_tokenizer: { type: 'WhitespaceSplit' },
};

const { grow } = WebAssembly.Memory.prototype;
let model: Model;

beforeAll(async () => {
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + Number(pages) * 2 ** 16 > kMaxBytes)
      throw new RangeError('no more memory');
    return grow.call(this, pages);
  };
});
beforeEach(async () => {
  model = await loadModel(boundlessFiles());
});
afterEach(() => model.close());
afterAll(() => {
  WebAssembly.Memory.prototype.grow = grow;
});

const trained = { model_type: 'gpt2', n_layer: 1, n_head: 2, n_embd: 16, n_positions: null };
const trained8 = { ...trained, n_positions: 8 };
const boundless = { ...trained, positions: 'sinusoidal' };

type TrainerOptions = Parameters<typeof createTrainer>[0];

async function withTrainer(options: TrainerOptions, use: (trainer: Trainer) => Promise<unknown>) {
  const trainer = await createTrainer(options);
  try {
    await use(trainer);
  } finally {
    await trainer.close();
  }
}

/** Every call of a trainer. `documents` are what a loss is asked for. */
const trainedOnce = (options: TrainerOptions, documents: string) =>
  withTrainer(options, async (trainer) => {
    for await (const _ of trainer.train({ steps: 1 }));
    if (documents) await trainer.loss(documents);
    await trainer.forward([0], { capture: ['logits'] });
    await trainer.files();
    await (await trainer.model()).close();
    await trainer.reset();
  });

/** The answers of a model of its own. */
async function withModel(
  files: Parameters<typeof loadModel>[0],
  use: (own: Model) => Promise<unknown>,
  options?: Parameters<typeof loadModel>[1],
) {
  const own = await loadModel(files, options);
  try {
    await use(own);
  } finally {
    await own.close();
  }
}

/** A GPT-2 of one layer whose context holds so many tokens. */
const ofContext = (context: number, width: number) => {
  const positions = { ...zeros(context, width), shape: [context, width] };
  const { config, weights } = syntheticFiles(width, 256);
  const tensors = readTensors(Buffer.from(weights as Uint8Array));
  return {
    config: { ...(config as object), n_positions: context },
    weights: writeTensors({ ...tensors, 'wpe.weight': positions }),
    ...byteLevel(),
  };
};

type Call = readonly [power: number, call: (n: number) => Promise<unknown>, first?: number];

/**
 * Every call by what is large in it, with the largest size that is tried, as a power of two, and where it is not
 * 2^10 the smallest.
 */
const calls: Record<string, Call> = {
  softmax: [26, (n) => softmax(zeros(n))],
  'attention, rows': [
    22,
    (n) => attention({ query: zeros(n, 1), key: zeros(n, 1), value: zeros(n, 1) }),
  ],
  'attention, width': [
    24,
    (n) => attention({ query: zeros(1, n), key: zeros(1, n), value: zeros(1, n) }),
  ],
  'attention, width of a value': [
    20,
    (n) => attention({ query: zeros(200, 1), key: zeros(2, 1), value: zeros(2, n) }),
  ],
  'attention, mask': [
    13,
    (n) =>
      attention({
        query: zeros(n, 1),
        key: zeros(n, 1),
        value: zeros(n, 1),
        attn_mask: zeros(n, n),
      }),
  ],
  selfAttention: [
    12,
    (n) =>
      selfAttention({
        x: zeros(1, n),
        w_query: zeros(n, n),
        w_key: zeros(n, n),
        w_value: zeros(n, n),
      }),
  ],
  'selfAttention, rows': [
    13,
    (n) =>
      selfAttention({
        x: zeros(n, 1),
        w_query: zeros(1, 1),
        w_key: zeros(1, 1),
        w_value: zeros(1, 1),
      }),
  ],
  'selfAttention, width of a query': [
    20,
    (n) =>
      selfAttention({
        x: zeros(200, 1),
        w_query: zeros(1, n),
        w_key: zeros(1, n),
        w_value: zeros(1, 1),
      }),
  ],
  'selfAttention, width of a value': [
    20,
    (n) =>
      selfAttention({
        x: zeros(200, 1),
        w_query: zeros(1, 1),
        w_key: zeros(1, 1),
        w_value: zeros(1, n),
      }),
  ],
  'multiHeadAttention, rows': [
    13,
    (n) =>
      multiHeadAttention({
        query: zeros(n, 1, 1),
        key: zeros(n, 1, 1),
        value: zeros(n, 1, 1),
        num_heads: 1,
        in_proj_weight: zeros(3, 1),
        out_proj_weight: zeros(1, 1),
      }),
  ],
  multiHeadAttention: [
    12,
    (n) =>
      multiHeadAttention({
        query: zeros(2, 1, n),
        key: zeros(2, 1, n),
        value: zeros(2, 1, n),
        num_heads: 1,
        in_proj_weight: zeros(3 * n, n),
        out_proj_weight: zeros(n, n),
      }),
  ],
  positionalEncoding: [28, (n) => positionalEncoding(n, 1)],
  rand: [28, (n) => rand([n], 0)],
  randn: [28, (n) => randn([n], 0)],
  seededSelfAttention: [22, (n) => seededSelfAttention('a '.repeat(n / 2))],
  'beamSearchOverTable, rows': [
    17,
    (n) =>
      beamSearchOverTable({
        vocab: ['a', 'b'],
        rows: Array.from({ length: n }, (_, i) => ({
          prefix: Array.from((i + 1).toString(2).slice(1), Number),
          probabilities: [0.5, 0.5],
        })),
      }).result(),
  ],
  'beamSearchOverTable, beams': [
    20,
    (n) =>
      beamSearchOverTable(
        { vocab: ['a', 'b'], rows: [{ prefix: [], probabilities: [0.5, 0.5] }] },
        { num_beams: Math.min(n, 1000), max_new_tokens: 1, num_candidates: n },
      ).result(),
  ],
  'beamSearchOverTable, long hypotheses': [
    12,
    (n) =>
      beamSearchOverTable(
        { vocab: ['a', 'b'], rows: [{ prefix: [], probabilities: [0.5, 0.5] }] },
        { num_beams: 1000, max_new_tokens: n, eos_token_id: [] },
      ).result(),
    9,
  ],
  'encode, one letter': [24, (n) => model.tokenizer.encode(letters(n))],
  'encode, Chinese': [23, (n) => model.tokenizer.encode('天'.repeat(n))],
  'encode, what a normalizer makes longer': [
    19,
    (n) => withModel(normalizingFiles(), (own) => own.tokenizer.encode('\ufdfa'.repeat(n))),
  ],
  changes: [24, async (n) => model.tokenizer.changes(letters(n))],
  decode: [20, (n) => model.tokenizer.decode(ids(n))],
  'decode, long tokens': [
    16,
    (n) => withModel(longTokenFiles(1024), (own) => own.tokenizer.decode(ids(n))),
    4,
  ],
  texts: [20, (n) => model.tokenizer.texts(ids(n))],
  'texts, long tokens': [
    20,
    (n) => withModel(longTokenFiles(1024), (own) => own.tokenizer.texts(ids(n))),
    4,
  ],
  'forward of a text': [22, (n) => model.forward(letters(n))],
  'forward of ids': [22, (n) => model.forward(ids(n))],
  'forward of a batch': [15, (n) => model.forward(Array.from({ length: n }, () => [1, 2]))],
  'forward, all recorded': [16, (n) => model.forward(ids(n), { capture: ['*'] })],
  'forward, edits': [
    24,
    (n) => model.forward([1], { edits: [{ hook: 'embed', add: new Float32Array(n) }] }),
    4,
  ],
  // Its positions have no end.
  classify: [22, (n) => withModel(classifierFiles('post_first'), (own) => own.classify(ids(n)))],
  logitLens: [22, (n) => model.logitLens(zeros(n, 16))],
  setWeight: [25, (n) => model.setWeight('wte.weight', new Float32Array(n)), 12],
  nearestTokens: [31, (n) => model.nearestTokens(0, { count: n }), 0],
  'generate, prompt': [22, (n) => model.generate(ids(n), { max_new_tokens: 1 }).result()],
  'generate, n-grams': [
    22,
    (n) => model.generate(ids(n), { max_new_tokens: 1, no_repeat_ngram_size: n / 2 }).result(),
  ],
  'generate, beams': [
    10,
    (n) => model.generate([1, 2], { num_beams: Math.min(n, 1000), max_new_tokens: 2 }).result(),
    0,
  ],
  'generate, beams past the context': [
    10,
    (n) =>
      withModel(ofContext(256, 16), (own) =>
        own.generate(ids(256), { num_beams: Math.min(n, 1000), max_new_tokens: 2 }).result(),
      ),
    0,
  ],
  'generate, beams of a long prompt': [
    10,
    (n) =>
      withModel(ofContext(64, 16), (own) =>
        own.generate(ids(60_000), { num_beams: Math.min(n, 1000), max_new_tokens: 2 }).result(),
      ),
    0,
  ],
  'generate, beams × vocabulary': [
    20,
    (n) =>
      withModel(syntheticFiles(4, n), (own) =>
        own.generate([1], { num_beams: 1000, max_new_tokens: 2, eos_token_id: [] }).result(),
      ),
  ],
  'generate, captured': [
    15,
    (n) => model.generate(ids(n), { max_new_tokens: 2, capture: ['*'] }).result(),
  ],
  'generate, candidates': [
    20,
    (n) =>
      withModel(syntheticFiles(4, n), async (own) => {
        const options = { max_new_tokens: 2, num_candidates: n, eos_token_id: [] };
        for await (const _ of own.generate([1], options));
      }),
  ],
  'generate, forced tokens': [
    12,
    (n) => model.generate([1], { max_new_tokens: n, forced_tokens: ids(n) }).result(),
  ],
  'generate, stop strings': [
    22,
    (n) => model.generate([1], { max_new_tokens: 1, stop_strings: letters(n) }).result(),
  ],
  'loadModel, a config': [
    24,
    (n) => {
      const { config, ...files } = boundlessFiles();
      return withModel(
        { ...files, config: withSmallValues(config as object, '1', n) },
        async () => undefined,
      );
    },
  ],
  'loadModel, a nested config': [
    24,
    (n) => withModel({ ...boundlessFiles(), config: '['.repeat(n) }, async () => undefined),
  ],
  'loadModel, a vocabulary': [
    18,
    async (n) => {
      const names = Array.from({ length: n }, (_, i) => [`token ${i}`, i]);
      const vocabJson = JSON.stringify(Object.fromEntries(names));
      await (await loadModel({ ...boundlessFiles(), vocabJson, mergesTxt: '' })).close();
    },
    7,
  ],
  'loadModel, a tokenizer.json': [
    22,
    (n) =>
      withModel(
        { ...boundlessFiles(), tokenizerJson: withSmallValues(kTokenizer, '{}', n) },
        async () => undefined,
      ),
  ],
  'loadModel, a golden.json': [
    22,
    (n) =>
      withModel({ ...boundlessFiles(), goldenJson: withSmallValues({}, '[]', n) }, (own) =>
        own.verify(),
      ),
  ],
  'loadModel, a wide layer': [
    11,
    (n) =>
      withModel(
        syntheticFiles(4 * Math.round(n / 4), 256),
        async (wide) => {
          await wide.embeddingMap();
          await wide.files();
        },
        { dtype: 'int8' },
      ),
    6,
  ],
  'loadModel, weights': [
    18,
    (n) =>
      withModel(syntheticFiles(16, n), async (large) => {
        await large.weight('wte.weight');
        await large.embeddingMap();
        await large.files();
      }),
  ],
  'a trainer, its texts': [
    23,
    (n) => trainedOnce({ config: trained8, texts: 'ab'.repeat(n / 2) }, ''),
  ],
  'a trainer, its sequences': [
    22,
    (n) =>
      trainedOnce(
        { config: { ...trained, n_positions: 8, vocab_size: 4 }, sequences: [ids(n)] },
        '',
      ),
  ],
  'a trainer, its loss': [
    22,
    (n) =>
      trainedOnce(
        { config: boundless, texts: 'ab '.repeat(20), max_length: 16 },
        'ab'.repeat(n / 2),
      ),
  ],
  'a trainer, its loss in one long context': [
    15,
    (n) =>
      trainedOnce(
        {
          config: { ...boundless, n_head: 4 },
          texts: Array.from({ length: 1100 }, () => 'ab'.repeat(16)),
          max_length: 32_768,
        },
        'ab'.repeat(n / 2),
      ),
  ],
  'a trainer, what it looks at': [
    15,
    (n) =>
      withTrainer(
        { config: boundless, texts: 'ab '.repeat(20), max_length: 16 },
        async (trainer) => {
          for await (const _ of trainer.train({ steps: 1, input: ids(n), capture: ['*'] }));
        },
      ),
  ],
  'a trainer, its width': [
    14,
    (n) =>
      trainedOnce(
        { config: { ...trained, n_positions: 8, n_embd: n }, texts: 'ab '.repeat(20) },
        'ab',
      ),
    6,
  ],
  'a trainer, its context': [
    15,
    (n) =>
      trainedOnce(
        { config: boundless, texts: 'ab'.repeat(n), max_length: n, tokens_per_batch: n },
        '',
      ),
  ],
  'a trainer, its batches': [
    19,
    (n) =>
      trainedOnce(
        {
          config: boundless,
          texts: 'ab'.repeat(n),
          max_length: 16,
          tokens_per_batch: n,
          micro_batch_tokens: n,
        },
        '',
      ),
  ],
};

/** 'done', or the code of the refusal, which is a sentence and not the engine's end. */
async function answerOf(call: (n: number) => Promise<unknown>, n: number): Promise<string> {
  const answer = await call(n).then(
    () => 'done',
    (error: unknown) => {
      expect(error).toBeInstanceOf(GlassformerError);
      const { code, details } = error as GlassformerError;
      if (code === 'OutOfMemory') expect(details).toHaveProperty('bytes', expect.any(Number));
      return `${(error as GlassformerError).code}: ${(error as GlassformerError).message}`;
    },
  );
  expect(answer, String(n)).toMatch(/^(done$|(OutOfMemory|Invalid\w+): [^\n]+$)/);
  expect(answer, String(n)).not.toContain('there is not enough memory for this'); // the engine's end
  return answer.replace(/:.*/, '');
}

/** Of what is too large for other reasons before it takes too much memory. */
const kOtherLimits = new Set([
  'beamSearchOverTable, beams',
  'changes',
  'generate, beams',
  'generate, forced tokens',
  'loadModel, a golden.json',
  'loadModel, a nested config',
  'nearestTokens',
]);

/** What is no file of its kind, however small. */
const kNeverDone = new Set(['loadModel, a nested config', 'loadModel, a golden.json']);

const kStepsOfAnOctave = 8;
/** The longest take 40 s on two processors with nothing beside. One that is cut off leaves its model open, and fails all after it. */
const kLongMs = 180_000;

test.each(Object.entries(calls))(
  '%s',
  { timeout: kLongMs },
  async (name, [power, call, first = 10]) => {
    const answers: string[] = [];
    const ask = async (n: number) => {
      const answer = await answerOf(call, n);
      answers.push(answer);
      return answer === 'done';
    };
    /** Twice as much as before until it is refused, the sizes between these two, and the largest. */
    let i = first;
    while ((await ask(2 ** i)) && i < power) i += 1;
    if (answers.at(-1) !== 'done') {
      for (let part = 1; part < kStepsOfAnOctave; part++)
        await ask(Math.round(2 ** (i - 1 + part / kStepsOfAnOctave)));
      await ask(2 ** power);
    }
    if (!kNeverDone.has(name)) expect(answers).toContain('done');
    if (!kOtherLimits.has(name)) expect(answers).toContain('OutOfMemory');
    expect((await model.forward('a')).tokens).toHaveLength(1);
    expect((await sharedEngine().info()).openHandles).toBe(1);
  },
);

/** What takes most of the memory by its result or by what it keeps, with the sizes between which it is refused. */
const edges: Record<string, readonly [number, number, (n: number) => Promise<unknown>]> = {
  logitLens: [3000, 80_000, (n) => model.logitLens(zeros(n, 16))],
  'forward of a batch, logits': [
    40,
    600,
    (n) =>
      model.forward(
        Array.from({ length: n }, () => ids(64)),
        { capture: ['logits'] },
      ),
  ],
  'generate, a prompt longer than the context': [
    400_000,
    3_000_000,
    async (n) => {
      const short = await loadModel({ ...syntheticFiles(16, 256), ...byteLevel() });
      try {
        await short.generate(ids(n), { max_new_tokens: 1 }).result();
      } finally {
        await short.close();
      }
    },
  ],
  'generate, n-grams past the context': [
    500_000,
    1_200_000,
    (n) =>
      withModel({ ...syntheticFiles(16, 256), ...byteLevel() }, (short) =>
        short.generate(ids(n), { max_new_tokens: 1, no_repeat_ngram_size: n >> 1 }).result(),
      ),
  ],
  'generate, n-grams of beams': [
    250_000,
    1_200_000,
    (n) =>
      withModel({ ...syntheticFiles(16, 256), ...byteLevel() }, (short) =>
        short
          .generate(ids(n), { max_new_tokens: 2, num_beams: 2, no_repeat_ngram_size: n })
          .result(),
      ),
  ],
  'forward, ablations': [
    100_000,
    220_000,
    (n) => model.forward([1], { ablate: Array.from({ length: n }, () => ({ layer: 0, head: 0 })) }),
  ],
  'a trainer, its width': [
    64,
    600,
    (n) =>
      trainedOnce(
        {
          config: { ...trained, n_positions: 8, n_embd: 2 * Math.round(n / 2) },
          texts: 'ab'.repeat(200),
        },
        'ab',
      ),
  ],
};

test.each(Object.entries(edges))('%s, in small steps', async (_, [first, last, call]) => {
  const refusals: boolean[] = [];
  for (let n = first; n < last; n = Math.ceil(n * 1.15))
    refusals.push((await answerOf(call, n)) !== 'done');
  expect(refusals).toContain(false);
  expect(refusals).toContain(true);
  expect((await model.forward('a')).tokens).toHaveLength(1);
  expect((await sharedEngine().info()).openHandles).toBe(1);
});

/** What takes no size from its caller, or is called on the way by the rows above. */
const kWithoutSize = [
  'constructor',
  'closed',
  'connect',
  'createEngine',
  'force',
  'GlassformerError',
  'paused',
  'pause',
  'resume',
  'setAssetsUrl',
  'step',
  'steps',
  'weights',
];

test('no public call is left out', async () => {
  const rows = [...Object.values(calls), ...Object.values(edges)].map((row) => row.join());
  const tried = [...rows, String(trainedOnce), String(withModel), String(withTrainer)].join('\n');
  const methodsOf = (value: object) => Object.getOwnPropertyNames(Object.getPrototypeOf(value));
  const generation = model.generate([1], { max_new_tokens: 1 });
  await generation.result();
  const trainer = await createTrainer({ config: trained8, texts: 'ab '.repeat(20) });
  await trainer.close();
  const names = [
    ...Object.keys(await import('glassformer')),
    ...methodsOf(model),
    ...methodsOf(trainer),
    ...methodsOf(generation),
    ...Object.keys(model.tokenizer),
  ].filter((name) => !kWithoutSize.includes(name) && name !== 'sharedEngine');
  expect(names.length).toBeGreaterThan(25);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(tried))).toEqual([]);
});
