/** One token in one layer: the residual stream, what is added to it, and what is read from it. */
import type { ResolvedConfig } from '../../shared/model-types.ts';
import type { Tensor, Run } from '../../shared/run-types.ts';
import { type StreamPart, type StreamStep, streamSteps } from '../../view/layer-hooks.ts';
import { matrixOf, rowOf } from '../../view/matrix.ts';

export type ShownPart = StreamPart | 'attentionReads' | 'feedForwardReads';

export interface Stream {
  readonly parts: readonly ShownPart[];
  /** (parts, d_model). */
  readonly values: Tensor;
}

export interface LayerStream {
  /** From what comes in to what goes out. */
  readonly sum: Stream;
  /** What attention and feed-forward read of it through a norm; null where they read it as it is. */
  readonly reads: Stream | null;
}

type ShownStep = readonly [hook: string, part: ShownPart];

/** Null where the run lacks the stream. */
export function streamOf(
  config: ResolvedConfig,
  run: Run,
  layer: number,
  token: number,
): LayerStream | null {
  const steps = streamSteps(config, '', layer);
  const sum = rowsOf(run, config.norm === 'post' ? steps : summands(steps), token);
  if (sum === null || sum.parts.length < 2) return null;
  return { sum, reads: config.norm === 'pre' ? rowsOf(run, reads(steps), token) : null };
}

/**
 * A layer that norms what it reads, or nothing: out = in + attention + feed-forward. One that norms its sums (post-norm)
 * goes on with what a norm gives, which is no summand.
 */
function summands(steps: readonly StreamStep[]): readonly ShownStep[] {
  return steps.filter(([, part]) => part !== 'norm' && part !== 'between');
}

function reads(steps: readonly StreamStep[]): readonly ShownStep[] {
  const kReaders = ['attentionReads', 'feedForwardReads'] as const;
  const norms = steps.filter(([, part]) => part === 'norm');
  return norms.map(([hook], i) => [hook, kReaders[i] ?? 'norm']);
}

/** Those that the run has; null: none. */
function rowsOf({ activations }: Run, steps: readonly ShownStep[], token: number): Stream | null {
  const found = steps.flatMap(([hook, part]) => {
    const activation = activations[hook];
    if (activation === undefined) return [];
    const matrix = matrixOf(activation);
    return token < matrix.rows ? [{ part, row: rowOf(matrix, token) }] : [];
  });
  const width = found[0]?.row.length ?? 0;
  if (found.length === 0) return null;
  const data = new Float32Array(found.length * width);
  found.forEach(({ row }, i) => data.set(row, i * width));
  return { parts: found.map(({ part }) => part), values: { shape: [found.length, width], data } };
}
