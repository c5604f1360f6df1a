/** The run whose layers are shown: the figure's, or, of an encoder–decoder, one of its encoder. */
import type { Ablation, Model } from '../../index.ts';
import type { Run } from '../../shared/run-types.ts';
import type { StackPrefix } from '../../view/block-weights.ts';
import type { FigureContext } from './figure-context.ts';
import { isEncoderDecoder } from '../../shared/architecture.ts';

/** What stands before the hooks of the stack that reads what the reader types. */
export function prefixOf(model: Model): StackPrefix {
  return isEncoderDecoder(model) ? 'encoder.' : '';
}

/**
 * Null where there is none. An encoder's run is of the source alone.
 * @param hooks without the prefix of the stack
 * @param ablate heads of the encoder that are switched off or scaled; the figure's own run has them already
 */
export async function layeredRun(
  model: Model,
  run: Run | null,
  text: string,
  hooks: readonly string[],
  ablate: readonly Ablation[] = [],
): Promise<Run | null> {
  const prefix = prefixOf(model);
  if (prefix === '') return run;
  if (text.trim() === '') return null;
  const capture = hooks.map((name) => prefix + name);
  const options = { source: text, capture, ablate };
  const { sourceTokens = [], activations } = await model.forward('', options);
  return { tokens: sourceTokens, activations };
}

/** What a question about such a run has. */
export interface Reading {
  readonly model: Model;
  readonly run: Run | null;
  readonly text: string;
  readonly ablations?: readonly Ablation[];
}

/** What the figure reads now; null before it does. */
export function readingOf({ state: { model, run, text } }: FigureContext): Reading | null {
  if (model === null || (run === null && prefixOf(model) === '')) return null;
  return { model, run, text };
}

/** Whether two questions are about the same run: of an encoder–decoder one on the same text, with the same heads changed. */
export function readsSame(a: Reading, b: Reading): boolean {
  return (
    a.model === b.model &&
    (prefixOf(a.model) === '' ? a.run === b.run : a.text === b.text && a.ablations === b.ablations)
  );
}

/** The last layer where the one that is asked for is none of the model's. */
export function layerWithin(model: Model | null, asked: number): number {
  return model === null ? asked : Math.min(asked, Math.max(0, layersOf(model) - 1));
}

/** How many layers that stack has. */
export function layersOf({ config: { resolved } }: Model): number {
  return resolved.architecture === 'decoder' ? resolved.decoder_layers : resolved.encoder_layers;
}
