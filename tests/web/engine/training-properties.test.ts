/**
 * What holds of any config to be trained, found by changing those of the shipped models' recipes: a trainer of it takes
 * steps, is looked at and saved, or it is refused in one sentence, soon and without anything left open.
 */
import { readFileSync } from 'node:fs';
import { createEngine, createTrainer, GlassformerError, loadModel } from 'glassformer';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { trainingRules } from '../../../web/src/shared/options.ts';

const engine = createEngine();
afterAll(() => engine.close());

interface Recipe {
  readonly config: Readonly<Record<string, unknown>>;
  readonly training: Readonly<Record<string, unknown>>;
}
const recipes = ['stories', 'tang', 'en-zh'].map(
  (name) =>
    JSON.parse(
      readFileSync(new URL(`../../../models/${name}/recipe.json`, import.meta.url), 'utf8'),
    ) as Recipe,
);
const small: Readonly<Record<string, number>> = {
  ...{ n_layer: 1, n_head: 2, n_embd: 8, n_inner: 16, n_positions: 16 },
  ...{ d_model: 8, encoder_layers: 1, decoder_layers: 1, num_heads: 2, d_ff: 16 },
};
/** Those of a recipe, as small as a test needs them. */
const configs = recipes.map(({ config }) =>
  Object.fromEntries(Object.entries(config).map(([name, value]) => [name, small[name] ?? value])),
);
const trainings = recipes.map(({ training }) => ({
  ...Object.fromEntries(
    Object.entries(training).filter(([name]) => Object.hasOwn(trainingRules, name)),
  ),
  ...{ total_steps: training['steps'], tokens_per_batch: 32, max_length: 8 },
}));

const otherFields = [
  ...['model_type', 'architecture', 'norm', 'final_norm', 'positions', 'activation_function'],
  ...['vocab_size', 'source_vocab_size', 'bos_token_id', 'eos_token_id', 'pad_token_id'],
  ...['layer_norm_epsilon', 'scale_embedding', 'scale_attn_weights', 'tie_word_embeddings'],
  ...['max_position_embeddings', 'num_key_value_heads', 'head_dim', 'quantization_config'],
  ...['decoder_start_token_id', 'normalizer', 'source_normalizer', 'tokenizer_files', 'resolved'],
];
const words = ['gpt2', 'transformer', 'encoder-decoder', 'pre', 'post', 'none', 'relu', 'gelu'];
const value = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -1, max: 24 }) },
  { weight: 2, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
  // What is large is far too large: in between lies what only takes its time.
  fc.constantFrom(2 ** 31, 2 ** 32, 2 ** 53, 1e300, -1e300, NaN, Infinity, 5e-324),
  fc.constantFrom(true, false, null, '', '8', [], {}, [0, 1], [0.9, 0.95], ...words),
  fc.anything({ maxDepth: 2 }),
);
const changes = (names: readonly string[], most: number) =>
  fc.dictionary(fc.constantFrom(...names), value, { maxKeys: most });

const given = fc.nat(configs.length - 1).chain((i) =>
  fc.record({
    config: changes([...Object.keys(configs[i]!), ...otherFields], 3).map((changed) => ({
      ...configs[i],
      ...changed,
    })),
    training: changes(Object.keys(trainingRules), 2).map((changed) => ({
      ...trainings[i],
      ...changed,
    })),
    asText: fc.boolean(),
  }),
);

const kTexts = ['the cat sat', 'on the mat', 'the end'];
const kIds = [
  [0, 1, 2, 1, 0, 3],
  [1, 1, 2],
  [3, 2],
];

/** What all runs together may leave in the engine, and what its memory may grow to. */
const kMaxLeft = 2 ** 16;
const kMaxMemory = 2 ** 27;

/** Each thing that a trainer does, once. */
async function used(config: object, training: object, asText: boolean): Promise<void> {
  const documents = asText ? { texts: kTexts } : { sequences: kIds };
  const isPaired = 'encoder_layers' in config;
  const sources = isPaired ? { sources: asText ? kTexts : kIds } : {};
  const sized = asText ? {} : { vocab_size: 4, source_vocab_size: 4 };
  const trainer = await createTrainer({
    ...{ config: { ...sized, ...config }, ...documents, ...sources, ...training },
    engine,
  });
  try {
    for await (const { loss, step } of trainer.train({ steps: 2 })) {
      expect(step).toBeGreaterThan(0);
      expect(loss).not.toBeNaN();
    }
    const input = asText ? 'the' : [0, 1];
    const source = isPaired ? { source: input } : {};
    const { activations } = await trainer.forward(input, { capture: ['*logits'], ...source });
    expect(Object.keys(activations)).toHaveLength(1);
    const model = await loadModel(await trainer.files(), { engine });
    expect(model.parameters).toBe(trainer.parameters);
    await model.close();
  } finally {
    await trainer.close();
  }
}

test('any config and any options of a trainer are trained, or refused in a sentence', async () => {
  let count = 0;
  const before = await engine.info();
  await fc.assert(
    fc.asyncProperty(given, async ({ config, training, asText }) => {
      const begun = performance.now();
      try {
        await used(config, training, asText);
        ++count;
      } catch (error) {
        if (!(error instanceof GlassformerError)) throw error;
        expect(error.message).toMatch(/^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]+$/u);
        expect(error.message.length, error.message).toBeLessThan(1000);
        expect(['Internal', 'Closed', 'Network'], error.message).not.toContain(error.code);
      }
      expect(performance.now() - begun).toBeLessThan(10_000);
      expect((await engine.info()).openHandles).toBe(0);
    }),
    { numRuns: 600 },
  );
  expect(count).toBeGreaterThan(30); // that not all are refused
  const { usedBytes, memoryBytes } = await engine.info();
  expect(usedBytes - before.usedBytes).toBeLessThan(kMaxLeft);
  expect(memoryBytes).toBeLessThan(kMaxMemory);
});
