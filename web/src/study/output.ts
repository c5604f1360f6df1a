/** What the output head reads of a run: the vector of each token after all layers, the table of its rows, and the logits. */
import type { Model } from '../index.ts';
import type { Run } from '../shared/run-types.ts';
import { stackOutput } from '../view/layer-hooks.ts';
import { largest, type Matrix, matrixOf, rowOf } from '../view/matrix.ts';
import { type OutputTable, outputTableOf } from './output-table.ts';

export interface OutputQuestion {
  readonly model: Model;
  readonly run: Run;
  /** The place of the token whose vector is read. */
  readonly row: number;
  /** How many of the likeliest tokens are listed. */
  readonly count: number;
  /** Id of a token that is listed in any case; null: none. */
  readonly asked: number | null;
}

export interface Likely {
  readonly id: number;
  readonly text: string;
  /** The engine's. */
  readonly logit: number;
}

export interface Output {
  readonly model: Model;
  readonly run: Run;
  readonly row: number;
  /** (T, D) */
  readonly vectors: Matrix;
  readonly table: OutputTable;
  /** Those with the largest logits, falling, and behind them the one that was asked for, where it is none of them. */
  readonly likeliest: readonly Likely[];
}

/** The hooks of the vectors that the table is multiplied with, and of the engine's logits. */
export function hooksOf({
  config: { resolved },
}: Model): readonly [vectors: string, logits: string] {
  return [stackOutput(resolved, ''), 'logits'];
}

/** Null where the run lacks them, or the model has no output head. */
export async function readOutput(question: OutputQuestion): Promise<Output | null> {
  const { model, run, row, count, asked } = question;
  const [found, computed] = hooksOf(model).map((hook) => run.activations[hook]);
  const table = found && (await outputTableOf(model, run));
  if (!found || !computed || !table) return null;
  const vectors = matrixOf(found);
  const logits = rowOf(matrixOf(computed), row);
  const ids = largest(logits, count);
  if (asked !== null && !ids.includes(asked)) ids.push(asked);
  const texts = model.hasTokenizer ? await model.tokenizer.texts(ids) : ids.map(String);
  const likeliest = ids.map((id, i) => ({
    id,
    text: texts[i] ?? '',
    logit: logits[id] as number,
  }));
  return { model, run, row, vectors, table, likeliest };
}
