import { loadModel } from 'glassformer';
import { byteLevel, syntheticFiles } from '../helpers.ts';
import { ids, model, withModel, zeros } from './limited.ts';
import { trained, trainedOnce } from './trainers.ts';

/** What takes most of the memory by its result or by what it keeps, with the sizes between which it is refused. */
export const edges: Record<string, readonly [number, number, (n: number) => Promise<unknown>]> = {
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
