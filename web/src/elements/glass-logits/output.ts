/** What the output head reads of a run: the vector of each token after all layers, and the table of its rows. */
import type { Model } from '../../index.ts';
import type { Run } from '../../shared/run-types.ts';
import { logitsOf } from '../../view/logits.ts';
import { largest, type Matrix, matrixOf, rowOf } from '../../view/matrix.ts';
import { type OutputTable, outputTableOf } from '../base/output-table.ts';

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

/** The hooks of the vectors that the table is multiplied with: the last norm's, or the stream's where nothing follows. */
export function hookOf({ config: { resolved } }: Model): string {
  const { final_norm, norm, d_ff, decoder_layers } = resolved;
  if (final_norm) return 'ln_final';
  const last = `blocks.${decoder_layers - 1}`;
  if (norm === 'post') return `${last}.${d_ff > 0 ? 'ln2' : 'ln1'}`;
  return `${last}.resid_post`;
}

/** Null where the run lacks the vectors, or the model's weights have other names than those that are known. */
export async function readOutput(question: OutputQuestion): Promise<Output | null> {
  const { model, run, row, count, asked } = question;
  const found = run.activations[hookOf(model)];
  const table = found && (await outputTableOf(model, run));
  if (!found || !table) return null;
  const vectors = matrixOf(found);
  const logits = logitsOf(rowOf(vectors, row), table.rows, table.bias);
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
