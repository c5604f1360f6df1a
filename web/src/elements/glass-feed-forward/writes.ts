/** What a neuron writes: the tokens whose logits it raises and lowers. */
import type { Model } from '../../index.ts';
import type { Run, Tensor } from '../../shared/run-types.ts';
import { feedForwardOut, outputTable, writtenBy } from '../../view/block-weights.ts';
import { type Push, pushes } from '../../view/feed-forward.ts';

/** How many of each are named. */
const kNamed = 6;
/** Numbers in a table: a larger one is read once for a model, others for each run, whose weights may have been changed. */
const kLarge = 2 ** 22;

export interface NamedPush extends Push {
  readonly text: string;
}

export interface Writes {
  readonly layer: number;
  readonly neuron: number;
  readonly raised: readonly NamedPush[];
  readonly lowered: readonly NamedPush[];
}

const tables = new WeakMap<Model, { readonly run: Run; readonly table: Tensor }>();

/** Null where the model's weights have other names than those that are known. */
export async function readWrites(
  model: Model,
  run: Run,
  layer: number,
  neuron: number,
): Promise<Writes | null> {
  const name = feedForwardOut(model.weights, '', layer);
  const table = await tableOf(model, run);
  if (name === null || table === null) return null;
  const { d_model: width } = model.config.resolved;
  const row = writtenBy(await model.weight(name), name, neuron, width);
  const { raised, lowered } = pushes(row, table, kNamed);
  const texts = await model.tokenizer.texts([...raised, ...lowered].map(({ id }) => id));
  const named = (all: readonly Push[], first: number) =>
    all.map((push, i) => ({ ...push, text: texts[first + i] ?? '' }));
  return { layer, neuron, raised: named(raised, 0), lowered: named(lowered, raised.length) };
}

async function tableOf(model: Model, run: Run): Promise<Tensor | null> {
  const known = tables.get(model);
  if (known && (known.run === run || known.table.data.length > kLarge)) return known.table;
  const name = outputTable(model.weights);
  if (name === null) return null;
  const table = await model.weight(name);
  tables.set(model, { run, table });
  return table;
}
