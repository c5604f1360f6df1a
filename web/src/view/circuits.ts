/**
 * The two circuits of a head, from weights alone (Elhage et al. 2021): which key a query scores (QK), and which outputs it
 * raises when it attends to a token (OV).
 */
import type { Tensor } from '../shared/run-types.ts';
import { spreadOf } from './layer-norm.ts';
import { at, type Matrix, matrixOf, rowOf } from './matrix.ts';

/** A matrix that maps `in` numbers to `out`, however it is stored. */
export interface Linear {
  readonly weight: Tensor;
  /** Stored (in, out), else (out, in). */
  readonly isInOut: boolean;
}

/** A part of a matrix: the rows (of its in) and columns (of its out) that belong to one head. */
interface Block {
  readonly rows: readonly [first: number, count: number];
  readonly columns: readonly [first: number, count: number];
}

export interface HeadWidths {
  readonly d_model: number;
  readonly num_heads: number;
  /** Each shared by a group of query heads; 0: as many as num_heads. */
  readonly num_key_value_heads: number;
}

/** Where a head's W_Q, W_K and W_V stand in the matrix that has those of all heads, and its rows of W_O. */
export function headBlocks(
  { d_model, num_heads, num_key_value_heads }: HeadWidths,
  head: number,
): Readonly<Record<'query' | 'key' | 'value' | 'output', Block>> {
  const width = d_model / num_heads;
  const shared = num_key_value_heads || num_heads;
  const group = Math.floor(head / (num_heads / shared));
  const rows = [0, d_model] as const;
  const from = (first: number): Block => ({ rows, columns: [first, width] });
  return {
    query: from(head * width),
    key: from((num_heads + group) * width),
    value: from((num_heads + shared + group) * width),
    output: { rows: [head * width, width], columns: rows },
  };
}

/** x · W, for the rows and columns of one block of W. */
export function times(
  x: ArrayLike<number>,
  { weight, isInOut }: Linear,
  { rows, columns }: Block,
): Float64Array {
  const stored = matrixOf(weight);
  return Float64Array.from({ length: columns[1] }, (_, j) => {
    let sum = 0;
    for (let i = 0; i < rows[1]; ++i) {
      const [row, column] = [rows[0] + i, columns[0] + j];
      sum += (x[i] as number) * (isInOut ? at(stored, row, column) : at(stored, column, row));
    }
    return sum;
  });
}

/** What a norm makes of a vector, without its bias: (x − mean) ÷ deviation ⊙ gain. Null: there is no norm. */
export function normedBy(
  x: ArrayLike<number>,
  norm: { readonly gain: Float32Array; readonly epsilon: number } | null,
): Float64Array {
  if (norm === null) return Float64Array.from(x);
  const { mean, deviation } = spreadOf(x, norm.epsilon);
  return Float64Array.from(x, (each, i) => ((each - mean) / deviation) * (norm.gain[i] as number));
}

/**
 * x_q · W_Q · W_Kᵀ · x_k for each pair of rows: (T, T), a query in each row.
 * @param scale 1 ÷ √d_head, or 1 where the model does not scale
 */
export function queryKeyScores(
  rows: readonly ArrayLike<number>[],
  qkv: Linear,
  { query, key }: Pick<ReturnType<typeof headBlocks>, 'query' | 'key'>,
  scale: number,
): Matrix {
  const queries = rows.map((x) => times(x, qkv, query));
  const keys = rows.map((x) => times(x, qkv, key));
  const data = Float32Array.from(
    queries.flatMap((q) =>
      keys.map((k) => scale * q.reduce((sum, each, i) => sum + each * (k[i] as number), 0)),
    ),
  );
  return { rows: rows.length, columns: rows.length, data };
}

/**
 * What a vector in the stream gives to each logit, but for the last norm's deviation, which is not divided by: ((o − mean)
 * ⊙ gain) · e for each row e of the output table.
 * @param gain of the last norm; null: the model has none
 */
export function logitsGiven(
  o: ArrayLike<number>,
  gain: Float32Array | null,
  table: Tensor,
): Float32Array {
  const { mean } = gain === null ? { mean: 0 } : spreadOf(o);
  const scaled = Float64Array.from(
    o,
    (each, i) => (each - mean) * (gain === null ? 1 : (gain[i] as number)),
  );
  const rows = matrixOf(table);
  return Float32Array.from({ length: rows.rows }, (_, id) =>
    rowOf(rows, id).reduce((sum, each, i) => sum + each * (scaled[i] as number), 0),
  );
}

/** How many values are larger, and one more: 1 is the largest. */
export function rankIn(values: ArrayLike<number>, place: number): number {
  let rank = 1;
  for (let i = 0; i < values.length; ++i)
    if ((values[i] as number) > (values[place] as number)) ++rank;
  return rank;
}
