/** What a trainer refuses, in one sentence, and that those beside it train on. */
import { createEngine, createTrainer, type CreateTrainerOptions } from 'glassformer';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { refusal } from './helpers.ts';
import { aab, engine, letters, losses, make, pairs, taken, tiny } from './trainers.ts';

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
    [
      'a text too long for its normalizer',
      {
        ...text,
        config: { ...tiny, normalizer: { type: 'NFKC' } },
        texts: ['ab', 'ab'.repeat(2 ** 20)],
      },
      /^InvalidArgument: the text has 2097152 characters; at most 1048576 are split/,
    ],
    [
      'a normalizer that is none',
      { config: { ...tiny, vocab_size: 2, normalizer: { type: 'NFC' } } },
      /^InvalidFile: config: config.json's normalizer: type is "NFC"/,
    ],
    ['no config', { config: undefined }, /^InvalidArgument: createTrainer: config is missing$/],
  ])('%s', async (_, options, message) => {
    expect(await refused(options)).toMatch(message);
  });

  test('wrong calls', async () => {
    const trainer = await make();
    const message = async (call: Promise<unknown>) => (await refusal(call)).message;
    expect(await message(taken(trainer, { steps: 0 }))).toBe(
      'train: steps must be a whole number from 1 to 4294967295, found 0',
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

  test('an input that cannot be looked at, before a step is taken', async () => {
    const trainer = await make();
    const loss = await trainer.loss(aab.sequences);
    for (const look of [
      { input: [0, 7] },
      { input: 'aab' },
      { input: [0], capture: ['no'] },
      { input: [0], edits: [{ hook: 'logits', set: new Float32Array(3) }] },
      { input: [0], ablate: [{ layer: 3, head: 0 }] },
    ])
      await refusal(taken(trainer, { steps: 20, ...look }));
    expect(trainer.steps).toBe(0);
    expect(await trainer.loss(aab.sequences)).toBe(loss);
  });

  test('a look that fails on the way: those before it are told, and its step is counted', async () => {
    const trainer = await make();
    const told: number[] = [];
    const edits = [{ hook: 'logits', scale: 3e38 }]; // beyond a float once a logit is larger than 1.1
    const options = { steps: 300, input: letters('aab'), capture: ['logits'], edits };
    const { message } = await refusal(async () => {
      for await (const { step } of trainer.train(options)) told.push(step);
    });
    expect(message).toMatch(/^logits holds -?infinity/);
    expect(told.length).toBeGreaterThan(0);
    expect(told).toEqual(Array.from({ length: trainer.steps - 1 }, (_, i) => i + 1));
    const next = trainer.steps + 1;
    expect((await taken(trainer, { steps: 1 }))[0]!.step).toBe(next);
  });

  test('steps that lead nowhere, and it can be reset', async () => {
    const trainer = await make({ lr: 1e9, weight_decay: 1e3 });
    const { message } = await refusal(taken(trainer, { steps: 200 }));
    expect(message).toMatch(/^the loss of step \d+ is no finite number; a lower lr/);
    expect((await refusal(trainer.loss([[0, 0, 1]]))).message).toBe(
      'loss holds NaN; expected trained weights whose sums and products are finite',
    );
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
