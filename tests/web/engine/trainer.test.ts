import {
  createEngine,
  createTrainer,
  loadModel,
  type CreateTrainerOptions,
  type Model,
  type Trainer,
  type TrainOptions,
  type TrainStep,
} from 'glassformer';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { aabFile, failingCall, goldenJson, refusal } from './helpers.ts';

const engine = createEngine();
const open: Trainer[] = [];
afterEach(async () => {
  for (const trainer of open.splice(0)) await trainer.close();
  expect((await engine.info()).openHandles).toBe(0);
});

/** The hand-made model's config: no norm, no feed-forward, one head of width 8, a context of 5. */
const aabConfig = JSON.parse(aabFile('config.json').toString()) as object;
const letters = (text: string) => Array.from(text, (letter) => 'ab'.indexOf(letter));
const aab = {
  config: aabConfig,
  sequences: [letters('aab'.repeat(10))],
  lr: 0.02,
} satisfies CreateTrainerOptions;
const tiny = { model_type: 'gpt2', n_layer: 2, n_head: 2, n_embd: 16, n_positions: 12 };
const pairs = {
  model_type: 'encoder-decoder',
  d_model: 16,
  nhead: 2,
  num_encoder_layers: 1,
  num_decoder_layers: 1,
  dim_feedforward: 32,
};

/** A trainer that is closed when the test ends. */
async function make(options: Partial<CreateTrainerOptions> = {}): Promise<Trainer> {
  const trainer = await createTrainer({ ...aab, engine, ...options });
  open.push(trainer);
  return trainer;
}

async function taken(trainer: Trainer, options: TrainOptions): Promise<TrainStep[]> {
  const steps: TrainStep[] = [];
  for await (const step of trainer.train(options)) steps.push(step);
  return steps;
}

const losses = async (trainer: Trainer, steps: number) =>
  (await taken(trainer, { steps })).map(({ loss }) => loss);

/** How many of the article's 27 next letters a model of ids foretells. */
async function accuracy(model: Model): Promise<number> {
  const runs = goldenJson('seed001_aab.json').accuracy_runs as {
    context: string;
    expected: string;
  }[];
  const foretold = await Promise.all(
    runs.map(({ context }) => model.generate(letters(context), { max_new_tokens: 1 }).result()),
  );
  return runs.filter(({ expected }, i) => foretold[i]!.ids[0] === letters(expected)[0]).length;
}

