/** Decoding over a table of probabilities in the place of a model, as in examples on paper. */
import type { MainModule } from '../../../build/wasm/glassformer.js';
import type { GenerationOptions, ProbabilityTable } from '../shared/generation-types.ts';
import { toGenerationConfig } from './generation-config.ts';
import { RunningGeneration } from './generation.ts';
import { plainTexts } from './texts.ts';
import { unwrap } from './unwrap.ts';

export function generateFromTable(
  wasm: MainModule,
  { vocab, rows }: ProbabilityTable,
  options: GenerationOptions,
): RunningGeneration {
  const table = rows.map(({ prefix, probabilities }) => ({
    prefix: Int32Array.from(prefix),
    probabilities: Float32Array.from(probabilities),
  }));
  const hooks = new wasm.HookList();
  const texts = plainTexts((id) => vocab[id]!, '');
  const origin = {
    wasm,
    open: () => unwrap(wasm.makeTable(vocab.length, table)),
    hooks,
    hookOptions: {},
    namesNear: () => [],
    texts,
    tokenizer: null,
    prompt: new Int32Array(),
    vocabulary: vocab.length,
  };
  try {
    return new RunningGeneration(origin, toGenerationConfig(options, 0, []));
  } catch (error) {
    hooks.delete();
    throw error;
  }
}
