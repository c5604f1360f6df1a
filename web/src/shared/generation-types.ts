/** Generation: its options, its steps with candidates and beams, and its results. */

import type { GenerationParameters } from './options.ts';
import type { ForwardOptions, ModelInput, Tensor } from './run-types.ts';

export type { GenerationParameters } from './options.ts';

/** Names, meaning and defaults as in Hugging Face's GenerationConfig; null counts as absent. */
export interface GenerationOptions
  extends GenerationParameters, Pick<ForwardOptions, 'capture' | 'ablate' | 'edits'> {
  /** Encoder–decoder: the source, where the input is how the output begins. */
  readonly source?: ModelInput;
}

/** One possible next token through the filters; 0 from the filter on that removed it. */
export interface Candidate {
  readonly id: number;
  readonly text: string;
  readonly logit: number;
  readonly probability: number;
  readonly after_penalties: number;
  readonly after_temperature: number;
  readonly after_top_k: number;
  readonly after_top_p: number;
  readonly final_probability: number;
  readonly kept: boolean;
}

export interface Beam {
  /** Index among the previous step's beams; -1 at the first step. */
  readonly parent: number;
  /** The token this step added; -1 where a finished beam was carried over. */
  readonly token: number;
  /** That token's text. */
  readonly token_text: string;
  readonly log_probability: number;
  /** Sum of the log-probabilities. */
  readonly score: number;
  /** `score` after the length penalty, by which hypotheses compete: Hugging Face's `sequences_scores`. */
  readonly normalized_score: number;
  readonly finished: boolean;
  readonly ids: readonly number[];
  /** All generated text so far. */
  readonly text: string;
}

export interface GenerationStep {
  readonly index: number;
  /** The choice (greedy and sampling); -1 in a beam search. */
  readonly token: number;
  /** The choice as it is shown. */
  readonly token_text: string;
  /** The text that has become certain with this step (never half a character). */
  readonly text: string;
  readonly log_probability: number;
  readonly forced: boolean;
  readonly kept_count: number;
  readonly candidates: readonly Candidate[];
  readonly beams: readonly Beam[];
  readonly pruned: readonly Beam[];
  readonly finished: readonly Beam[];
  readonly activations: Readonly<Record<string, Tensor>>;
  readonly last: boolean;
}

export interface GeneratedSequence {
  readonly text: string;
  readonly ids: readonly number[];
  /** Sum of the log-probabilities. */
  readonly score: number;
  /** `score` after the length penalty, by which hypotheses compete: Hugging Face's `sequences_scores`. */
  readonly normalized_score: number;
  readonly finished: boolean;
}

export interface GenerationResult extends GeneratedSequence {
  /** num_return_sequences best, best first; the first is this result itself. */
  readonly sequences: readonly GeneratedSequence[];
}

/** Next-token probabilities after prefixes of ids, for beam search on paper. */
export interface ProbabilityTable {
  readonly vocab: readonly string[];
  readonly rows: readonly {
    readonly prefix: readonly number[];
    readonly probabilities: readonly number[];
  }[];
}