describe('a trainer', () => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'learns (aab)* from random weights, seed %i',
    async (seed) => {
      const trainer = await make({ seed });
      const untrained = await trainer.loss(aab.sequences);
      await taken(trainer, { steps: 300, every: 100 });
      expect(await trainer.loss(aab.sequences)).toBeLessThan(untrained / 2);
      const model = await trainer.model();
      expect(await accuracy(model)).toBe(27);
      await model.close();
    },
  );

  test('falls in a straight line at the end of a warmup-stable-decay schedule', async () => {
    const trainer = await make({
      schedule: 'warmup_stable_decay',
      total_steps: 6,
      decay_steps: 4,
      min_lr_ratio: 0.5,
    });
    const rates = (await taken(trainer, { steps: 6 })).map(({ lr }) => lr);
    [0.02, 0.02, 0.0175, 0.015, 0.0125, 0.01].forEach((lr, i) =>
      expect(rates[i]).toBeCloseTo(lr, 12),
    );
  });

  test('tells of each step what happened', async () => {
    const trainer = await make({ warmup_steps: 4, schedule: 'cosine', total_steps: 12 });
    const steps = await taken(trainer, { steps: 12 });
    expect(steps.map(({ step }) => step)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
    const rates = steps.map(({ lr }) => lr);
    expect(rates.slice(0, 4)).toEqual([0.005, 0.01, 0.015, 0.02]);
    expect(rates[11]).toBeCloseTo(0.002, 12);
    for (const { loss, gradient_norm, tokens } of steps) {
      expect(loss).toBeGreaterThan(0);
      expect(gradient_norm).toBeGreaterThan(0);
      expect(tokens).toBe(29);
    }
    expect(steps[0]!.loss).toBeCloseTo(Math.log(2), 2); // it knows nothing yet
    expect(trainer.steps).toBe(12);
  });

  test('reports each n-th step and the last one', async () => {
    const trainer = await make();
    const numbers = async (options: TrainOptions) =>
      (await taken(trainer, options)).map(({ step }) => step);
    expect(await numbers({ steps: 25, every: 10 })).toEqual([10, 20, 25]);
    expect(await numbers({ steps: 10, every: 10 })).toEqual([30, 35]);
  });

  test('gives the same losses to the bit for the same seed, however it is asked', async () => {
    const wanted = await losses(await make({ seed: 5 }), 60);
    expect(await losses(await make({ seed: 5 }), 60)).toEqual(wanted);
    const inPieces = await make({ seed: 5 });
    const found: number[] = [];
    for (const steps of [1, 19, 40]) {
      found.push(...(await losses(inPieces, steps)));
      await inPieces.forward([0, 0, 1], { capture: ['logits'] });
      await inPieces.loss(aab.sequences);
    }
    expect(found).toEqual(wanted);
    expect(await losses(await make({ seed: 6 }), 60)).not.toEqual(wanted);
  });

  test('begins anew after a reset, with the same weights or with others', async () => {
    const trainer = await make({ seed: 5 });
    const first = await losses(trainer, 20);
    await trainer.reset();
    expect(trainer.steps).toBe(0);
    expect(await losses(trainer, 20)).toEqual(first);
    await trainer.reset(6);
    const other = await losses(trainer, 20);
    expect(other).not.toEqual(first);
    await trainer.reset();
    expect(await losses(trainer, 20)).toEqual(other);
  });

  test('stops when its signal aborts, and goes on when it is asked again', async () => {
    const trainer = await make();
    const stop = new AbortController();
    const seen: number[] = [];
    const endless = async () => {
      for await (const { step } of trainer.train({ signal: stop.signal })) {
        seen.push(step);
        if (step === 40) stop.abort(new Error('enough'));
      }
    };
    await expect(endless()).rejects.toThrow('enough');
    expect(seen).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    const before = trainer.steps;
    expect(before).toBeGreaterThanOrEqual(40);
    expect((await trainer.forward([0, 0, 1])).tokens).toHaveLength(3);
    expect((await taken(trainer, { steps: 1 }))[0]!.step).toBe(before + 1);
    await expect(taken(trainer, { signal: stop.signal })).rejects.toThrow('enough');
    expect(trainer.steps).toBe(before + 1);
  });

  test('can be left in the middle of a loop', async () => {
    const trainer = await make();
    for await (const { step } of trainer.train()) if (step === 3) break;
    const before = trainer.steps;
    expect((await taken(trainer, { steps: 2, every: 2 })).at(-1)!.step).toBe(before + 2);
  });

  test('takes no step while it is paused', async () => {
    const trainer = await make();
    const beside = await make();
    // The same worker does all of this: had the paused one taken a step or reported one, it would be before the last.
    const meanwhile = () => taken(beside, { steps: 50 });
    trainer.pause();
    expect(trainer.paused).toBe(true);
    const seen: number[] = [];
    let reachTenth = () => {};
    const tenth = new Promise<void>((done) => (reachTenth = done));
    const training = (async () => {
      for await (const { step } of trainer.train({ steps: 20 })) {
        seen.push(step);
        if (step !== 10) continue;
        trainer.pause();
        reachTenth();
      }
    })();
    await meanwhile();
    expect([seen.length, trainer.steps]).toEqual([0, 0]);
    trainer.resume();
    await tenth;
    await meanwhile();
    expect(seen).toHaveLength(10);
    trainer.resume();
    await training;
    expect([seen.length, trainer.paused]).toEqual([20, false]);
  });

  test('that is paused can be aborted and closed', async () => {
    const trainer = await make();
    trainer.pause();
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('enough')), 20);
    await expect(taken(trainer, { signal: stop.signal })).rejects.toThrow('enough');
    const waiting = refusal(taken(trainer, {}));
    await trainer.close();
    expect((await waiting).code).toBe('Closed');
  });

  test('has steps of the same size however long the corpus is', async () => {
    // Tokens times batches are more than 32 bits hold.
    const trainer = await make({ sequences: [new Int32Array(600_000)], tokens_per_batch: 16 });
    for (const { tokens } of await taken(trainer, { steps: 20 })) {
      expect(tokens).toBeGreaterThan(0);
      expect(tokens).toBeLessThanOrEqual(16 + 5);
    }
  });

  test('lets timers and other calls go between', async () => {
    const trainer = await make({ tokens_per_batch: 30 });
    const other = await loadModel('aab', { engine });
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 5);
    let answers = 0;
    const asking = (async () => {
      while (trainer.steps < 3000) {
        await other.forward('aab');
        answers++;
        await new Promise((resolve) => setTimeout(resolve));
      }
    })();
    const beginning = performance.now();
    await taken(trainer, { steps: 3000, every: 500 });
    const slices = (performance.now() - beginning) / 15;
    await asking;
    clearInterval(ticking);
    await other.close();
    expect(ticks).toBeGreaterThan(slices / 4);
    expect(answers).toBeGreaterThan(slices / 4);
  });
});

