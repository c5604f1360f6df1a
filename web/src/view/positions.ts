/** Embedding and position as strips under one another: one token's rows, and what they add up to. */
import { type Matrix, rowOf } from './matrix.ts';

export interface AddedRows {
  readonly embedding: Float32Array;
  readonly position: Float32Array;
  readonly sum: Float32Array;
}

/** Row `row` of the three matrices, which have one shape. */
export function addedRows(
  embedding: Matrix,
  position: Matrix,
  sum: Matrix,
  row: number,
): AddedRows {
  return {
    embedding: rowOf(embedding, row),
    position: rowOf(position, row),
    sum: rowOf(sum, row),
  };
}

/** The same with another position in the model's place. */
export function withPosition(
  { embedding }: Pick<AddedRows, 'embedding'>,
  position: Float32Array,
): AddedRows {
  return { embedding, position, sum: embedding.map((value, i) => value + (position[i] as number)) };
}

/** The column under a part (0 to 1) of a strip's width. */
export function columnAt(part: number, columns: number): number {
  return Math.max(0, Math.min(columns - 1, Math.floor(part * columns)));
}

export function vectorLength(values: ArrayLike<number>): number {
  let squares = 0;
  for (let i = 0; i < values.length; ++i) squares += (values[i] as number) ** 2;
  return Math.sqrt(squares);
}
