import type { ResolvedConfig } from '../../../shared/model-types.ts';

/** The facts that identify a model, under the names of its config. */
export interface ModelFacts {
  /** As its page names it, or the last part of its folder's address; empty where neither is known. */
  readonly name: string;
  readonly encoder_layers: number;
  readonly decoder_layers: number;
  readonly num_heads: number;
  readonly d_model: number;
  /** 0: it has no feed-forward. */
  readonly d_ff: number;
  readonly norm: ResolvedConfig['norm'];
  readonly activation: ResolvedConfig['activation'];
  readonly parameters: number;
}
