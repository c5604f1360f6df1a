/** Attention by itself, without a model: arguments and results. */

import type { Tensor, Token } from './run-types.ts';

/** Attention of one call: (H, Tq, Tk) and z (H, Tq, Kv). */
export interface AttentionResult {
  readonly raw_scores: Tensor;
  readonly scores: Tensor;
  readonly pattern: Tensor;
  readonly z: Tensor;
}

export interface SelfAttentionResult extends AttentionResult {
  readonly query: Tensor;
  readonly key: Tensor;
  readonly value: Tensor;
}

/** A whole worked example of self-attention over the words of a sentence, from seeded random weights. */
export interface SeededSelfAttention extends SelfAttentionResult {
  readonly words: readonly Token[];
  readonly embedded: Tensor;
  readonly w_query: Tensor;
  readonly w_key: Tensor;
  readonly w_value: Tensor;
}

export interface AttentionOptions {
  /** (H, Tq, K), or (Tq, K) for one head; likewise key and value. */
  readonly query: Tensor;
  readonly key: Tensor;
  readonly value: Tensor;
  /** Multiplies the scores; default 1/sqrt(K). */
  readonly scale?: number;
  readonly causal?: boolean;
  /** Additive, (Tq, Tk) or (H, Tq, Tk). */
  readonly attn_mask?: Tensor;
  /** (Tk) 1 = ignore. */
  readonly key_padding_mask?: readonly (number | boolean)[];
}

export interface SelfAttentionOptions {
  /** (T, D). */
  readonly x: Tensor;
  /** (D, K), (D, K), (D, Kv), applied as x · W. */
  readonly w_query: Tensor;
  readonly w_key: Tensor;
  readonly w_value: Tensor;
  /** Divide the scores by sqrt(K) (default true). */
  readonly scaled?: boolean;
  readonly causal?: boolean;
}

/** torch.nn.functional.multi_head_attention_forward; layout sequence first. */
export interface MultiHeadAttentionOptions {
  readonly query: Tensor; // (L, N, E)
  readonly key: Tensor; // (S, N, kdim)
  readonly value: Tensor; // (S, N, vdim)
  readonly num_heads: number;
  readonly in_proj_weight?: Tensor;
  readonly q_proj_weight?: Tensor;
  readonly k_proj_weight?: Tensor;
  readonly v_proj_weight?: Tensor;
  readonly in_proj_bias?: Tensor;
  readonly out_proj_weight: Tensor;
  readonly out_proj_bias?: Tensor;
  readonly attn_mask?: Tensor;
  readonly attn_mask_is_boolean?: boolean;
  readonly key_padding_mask?: Tensor; // (N, S), nonzero = ignore
}

export interface MultiHeadAttentionResult {
  readonly output: Tensor; // (L, N, E)
  readonly weights_per_head: Tensor; // (N, H, L, S)
  readonly weights: Tensor; // (N, L, S)
}
