/**
 * Direct logit attribution: the stream after the last layer is a sum, so a logit, which is a product with it once the last
 * norm's deviation is held, is a sum over the same parts.
 */
import type { Tensor } from '../shared/run-types.ts';
import { sharesOf } from './join.ts';
import { spreadOf } from './layer-norm.ts';

export interface FinalNorm {
  readonly gain: Float32Array;
  /** Null where the norm has none. */
  readonly bias: Float32Array | null;
  readonly epsilon: number;
}

/**
 * What a part of the stream is multiplied with to give its share of a logit: ((c − mean c) ÷ deviation ⊙ gain) · e, with
 * the mean taken off this side of the product instead.
 * @param row of the token in the output table, e; or the difference of two
 * @param stream after the last layer
 * @param norm null: the model has none after its layers
 */
export function logitDirection(
  row: ArrayLike<number>,
  stream: ArrayLike<number>,
  norm: FinalNorm | null,
): Float64Array {
  if (norm === null) return Float64Array.from(row);
  const { deviation } = spreadOf(stream, norm.epsilon);
  const scaled = Float64Array.from(row, (each, i) => (each * (norm.gain[i] as number)) / deviation);
  const { mean } = spreadOf(scaled);
  return scaled.map((each) => each - mean);
}

export function productOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; ++i) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/** W_O as it is stored. */
export interface StoredOutput {
  readonly weight: Tensor;
  readonly isInOut: boolean;
  /** (D); null where it has none. */
  readonly bias: Float32Array | null;
}

export interface HeadShares {
  readonly heads: readonly number[];
  /** Of W_O's bias; null where it has none. */
  readonly bias: number | null;
}

/** What each head of one attention gives to the logit, and what W_O's bias does. */
export function headShares(
  z: Tensor,
  token: number,
  { weight, isInOut, bias }: StoredOutput,
  direction: ArrayLike<number>,
): HeadShares {
  return {
    heads: sharesOf(z, token, weight, isInOut).map(({ share }) => productOf(share, direction)),
    bias: bias === null ? null : productOf(bias, direction),
  };
}
