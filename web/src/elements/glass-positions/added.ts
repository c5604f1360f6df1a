/** What a model adds to its embeddings so that it knows which token stands where. */
import type { Model } from '../../index.ts';
import type { Run, Token } from '../../shared/run-types.ts';
import { type Matrix, matrixOf } from '../../view/matrix.ts';
import { loadEngine } from '../../client/engine.ts';
import { layeredRun, prefixOf } from '../base/layered-run.ts';

/** A picture of fewer rows shows no pattern. */
const kMinRows = 24;

export type PositionKind = 'none' | 'learned' | 'sinusoidal';

export interface Added {
  readonly run: Run;
  readonly kind: PositionKind;
  readonly tokens: readonly Token[];
  readonly embedding: Matrix;
  readonly position: Matrix;
  readonly sum: Matrix;
  /** Positions of the text and, for a short one, some more. */
  readonly table: Matrix;
  /** The same by the paper's formula. */
  readonly formula: Matrix;
}

/** Learned tables, read once, as long as the text's own positions are still their first rows. */
const tables = new WeakMap<Model, Matrix>();

/** What the figure is drawn from. */
export const kHooks = ['embed', 'pos_embed', 'blocks.0.resid_pre'] as const;

/** The run whose positions are shown. */
export function runOf(model: Model, run: Run | null, text: string): Promise<Run | null> {
  return layeredRun(model, run, text, kHooks);
}

/** Null where the run lacks what is shown. */
export async function readAdded(model: Model, run: Run): Promise<Added | null> {
  const prefix = prefixOf(model);
  const { positions: kind, d_model: width, max_positions: maxRows } = model.config.resolved;
  const [embedding, position, sum] = kHooks.map((name) => run.activations[prefix + name]);
  if (!embedding || !position || !sum) return null;
  const own = matrixOf(position);
  const rows = Math.max(own.rows, Math.min(kMinRows, maxRows || kMinRows));
  const { positionalEncoding } = await loadEngine();
  const formula = matrixOf(await positionalEncoding(rows, width));
  const table = kind === 'learned' ? await learnedTable(model, own, rows) : formula;
  return {
    run,
    kind,
    tokens: run.tokens,
    embedding: matrixOf(embedding),
    position: own,
    sum: matrixOf(sum),
    table,
    formula,
  };
}

/** The first `rows` learned positions: those of a text that is long enough, whatever stands in it. */
async function learnedTable(model: Model, own: Matrix, rows: number): Promise<Matrix> {
  if (own.rows >= rows) return own;
  const known = tables.get(model);
  if (known?.rows === rows && beginsWith(known, own)) return known;
  const { activations } = await model.forward(Array<number>(rows).fill(0), {
    capture: ['pos_embed'],
  });
  const found = activations['pos_embed'];
  const table = found ? matrixOf(found) : own;
  tables.set(model, table);
  return table;
}

function beginsWith({ data }: Matrix, own: Matrix): boolean {
  return own.data.every((value, i) => value === data[i]);
}
