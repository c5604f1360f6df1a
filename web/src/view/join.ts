/** The heads of one attention joined by W_O: what each of them adds to the stream. */
import type { Tensor } from '../shared/run-types.ts';
import { headsOf, lengthOf, matrixOf, rowOf } from './matrix.ts';

/** What one head hands over on one token, and what becomes of it. */
export interface Share {
  /** Counted from 0. */
  readonly head: number;
  /** (K): its weighted values. */
  readonly z: Float32Array;
  /** (D): z times the head's own rows of W_O. */
  readonly share: Float32Array;
  /** Of the share, as a vector. */
  readonly length: number;
}

/**
 * share[i] = Σ_k z[k] · W_O[head · K + k, i], head by head.
 * @param z (H, T, K)
 * @param weight W_O
 * @param isInOut it is stored (H · K, D), else (D, H · K)
 */
export function sharesOf(z: Tensor, token: number, weight: Tensor, isInOut: boolean): Share[] {
  const heads = headsOf(z);
  const { data, rows, columns } = matrixOf(weight);
  const [given, width] = isInOut ? [rows, columns] : [columns, rows];
  const each = matrixOf(z).columns;
  if (given !== heads * each)
    throw new RangeError(`W_O takes ${given} numbers, ${heads} heads give ${heads * each}`);
  return Array.from({ length: heads }, (_, head) => {
    const own = rowOf(matrixOf(z, head), token);
    const share = new Float32Array(width);
    for (let i = 0; i < width; ++i) {
      let sum = 0;
      for (let k = 0; k < each; ++k) {
        const row = head * each + k;
        sum += (own[k] as number) * (data[isInOut ? row * width + i : i * given + row] as number);
      }
      share[i] = sum;
    }
    return { head, z: own, share, length: lengthOf(share) };
  });
}

/** The longest share first; of equals the first head. */
export function ranked(shares: readonly Share[]): Share[] {
  return [...shares].sort((a, b) => b.length - a.length || a.head - b.head);
}
