import { createTrainer, type Trainer } from 'glassformer';
import { type Call, ids } from './limited.ts';

export const trained = { model_type: 'gpt2', n_layer: 1, n_head: 2, n_embd: 16, n_positions: null };
export const trained8 = { ...trained, n_positions: 8 };
const boundless = { ...trained, positions: 'sinusoidal' };

type TrainerOptions = Parameters<typeof createTrainer>[0];

export async function withTrainer(
  options: TrainerOptions,
  use: (trainer: Trainer) => Promise<unknown>,
) {
  const trainer = await createTrainer(options);
  try {
    await use(trainer);
  } finally {
    await trainer.close();
  }
}

/** Every call of a trainer. `documents` are what a loss is asked for. */
export const trainedOnce = (options: TrainerOptions, documents: string) =>
  withTrainer(options, async (trainer) => {
    for await (const _ of trainer.train({ steps: 1 }));
    if (documents) await trainer.loss(documents);
    await trainer.forward([0], { capture: ['logits'] });
    await trainer.files();
    await (await trainer.model()).close();
    await trainer.reset();
  });

/** What trains. */
export const trainersCalls: Readonly<Record<string, Call>> = {
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