test('a long context counts for no more than the sequences can fill of it', async () => {
  const trainer = await createTrainer({
    config: {
      model_type: 'gpt2',
      n_layer: 1,
      n_head: 8,
      n_embd: 8,
      n_positions: 16_384,
      vocab_size: 2,
    },
    sequences: Array.from({ length: 1000 }, () => letters('aab'.repeat(7))),
    max_length: 16_384,
    engine,
  });
  open.push(trainer);
  expect((await taken(trainer, { steps: 1 }))[0]?.loss).toBeCloseTo(Math.log(2), 1);
});

describe('what it has learned', () => {
  test('can be looked at by any hook while it learns', async () => {
    const trainer = await make({ seed: 1 });
    const capture = ['blocks.*.attn.pattern', 'blocks.0.resid_post', 'logits'];
    const input = letters('aabaa');
    const steps = await taken(trainer, { steps: 40, every: 20, input, capture });
    for (const { activations } of steps) {
      expect(activations!['blocks.0.attn.pattern']!.shape).toEqual([1, 5, 5]);
      expect(activations!['blocks.0.resid_post']!.shape).toEqual([5, 8]);
      expect(activations!['logits']!.shape).toEqual([5, 2]);
    }
    expect(steps[0]!.activations).not.toEqual(steps[1]!.activations);
    const now = await trainer.forward(input, { capture });
    expect(now.activations).toEqual(steps[1]!.activations);
    const [plain] = await taken(trainer, { steps: 1 });
    expect(plain).not.toHaveProperty('activations');
  });

  test('can be changed on the way, as in any run', async () => {
    const trainer = await make();
    await taken(trainer, { steps: 100, every: 100 });
    const capture = ['logits'];
    const whole = await trainer.forward([0, 0, 1], { capture });
    const without = await trainer.forward([0, 0, 1], { capture, ablate: [{ layer: 0, head: 0 }] });
    expect(without.activations).not.toEqual(whole.activations);
  });

  test('is a model of its own, which stays as it is', async () => {
    const trainer = await make();
    await taken(trainer, { steps: 50, every: 50 });
    const model = await trainer.model();
    const capture = ['logits'];
    const then = await trainer.forward([0, 0, 1, 0], { capture });
    expect(await model.forward([0, 0, 1, 0], { capture })).toEqual(then);
    await taken(trainer, { steps: 50, every: 50 });
    expect(await model.forward([0, 0, 1, 0], { capture })).toEqual(then);
    expect((await trainer.forward([0, 0, 1, 0], { capture })).activations).not.toEqual(
      then.activations,
    );
    expect(model.parameters).toBe(trainer.parameters);
    await model.close();
  });

  test('opens again from its files', async () => {
    const trainer = await make({
      config: tiny,
      texts: ['round and round', 'and round again'],
      sequences: undefined,
    });
    await taken(trainer, { steps: 30, every: 30 });
    const model = await loadModel(await trainer.files(), { engine });
    const capture = ['logits'];
    const [own, opened] = [
      await trainer.forward('and round', { capture }),
      await model.forward('and round', { capture }),
    ];
    expect(opened).toEqual(own);
    expect(model.config.resolved).toEqual(trainer.config.resolved);
    expect((await trainer.weights()).length).toBeGreaterThan(4 * trainer.parameters);
    await model.close();
  });

  test('has the loss that its own logits say', async () => {
    const trainer = await make();
    const input = letters('aabaab');
    const { data } = (await trainer.forward(input.slice(0, 5), { capture: ['logits'] }))
      .activations['logits']!;
    const nats = input.slice(1).map((target, t) => {
      const [a, b] = [data[2 * t]!, data[2 * t + 1]!];
      return Math.log(Math.exp(a) + Math.exp(b)) - (target === 0 ? a : b);
    });
    const mean = nats.reduce((sum, loss) => sum + loss) / 5;
    expect(await trainer.loss([input])).toBeCloseTo(mean, 6);
  });
});

