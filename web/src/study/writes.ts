/** What a neuron writes: the tokens, or the classes, whose logits it raises and lowers. */
import type { Model } from '../index.ts';
import type { Run } from '../shared/run-types.ts';
import { feedForwardOut, layoutOf, writtenBy } from '../view/block-weights.ts';
import { type Push, pushes } from '../view/feed-forward.ts';
import { logitTexts, outputTableOf } from './output-table.ts';

/** How many of each are named. */
const kNamed = 6;

export interface NamedPush extends Push {
  readonly text: string;
}

export interface Writes {
  readonly layer: number;
  readonly neuron: number;
  readonly raised: readonly NamedPush[];
  readonly lowered: readonly NamedPush[];
}

/** Null where the model has no feed-forward or no output head. */
export async function readWrites(
  model: Model,
  run: Run,
  layer: number,
  neuron: number,
): Promise<Writes | null> {
  const name = feedForwardOut(model.weights, '', layer);
  const table = await outputTableOf(model, run);
  if (name === null || table === null) return null;
  const row = writtenBy(await model.weight(name), layoutOf(model.weights, name), neuron);
  const { raised, lowered } = pushes(row, table.rows, kNamed);
  const ids = [...raised, ...lowered].map(({ id }) => id);
  const texts = await logitTexts(model, ids);
  const named = (all: readonly Push[], first: number) =>
    all.map((push, i) => ({ ...push, text: texts[first + i] ?? '' }));
  return { layer, neuron, raised: named(raised, 0), lowered: named(lowered, raised.length) };
}
