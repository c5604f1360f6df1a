/** The run whose layers are shown: the figure's, or, of an encoder–decoder, one of its encoder. */
import type { Ablation, Model } from '../../index.ts';
import type { Run } from '../../shared/run-types.ts';
import type { StackPrefix } from '../../view/block-weights.ts';
import { isPair } from './architecture.ts';
import { checkWhole } from './attributes.ts';

/** What stands before the hooks of the stack that reads what the reader types. */
export function prefixOf(model: Model): StackPrefix {
  return isPair(model) ? 'encoder.' : '';
}

const models = new WeakMap<Run, Model>();

/** A model has computed the run. */
export const ranBy = (run: Run, model: Model): void => void models.set(run, model);

/** Whether another model has computed the run: while a model comes, the run of the one before is still shown. */
export const isOfAnother = (run: Run | null, model: Model): boolean =>
  run !== null && (models.get(run) ?? model) !== model;

/**
 * Null where there is none, or only another model's. An encoder's run is of the source alone.
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
  if (prefix === '') return isOfAnother(run, model) ? null : run;
  if (text.trim() === '') return null;
  const capture = hooks.map((name) => prefix + name);
  const options = { source: text, capture, ablate };
  const { sourceTokens = [], activations } = await model.forward('', options);
  return { tokens: sourceTokens, activations };
}

/** Throws where the model has no such layer; `asWritten`: as the author has written it, for the message. */
export function checkLayer(model: Model, asWritten: unknown): void {
  checkWhole('layer', asWritten, 0, layersOf(model) - 1);
}

/** The last layer where the one that is asked for is none of the model's. */
export function layerWithin(model: Model | null, asked: number): number {
  return model === null ? asked : Math.min(asked, Math.max(0, layersOf(model) - 1));
}

/** How many layers that stack has. */
export function layersOf({ config: { resolved } }: Model): number {
  return resolved.architecture === 'decoder' ? resolved.decoder_layers : resolved.encoder_layers;
}
