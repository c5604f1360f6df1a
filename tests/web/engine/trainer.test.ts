import { createEngine, createTrainer, loadModel, type Model, type TrainOptions } from 'glassformer';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { failingCall, goldenJson, refusal } from './helpers.ts';
import { aab, engine, letters, losses, make, taken, tiny } from './trainers.ts';

/** How many of the article's 27 next letters a model of ids predicts. */
async function accuracy(model: Model): Promise<number> {
  const runs = goldenJson('seed001_aab.json').accuracy_runs as {
    context: string;
    expected: string;
  }[];
  const predicted = await Promise.all(
    runs.map(({ context }) => model.generate(letters(context), { max_new_tokens: 1 }).result()),
  );
  return runs.filter(({ expected }, i) => predicted[i]!.ids[0] === letters(expected)[0]).length;
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

  test('goes on from the first step where it is reset in the middle of a loop', async () => {
    const trainer = await make({ seed: 5 });
    const first = await losses(trainer, 10);
    const told = async (options: TrainOptions, at: number) => {
      await trainer.reset();
      let isReset = false;
      const steps: [number, number][] = [];
      for await (const { step, loss } of trainer.train(options)) {
        steps.push([step, loss]);
        if (step === at && !isReset) await trainer.reset();
        isReset ||= step === at;
      }
      return steps;
    };
    const steps = await told({ steps: 10 }, 4);
    expect(steps.map(([step]) => step)).toEqual([1, 2, 3, 4, 1, 2, 3, 4, 5, 6]);
    expect(steps.slice(4).map(([, loss]) => loss)).toEqual(first.slice(0, 6));
    expect(trainer.steps).toBe(6);
    const seldom = await told({ steps: 25, every: 10 }, 10);
    expect(seldom.map(([step]) => step)).toEqual([10, 10, 15]);
    expect(trainer.steps).toBe(15);
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
    // A machine that runs other tests, too, gives a timer its turn seldom; one that starved would have none.
    expect(ticks).toBeGreaterThan(slices / 10);
    expect(answers).toBeGreaterThan(slices / 10);
  });
});

test('a long context counts for no more than the sequences can fill of it', async () => {
  const trainer = await make({
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
  });
  expect((await taken(trainer, { steps: 1 }))[0]?.loss).toBeCloseTo(Math.log(2), 1);
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

test('a crash of the engine rejects the calls of its trainers', async () => {
  const trainer = await createTrainer(aab);
  const endless = refusal(taken(trainer, { every: 1000 }));
  const aborted = failingCall(() => new WebAssembly.RuntimeError('Aborted()'));
  expect((await refusal(aborted)).code).toBe('OutOfMemory');
  expect((await endless).code).toMatch(/^(Closed|OutOfMemory)$/);
  await trainer.close();
});

test('a module that ran out of memory is not called again, whatever waited for it', async () => {
  const aborted = vi.fn<() => void>();
  const Counted = class extends WebAssembly.RuntimeError {
    constructor(message?: string) {
      super(message);
      aborted();
    }
  };
  const { RuntimeError } = WebAssembly;
  Object.assign(WebAssembly, { RuntimeError: Counted });
  onTestFinished(() => void Object.assign(WebAssembly, { RuntimeError }));
  const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(() => {
    throw new RangeError('no more memory');
  });
  onTestFinished(() => grow.mockRestore());
  const starved = createEngine();
  // All wait for the training module; each is too small to be refused, together they are too much.
  const answers = await Promise.allSettled(
    Array.from({ length: 2000 }, () => createTrainer({ ...aab, engine: starved })),
  );
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(new Set(refused.map(({ reason }) => (reason as Error).message))).toEqual(
    new Set(['there is not enough memory for this']),
  );
  expect(refused.length).toBeGreaterThan(0);
  expect(aborted).toHaveBeenCalledTimes(1);
});
