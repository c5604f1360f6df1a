/** One token in one layer: the residual stream, what is read from it and what is added to it. */
import type { Tensor, Run } from '../../shared/run-types.ts';
import { matrixOf, rowOf } from '../../view/matrix.ts';

export type StreamPart = 'in' | 'norm' | 'attention' | 'between' | 'feedForward' | 'out';

export interface Stream {
  readonly parts: readonly StreamPart[];
  /** (parts, d_model). */
  readonly values: Tensor;
}

/** The order of a layer that norms what it reads (pre-norm), or has no norms. */
const kWay: readonly (readonly [hook: string, part: StreamPart])[] = [
  ['resid_pre', 'in'],
  ['ln1', 'norm'],
  ['attn_out', 'attention'],
  ['resid_mid', 'between'],
  ['ln2', 'norm'],
  ['mlp_out', 'feedForward'],
  ['resid_post', 'out'],
];

/** Null where the run lacks the stream. A model that norms the sum (post-norm) shows the sums alone. */
export function streamOf(
  { activations }: Run,
  layer: number,
  token: number,
  isPostNorm: boolean,
): Stream | null {
  const way = kWay.filter(([, part]) => !(isPostNorm && part === 'norm'));
  const found = way.flatMap(([hook, part]) => {
    const activation = activations[`blocks.${layer}.${hook}`];
    if (activation === undefined) return [];
    const matrix = matrixOf(activation);
    return token < matrix.rows ? [{ part, row: rowOf(matrix, token) }] : [];
  });
  const width = found[0]?.row.length ?? 0;
  if (found.length < 2) return null;
  const data = new Float32Array(found.length * width);
  found.forEach(({ row }, i) => data.set(row, i * width));
  return { parts: found.map(({ part }) => part), values: { shape: [found.length, width], data } };
}
