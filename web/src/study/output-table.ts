/** The table whose rows make logits of a vector, as a model's weights are now. */
import type { Model } from '../index.ts';
import type { Run, Tensor } from '../shared/run-types.ts';
import { outputBias, outputTable } from '../view/block-weights.ts';
import { classifies } from '../shared/architecture.ts';

export interface OutputTable {
  /** (V, D) */
  readonly rows: Tensor;
  /** (V); null where the model has none. */
  readonly bias: Float32Array | null;
}

/** What was read last of each model: that of a run stays its own, whatever has become of the weights since. */
const tables = new WeakMap<
  Model,
  { readonly run: Run; readonly revision: number; readonly table: OutputTable }
>();

/** Null where the model has no output head. */
export async function outputTableOf(model: Model, run: Run): Promise<OutputTable | null> {
  const known = tables.get(model);
  const { revision } = model;
  if (known && (known.run === run || known.revision === revision)) return known.table;
  const name = outputTable(model);
  if (name === null) return null;
  const bias = outputBias(model.weights);
  const table = {
    rows: await model.weight(name),
    bias: bias === null ? null : (await model.weight(bias)).data,
  };
  tables.set(model, { run, revision, table });
  return table;
}

/** What each logit of that table is for: a token, as it is shown, or a class. */
export async function logitTexts(model: Model, ids: readonly number[]): Promise<string[]> {
  const { labels } = model.config.resolved;
  if (classifies(model)) return ids.map((id) => labels[id] ?? '');
  return model.hasTokenizer ? model.tokenizer.texts(ids) : ids.map(String);
}
