/** The run whose layers are shown: the figure's, or, of an encoder–decoder, one of its encoder. */
import type { Model } from '../../index.ts';
import type { Run } from '../../shared/run-types.ts';
import type { StackPrefix } from '../../view/block-weights.ts';
import { isPair } from './architecture.ts';

/** What stands before the hooks of the stack that reads what the reader types. */
export function prefixOf(model: Model): StackPrefix {
  return isPair(model) ? 'encoder.' : '';
}

/**
 * Null where there is none. An encoder's run is of the source alone.
 * @param hooks without the prefix of the stack
 */
export async function layeredRun(
  model: Model,
  run: Run | null,
  text: string,
  hooks: readonly string[],
): Promise<Run | null> {
  const prefix = prefixOf(model);
  if (prefix === '') return run;
  if (text.trim() === '') return null;
  const capture = hooks.map((name) => prefix + name);
  const { sourceTokens = [], activations } = await model.forward('', { source: text, capture });
  return { tokens: sourceTokens, activations };
}

/** How many layers that stack has. */
export function layersOf({ config: { resolved } }: Model): number {
  return resolved.architecture === 'decoder' ? resolved.decoder_layers : resolved.encoder_layers;
}
