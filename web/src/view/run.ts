/** Activations by hook name, and worked examples of self-attention under the same names as a model's run. */
import type { SeededSelfAttention, SelfAttentionResult } from '../shared/attention-types.ts';
import type { Tensor, Run, Token } from '../shared/run-types.ts';

/** An activation that the run was asked to capture. Throws where it lacks it. */
export function activationOf({ activations }: Pick<Run, 'activations'>, hook: string): Tensor {
  const found = Object.hasOwn(activations, hook) ? activations[hook] : undefined;
  if (found === undefined) throw new Error(`no such activation in the run: ${hook}`);
  return found;
}

export interface AttentionParts {
  readonly q: Tensor;
  readonly k: Tensor;
  readonly v: Tensor;
  readonly rawScores: Tensor;
  readonly scores: Tensor;
  readonly pattern: Tensor;
  readonly z: Tensor;
}

const kParts: Readonly<Record<keyof AttentionParts, string>> = {
  q: 'q',
  k: 'k',
  v: 'v',
  rawScores: 'raw_scores',
  scores: 'scores',
  pattern: 'pattern',
  z: 'z',
};

/** The hooks of one attention, under `prefix` ("blocks.0.attn"). */
export function attentionHooks(prefix: string): string[] {
  return Object.values(kParts).map((part) => `${prefix}.${part}`);
}

/** The activations of one attention, or null if the run lacks one. */
export function attentionParts(run: Run, prefix: string): AttentionParts | null {
  const parts = Object.fromEntries(
    Object.entries(kParts).map(([name, part]) => [name, run.activations[`${prefix}.${part}`]]),
  );
  return Object.values(parts).every((part) => part !== undefined)
    ? (parts as unknown as AttentionParts)
    : null;
}

/** A worked example as the run of a model with one head, so that every figure reads it as it reads a model. */
export function runOfExample(
  tokens: readonly Token[],
  embedded: Tensor,
  result: SelfAttentionResult,
): Run {
  return {
    tokens,
    activations: {
      embed: embedded,
      'blocks.0.attn.q': result.query,
      'blocks.0.attn.k': result.key,
      'blocks.0.attn.v': result.value,
      'blocks.0.attn.raw_scores': result.raw_scores,
      'blocks.0.attn.scores': result.scores,
      'blocks.0.attn.pattern': result.pattern,
      'blocks.0.attn.z': result.z,
    },
  };
}

export function runOfSeeded(example: SeededSelfAttention): Run {
  return runOfExample(example.words, example.embedded, example);
}