describe('texts', () => {
  const texts = ['春眠不觉晓,处处闻啼鸟。', '夜来风雨声,花落知多少。'];

  test('become a vocabulary of their characters, and are learned', async () => {
    const trainer = await make({
      config: { ...tiny, n_positions: 16 },
      texts,
      sequences: undefined,
      lr: 0.01,
    });
    const characters = new Set(texts.join('')).size;
    expect(trainer.hasTokenizer).toBe(true);
    expect(trainer.config).toMatchObject({
      vocab_size: characters + 2,
      bos_token_id: 0,
      eos_token_id: 1,
      resolved: { vocab_size: characters + 2, bos_token_id: 0, eos_token_ids: [1] },
    });
    await taken(trainer, { steps: 150, every: 150 });
    const model = await trainer.model();
    expect((await model.generate('夜来', { max_new_tokens: 20 }).result()).text).toBe(
      '风雨声,花落知多少。',
    );
    expect((await model.generate([0, ...(await idsOf(model, '春'))]).result()).text).toBe(
      '眠不觉晓,处处闻啼鸟。',
    );
    await model.close();
  });

  test('in pairs are learned by an encoder–decoder', async () => {
    const sources = ['abc', 'bca', 'cab', 'acb', 'cba', 'bac'];
    const reversed = sources.map((text) => [...text].reverse().join(''));
    const trainer = await make({
      config: pairs,
      texts: reversed,
      sources,
      sequences: undefined,
      max_length: 8,
      lr: 0.01,
    });
    await taken(trainer, { steps: 200, every: 200 });
    const model = await trainer.model();
    const outputs = await Promise.all(sources.map((text) => model.generate(text).result()));
    expect(outputs.map(({ text }) => text)).toEqual(reversed);
    await model.close();
    const run = await trainer.forward('cb', {
      source: 'abc',
      capture: ['decoder.*.cross_attn.pattern'],
    });
    expect(run.activations['decoder.blocks.0.cross_attn.pattern']!.shape).toEqual([2, 3, 3]);
    expect(await trainer.loss(reversed, sources)).toBeLessThan(0.1);
  });
});

const idsOf = async (model: Model, text: string) =>
  (await model.tokenizer.encode(text)).map(({ id }) => id);

