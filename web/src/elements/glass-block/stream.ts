/** One token in one layer: the residual stream, what is read from it and what is added to it. */
import type { ResolvedConfig } from '../../shared/model-types.ts';
import type { Tensor, Run } from '../../shared/run-types.ts';
import { type StreamPart, streamSteps } from '../../view/layer-hooks.ts';
import { matrixOf, rowOf } from '../../view/matrix.ts';

export interface Stream {
  readonly parts: readonly StreamPart[];
  /** (parts, d_model). */
  readonly values: Tensor;
}

/** Null where the run lacks the stream. A model that norms the sum (post-norm) shows the sums alone. */
export function streamOf(
  config: ResolvedConfig,
  { activations }: Run,
  layer: number,
  token: number,
): Stream | null {
  const steps = streamSteps(config, '', layer).filter(
    ([, part]) => !(config.norm === 'post' && part === 'norm'),
  );
  const found = steps.flatMap(([hook, part]) => {
    const activation = activations[hook];
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
