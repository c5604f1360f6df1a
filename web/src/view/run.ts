/** Activations by hook name, and worked examples of self-attention under the same names as a model's run. */
import type {
  Tensor,
  Run,
  SeededSelfAttention,
  SelfAttentionResult,
  Token,
} from '../shared/types.ts';

export interface AttentionParts {
  readonly q: Tensor;
  readonly k: Tensor;
  readonly v: Tensor;
  readonly rawScores: Tensor;
  readonly scores: Tensor;
  readonly pattern: Tensor;
  readonly z: Tensor;
}

/** The hooks of one attention, under `prefix` ("blocks.0.attn"), or null if the run lacks one. */
export function attentionParts(run: Run, prefix: string): AttentionParts | null {
  const parts = {
    q: run.activations[`${prefix}.q`],
    k: run.activations[`${prefix}.k`],
    v: run.activations[`${prefix}.v`],
    rawScores: run.activations[`${prefix}.raw_scores`],
    scores: run.activations[`${prefix}.scores`],
    pattern: run.activations[`${prefix}.pattern`],
    z: run.activations[`${prefix}.z`],
  };
  return Object.values(parts).every((part) => part !== undefined)
    ? (parts as AttentionParts)
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
