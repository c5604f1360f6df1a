/** What a model would say next: the first step of a generation that is then given up. */
import type { Model } from '../../index.ts';
import type { GenerationOptions, GenerationStep } from '../../shared/generation-types.ts';
import type { Token } from '../../shared/run-types.ts';

export async function firstStep(
  model: Model,
  tokens: readonly Token[],
  options: GenerationOptions,
): Promise<GenerationStep> {
  const generation = model.generate(tokens, { ...options, max_new_tokens: 1 });
  try {
    return await generation.step();
  } finally {
    await generation.close();
  }
}