describe('a trainer is refused', () => {
  const refused = async (options: Record<string, unknown>) => {
    const { code, message } = await refusal(
      createTrainer({ ...aab, engine, ...options } as CreateTrainerOptions),
    );
    return `${code}: ${message}`;
  };
  const text = { config: tiny, sequences: undefined };

  test.each<[string, Record<string, unknown>, RegExp]>([
    [
      'no document',
      { sequences: [] },
      /^InvalidArgument: createTrainer: there is nothing to learn/,
    ],
    ['an empty text', { ...text, texts: '' }, /^InvalidText: there is no text to learn/],
    ['one token', { sequences: [[0]] }, /^InvalidArgument: there is nothing to learn from/],
    [
      'less than one context',
      { sequences: [[0, 1, 0]] },
      /^InvalidArgument: .* fewer than one context/,
    ],
    [
      'an id outside the vocabulary',
      {
        sequences: [
          [0, 1],
          [0, 2],
        ],
      },
      /^InvalidArgument: document 2 holds the token 2, but the vocabulary has 2 tokens$/,
    ],
    [
      'what is no id',
      { sequences: [[0, 0.5]] },
      /^InvalidArgument: createTrainer: sequences must be a list/,
    ],
    [
      'half a character',
      { ...text, texts: ['fine', 'a\ud83d!'] },
      /^InvalidText: createTrainer: text 2 holds a lone surrogate, half a character, at 1$/,
    ],
    [
      'texts and ids',
      { texts: 'aab' },
      /^InvalidArgument: createTrainer needs exactly one of texts and sequences, found both$/,
    ],
    ['nothing to learn', { sequences: undefined }, /found neither$/],
    ['sources for a decoder', { sources: [[0, 1]] }, /^InvalidArgument: there are sources, but/],
    [
      'no sources for an encoder–decoder',
      { ...text, config: { ...pairs, vocab_size: 2 }, sequences: [[0, 1, 0]] },
      /need as many sources, found 0$/,
    ],
    [
      'an encoder alone',
      { config: { ...pairs, model_type: 'transformer', vocab_size: 2, num_decoder_layers: 0 } },
      /^InvalidArgument: the config is that of an encoder alone/,
    ],
    [
      'a config without sizes',
      { config: { model_type: 'gpt2', vocab_size: 2 } },
      /^InvalidFile: config: .*n_embd/,
    ],
    [
      'a longer input than the context',
      { max_length: 6 },
      /^InvalidArgument: max_length is 6, but the config's context holds 5 tokens$/,
    ],
    [
      'a rate below zero',
      { lr: -1 },
      /^InvalidArgument: createTrainer: lr must be a number from 0 to 1000000000, found -1$/,
    ],
    [
      'a share above one',
      { drop_first: 2 },
      /^InvalidArgument: createTrainer: drop_first must be a number from 0 to 1/,
    ],
    [
      'a cosine without an end',
      { schedule: 'cosine' },
      /^InvalidArgument: a cosine schedule ends after total_steps/,
    ],
    [
      'betas that are not two',
      { betas: [0.9] },
      /^InvalidArgument: createTrainer: betas must be a list of two, each a number of at least 0 and below 1, found \[0\.9\]$/,
    ],
    ['another schedule', { schedule: 'linear' }, /schedule must be "constant" or "cosine"/],
    [
      'an unknown option',
      { learning_rte: 1 },
      /^InvalidArgument: createTrainer: unknown option learning_rte; known are config/,
    ],
    ['no config', { config: undefined }, /^InvalidArgument: createTrainer: config is missing$/],
  ])('%s', async (_, options, message) => {
    expect(await refused(options)).toMatch(message);
  });

  test('wrong calls', async () => {
    const trainer = await make();
    const message = async (call: Promise<unknown>) => (await refusal(call)).message;
    expect(await message(taken(trainer, { steps: 0 }))).toBe(
      'train: steps must be a whole number above 0, found 0',
    );
    expect(await message(taken(trainer, { capture: ['logits'] }))).toMatch(/an input: give one$/);
    expect(await message(taken(trainer, { steps: 1, input: [0], capture: ['no'] }))).toBe(
      "capture: this model has no activation named 'no'",
    );
    expect(await message(trainer.reset(-1))).toMatch(/^reset: seed must be/);
    expect(await message(trainer.loss([[0, 3]]))).toMatch(/^document 1 holds the token 3/);
    expect(await message(trainer.loss('aab'))).toMatch(/learns from ids and has no vocabulary$/);
    expect(await message(trainer.loss([]))).toBe('there is no target to learn from');
    expect((await refusal(trainer.forward('aab'))).code).toBe('InvalidText');
    const running = trainer.train();
    await running.next();
    expect(await message(taken(trainer, {}))).toBe('train: this trainer is training already');
    await running.return();
    expect((await losses(trainer, 1)).length).toBe(1);
  });

  test('steps that lead nowhere, and it can be reset', async () => {
    const trainer = await make({ lr: 1e9, weight_decay: 1e3 });
    const { message } = await refusal(taken(trainer, { steps: 200 }));
    expect(message).toMatch(/^the loss of step \d+ is no finite number; a lower lr/);
    await trainer.reset();
    expect(await losses(trainer, 1)).toHaveLength(1);
  });

  test('after it was closed, and when its signal was aborted before', async () => {
    const trainer = await make();
    await trainer.close();
    const calls = [
      () => taken(trainer, {}),
      () => trainer.forward([0]),
      () => trainer.model(),
      () => trainer.weights(),
      () => trainer.reset(),
    ];
    for (const call of calls) expect((await refusal(call)).message).toBe('this trainer was closed');
    const signal = AbortSignal.abort(new Error('never mind'));
    await expect(createTrainer({ ...aab, engine, signal })).rejects.toThrow('never mind');
  });
});

