/** The steps of one query through an attention head, as numbers. */
import type { Token } from '../../shared/run-types.ts';
import { signedExtent } from '../../view/extent.ts';
import { shorten, visibleText } from '../../view/label.ts';
import { argmax, at, type Matrix, matrixOf, rowOf } from '../../view/matrix.ts';
import { isHidden } from '../../view/number.ts';
import type { AttentionParts } from '../../view/run.ts';
import { summarise } from '../../view/sums.ts';

/** Longer texts show the heaviest rows one by one and the rest together. */
const kMaxRows = 24;
/** Wider heads show no single numbers of k and v. */
export const kMaxNumbers = 8;

/** The steps of one query through an attention head. */
export interface Steps {
  readonly query: number;
  readonly key: number;
  readonly column: number;
  readonly labels: readonly string[];
  readonly q: Matrix;
  readonly k: Matrix;
  readonly v: Matrix;
  readonly rawScores: Float32Array;
  readonly scores: Float32Array;
  readonly weights: Float32Array;
  readonly context: Float32Array;
  /** Of the scale that keys and weighted values are shaded on. */
  readonly extent: number;
  readonly shown: readonly number[];
  readonly rest: readonly number[];
}

/** What of a head is looked at. */
export interface Looked {
  readonly head: number;
  readonly query: number;
  /** Null: the one that the query looks at most. */
  readonly key: number | null;
  readonly column: number;
  /** 0: as far as what is shown reaches. */
  readonly extent: number;
}

export function stepsOf(
  tokens: readonly Token[],
  parts: AttentionParts,
  { head, query, key, column, extent }: Looked,
): Steps {
  const q = matrixOf(parts.q, head);
  const k = matrixOf(parts.k, head);
  const v = matrixOf(parts.v, head);
  const weights = rowOf(matrixOf(parts.pattern, head), query);
  const context = rowOf(matrixOf(parts.z, head), query);
  const lookedAt = Math.min(key ?? argmax(weights), tokens.length - 1);
  return {
    query,
    key: lookedAt,
    column: Math.min(column, v.columns - 1),
    labels: tokens.map((token) => shorten(visibleText(token.text), 14)),
    q,
    k,
    v,
    rawScores: rowOf(matrixOf(parts.rawScores, head), query),
    scores: rowOf(matrixOf(parts.scores, head), query),
    weights,
    context,
    extent: extent || shownExtent(showsKeys(k) ? k : null, weights, v, context),
    ...summarise(weights, kMaxRows, lookedAt),
  };
}

/** Whether a head is narrow enough for the numbers of its keys. */
export function showsKeys(k: Matrix): boolean {
  return k.columns <= kMaxNumbers / 2;
}

/** The end of one scale for the keys that are shown, the weighted values and their sums. */
function shownExtent(
  keys: Matrix | null,
  weights: Float32Array,
  v: Matrix,
  context: Float32Array,
): number {
  const columns = Math.min(v.columns, kMaxNumbers);
  const products = Float32Array.from(
    { length: v.rows * columns },
    (_, i) => (weights[Math.floor(i / columns)] ?? 0) * at(v, Math.floor(i / columns), i % columns),
  );
  return signedExtent(keys?.data ?? [], products, context.subarray(0, columns));
}

export function isMasked({ scores }: Steps, key: number): boolean {
  return isHidden(scores[key] ?? 0);
}

export function areAllMasked(steps: Steps, rows: readonly number[]): boolean {
  return rows.every((row) => isMasked(steps, row));
}

export function sumOver(rows: Iterable<number>, term: (row: number) => number): number {
  let sum = 0;
  for (const row of rows) sum += term(row);
  return sum;
}
