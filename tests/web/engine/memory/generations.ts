import { readTensors, writeTensors } from '../../../../tools/lib/safetensors.mjs';
import { byteLevel, syntheticFiles } from '../helpers.ts';
import { type Call, ids, letters, model, withModel, zeros } from './limited.ts';

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

/** What a model writes. */
export const generationsCalls: Readonly<Record<string, Call>> = {
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
};
