/** Reading the residual stream: the likeliest tokens of a row of probabilities, and how long a vector is. */
import { lengthOf, type Matrix, rowOf } from './matrix.ts';

export interface Likely {
  readonly id: number;
  readonly probability: number;
}

/** The `count` likeliest of a row, likeliest first; ties by id. */
export function likeliest(probabilities: ArrayLike<number>, count: number): Likely[] {
  const best: Likely[] = [];
  for (let id = 0; id < probabilities.length; ++id) {
    const probability = probabilities[id] as number;
    if (best.length === count && probability <= (best[count - 1] as Likely).probability) continue;
    const place = best.findIndex((each) => probability > each.probability);
    best.splice(place < 0 ? best.length : place, 0, { id, probability });
    best.length = Math.min(best.length, count);
  }
  return best;
}

/** Euclidean length of every row. */
export function rowLengths(matrix: Matrix): number[] {
  return Array.from({ length: matrix.rows }, (_, row) => lengthOf(rowOf(matrix, row)));
}

/** The last `count` rows (all, if there are no more), without copying. */
export function lastRows(matrix: Matrix, count: number): Matrix {
  const rows = Math.min(count, matrix.rows);
  return {
    rows,
    columns: matrix.columns,
    data: matrix.data.subarray((matrix.rows - rows) * matrix.columns),
  };
}