test('what is closed gives its memory back, fifty times over', async () => {
  const round = async () => {
    const trainer = await createTrainer({
      config: tiny,
      texts: 'to and fro and to and fro',
      engine,
    });
    await taken(trainer, { steps: 5, input: 'to', capture: ['blocks.*'] });
    await trainer.reset(3);
    await trainer.forward('fro');
    await trainer.loss('to and fro');
    await (await trainer.model()).close();
    await trainer.files();
    await refusal(taken(trainer, { input: 'to', capture: ['nothing'] }));
    await refusal(
      createTrainer({ config: tiny, texts: 'to and fro and to', max_length: 99, engine }),
    );
    expect((await engine.info()).openHandles).toBe(1);
    await trainer.close();
    return engine.info();
  };
  const first = await round();
  let last = first;
  for (let i = 1; i < 50; i++) last = await round();
  expect(last.openHandles).toBe(0);
  expect(last.memoryBytes).toBe(first.memoryBytes);
  expect(last.usedBytes - first.usedBytes).toBeLessThan(1000);
});

/** From now on the machine has no more memory to give. */
function exhaustMemory(): void {
  const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(() => {
    throw new RangeError('no more memory');
  });
  onTestFinished(() => grow.mockRestore());
}

test('a trainer for which memory does not suffice is refused, and others train on', async () => {
  const own = createEngine();
  const trainer = await createTrainer({ ...aab, engine: own });
  exhaustMemory();
  const config = { ...tiny, n_embd: 512, vocab_size: 9 }; // more than the module began with
  const sequences = [Array.from({ length: 20 }, (_, i) => i % 9)];
  const bad = await refusal(createTrainer({ config, sequences, engine: own }));
  expect(bad.code).toBe('OutOfMemory');
  expect(await taken(trainer, { steps: 2 })).toHaveLength(2);
  await trainer.close();
  own.close();
});

test('a crash of the engine rejects whoever trains', async () => {
  const trainer = await createTrainer(aab);
  const endless = refusal(taken(trainer, { every: 1000 }));
  const aborted = failingCall(new WebAssembly.RuntimeError('Aborted()'));
  expect((await refusal(aborted)).code).toBe('OutOfMemory');
  expect((await endless).code).toMatch(/^(Closed|OutOfMemory)$/);
  await trainer.close();
});
