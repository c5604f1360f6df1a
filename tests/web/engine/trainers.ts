/** What the tests of trainers share: an engine of their file, what is learned, and trainers that are closed after each test. */
import {
  createEngine,
  createTrainer,
  type CreateTrainerOptions,
  type Trainer,
  type TrainOptions,
  type TrainStep,
} from 'glassformer';
import { afterEach, expect } from 'vitest';
import { aabFile } from './helpers.ts';

export const engine = createEngine();
const open: Trainer[] = [];
afterEach(async () => {
  for (const trainer of open.splice(0)) await trainer.close();
  expect((await engine.info()).openHandles).toBe(0);
});

/** The hand-made model's config: no norm, no feed-forward, one head of width 8, a context of 5. */
const aabConfig = JSON.parse(aabFile('config.json').toString()) as object;
export const letters = (text: string) => Array.from(text, (letter) => 'ab'.indexOf(letter));
export const aab = {
  config: aabConfig,
  sequences: [letters('aab'.repeat(10))],
  lr: 0.02,
} satisfies CreateTrainerOptions;
export const tiny = { model_type: 'gpt2', n_layer: 2, n_head: 2, n_embd: 16, n_positions: 12 };
export const pairs = {
  model_type: 'encoder-decoder',
  d_model: 16,
  nhead: 2,
  num_encoder_layers: 1,
  num_decoder_layers: 1,
  dim_feedforward: 32,
};

/** A trainer that is closed when the test ends. */
export async function make(options: Partial<CreateTrainerOptions> = {}): Promise<Trainer> {
  const trainer = await createTrainer({ ...aab, engine, ...options });
  open.push(trainer);
  return trainer;
}

export async function taken(trainer: Trainer, options: TrainOptions): Promise<TrainStep[]> {
  const steps: TrainStep[] = [];
  for await (const step of trainer.train(options)) steps.push(step);
  return steps;
}

export const losses = async (trainer: Trainer, steps: number) =>
  (await taken(trainer, { steps })).map(({ loss }) => loss);
