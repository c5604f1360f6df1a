/** What a feed-forward does to a token: the neurons that fire, where one of them fires, and what it adds. */
import type { Tensor } from '../shared/run-types.ts';
import { logitsOf } from './logits.ts';
import { at, columnOf, largest, matrixOf, rowOf } from './matrix.ts';
import { formatFixed } from './number.ts';

/** A neuron on one token. */
export interface Firing {
  /** Counted from 0. */
  readonly neuron: number;
  /** Before the activation function. */
  readonly before: number;
  readonly after: number;
}

/** The activation function changes it by less than is shown. */
export const isKept = ({ before, after }: Firing): boolean =>
  formatFixed(before, 2) === formatFixed(after, 2);

/** The neurons that fire most on a token, the strongest first. */
export function firingMost(pre: Tensor, post: Tensor, token: number, count: number): Firing[] {
  const [before, after] = [matrixOf(pre), matrixOf(post)];
  return largest(rowOf(after, token), count).map((neuron) => ({
    neuron,
    before: at(before, token, neuron),
    after: at(after, token, neuron),
  }));
}

/** How strongly a neuron fires on each token. */
export function firingAlong(post: Tensor, neuron: number): Float32Array {
  return columnOf(matrixOf(post), neuron);
}

/** How many of the neurons are above zero on a token. */
export function firingCount(post: Tensor, token: number): number {
  return rowOf(matrixOf(post), token).reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0);
}

/** A token and what is added to its logit. */
export interface Push {
  readonly id: number;
  readonly logit: number;
}

/** The tokens whose logits a vector raises most and lowers most, where nothing stands between it and the table. */
export function pushes(
  vector: Float32Array,
  table: Tensor,
  count: number,
): Readonly<Record<'raised' | 'lowered', readonly Push[]>> {
  return pushed(logitsOf(vector, table), count);
}

/** Of what is added to each logit the most above zero, and the most below it. */
export function pushed(
  logits: Float32Array,
  count: number,
): Readonly<Record<'raised' | 'lowered', readonly Push[]>> {
  const most = (sign: 1 | -1) =>
    largest(
      logits.map((logit) => sign * logit),
      count,
    )
      .map((id) => ({ id, logit: logits[id] as number }))
      .filter(({ logit }) => sign * logit > 0);
  return { raised: most(1), lowered: most(-1) };
}
