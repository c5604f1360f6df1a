/**
 * The options of generation and training: types, rules, defaults, and how far controls go. Written by `npm run options`
 * from core/options/*.json: change those.
 */

import type { OptionControl, OptionRule } from './option-types.ts';

/** How tokens are generated; null counts as absent. */
export interface GenerationParameters {
  /** How many tokens are generated at most. Default: 20. */
  readonly max_new_tokens?: number;
  /** The same with the prompt counted; used where max_new_tokens is absent. Default: none. */
  readonly max_length?: number;
  /**
   * Draw the next token instead of taking the most probable one. temperature, top_k, top_p, min_p
   * and seed count only then. Default: false.
   */
  readonly do_sample?: boolean;
  /** Divides the logits. Default: 1. */
  readonly temperature?: number;
  /**
   * Keeps the k most probable tokens, and all that are as probable as the k-th. Default: 50 (0:
   * off).
   */
  readonly top_k?: number;
  /** Keeps the fewest most probable tokens whose probabilities sum to this. Default: 1 (off). */
  readonly top_p?: number;
  /**
   * Keeps the tokens that are at least this many times as probable as the most probable one.
   * Default: 0 (off).
   */
  readonly min_p?: number;
  /** Seed of the random numbers that are drawn; the same seed gives the same text. Default: 0. */
  readonly seed?: number;
  /** Above 1: tokens of the text so far become less probable. Default: 1 (off). */
  readonly repetition_penalty?: number;
  /** No n-gram of this size occurs twice. Default: 0 (off). */
  readonly no_repeat_ngram_size?: number;
  /** Width of the beam search; 1: greedy decoding or sampling. Default: 1. */
  readonly num_beams?: number;
  /**
   * Beam search: the exponent of the length by which a hypothesis' score is divided. Default: 1.
   */
  readonly length_penalty?: number;
  /**
   * Beam search ends as soon as num_beams hypotheses have ended (true), when no better one is likely
   * (false), or when none is possible ('never'). Default: false.
   */
  readonly early_stopping?: false | true | 'never';
  /** How many sequences a result holds, num_beams at most. Default: 1. */
  readonly num_return_sequences?: number;
  /**
   * Beam search. 'huggingface': hypotheses that have ended are set aside, normalized_score = score /
   * length^length_penalty. 'gnmt': they stay and compete, normalized_score = score / ((5 + length) /
   * 6)^length_penalty. Default: 'huggingface'.
   */
  readonly beam_rule?: 'huggingface' | 'gnmt';
  /** Tokens that end a text. Default: the model's own; []: none. */
  readonly eos_token_id?: number | readonly number[];
  /** Encoder–decoder: the token that the output begins with. Default: the model's own. */
  readonly decoder_start_token_id?: number;
  /** The output's first tokens, given instead of chosen. Default: none. */
  readonly forced_tokens?: readonly number[];
  /** The generation ends when its text holds one of them. Default: none. */
  readonly stop_strings?: string | readonly string[];
  /** How many candidates each step lists. Default: 16. */
  readonly num_candidates?: number;
}

export const generationRules = {
  max_new_tokens: {
    type: 'whole',
    min: 1,
    max: 4294967295,
    expected: 'a whole number from 1 to 4294967295',
  },
  max_length: {
    type: 'whole',
    min: 1,
    max: 4294967295,
    expected: 'a whole number from 1 to 4294967295',
  },
  do_sample: { type: 'flag' },
  temperature: {
    type: 'number',
    above: 0,
    expected: 'a number above 0 (for greedy decoding switch do_sample off)',
  },
  top_k: {
    type: 'whole',
    min: 0,
    max: 4294967295,
    expected: 'a whole number from 0 to 4294967295 (0 switches it off)',
  },
  top_p: {
    type: 'number',
    max: 1,
    above: 0,
    expected: 'a number above 0 and at most 1 (1 switches it off)',
  },
  min_p: { type: 'number', min: 0, max: 1, expected: 'a number from 0 to 1 (0 switches it off)' },
  seed: {
    type: 'whole',
    min: 0,
    max: 9007199254740991,
    expected: 'a whole number from 0 to 2^53 − 1',
  },
  repetition_penalty: {
    type: 'number',
    min: 0.000001,
    max: 1000000,
    expected: 'a number from 0.000001 to 1000000 (1 switches it off)',
  },
  no_repeat_ngram_size: {
    type: 'whole',
    min: 0,
    max: 4294967295,
    expected: 'a whole number from 0 to 4294967295 (0 switches it off)',
  },
  num_beams: { type: 'whole', min: 1, max: 1000, expected: 'a whole number from 1 to 1000' },
  length_penalty: { type: 'number', min: -10, max: 10, expected: 'a number from -10 to 10' },
  early_stopping: { type: 'choice', values: [false, true, 'never'] },
  num_return_sequences: {
    type: 'whole',
    min: 1,
    max: 4294967295,
    expected: 'a whole number from 1 to 4294967295',
  },
  beam_rule: { type: 'choice', values: ['huggingface', 'gnmt'] },
  eos_token_id: { type: 'token_or_tokens' },
  decoder_start_token_id: { type: 'token' },
  forced_tokens: { type: 'tokens' },
  stop_strings: { type: 'text_or_texts' },
  num_candidates: {
    type: 'whole',
    min: 0,
    max: 4294967295,
    expected: 'a whole number from 0 to 4294967295',
  },
} as const satisfies Readonly<Record<keyof GenerationParameters, OptionRule>>;

export const generationDefaults = {
  max_new_tokens: 20,
  do_sample: false,
  temperature: 1,
  top_k: 50,
  top_p: 1,
  min_p: 0,
  seed: 0,
  repetition_penalty: 1,
  no_repeat_ngram_size: 0,
  num_beams: 1,
  length_penalty: 1,
  early_stopping: false,
  num_return_sequences: 1,
  beam_rule: 'huggingface',
  num_candidates: 16,
} as const satisfies GenerationParameters;

export const generationControls = {
  max_new_tokens: { min: 1, max: 40, step: 1, initial: 10 },
  temperature: { min: 0.1, max: 2, step: 0.01, initial: 1 },
  top_k: { min: 0, max: 100, step: 1, initial: 0 },
  top_p: { min: 0.05, max: 1, step: 0.05, initial: 0.9 },
  seed: { min: 0, max: 4294967295, step: 1, initial: 1 },
  num_beams: { min: 2, max: 5, step: 1, initial: 3 },
  length_penalty: { min: 0, max: 2, step: 0.1, initial: 1 },
} as const satisfies Readonly<Record<string, OptionControl>>;

/** Where a control leaves its option without effect. */
export const generationOff = { top_k: 0, top_p: 1 } as const satisfies GenerationParameters;

/** Of a translation. */
export const generationTranslationControls = {
  num_beams: { min: 2, max: 8, step: 1, initial: 4 },
} as const satisfies Readonly<Record<string, OptionControl>>;

/** How a trainer learns; `lr`, `betas`, `eps` and `weight_decay` are those of torch.optim.AdamW. */
export interface TrainingOptions {
  /** The highest learning rate, reached after the warm-up. Default: 0.001. */
  readonly lr?: number;
  /**
   * How much of the running means of the gradient and of its square each step keeps. Default: [0.9,
   * 0.95].
   */
  readonly betas?: readonly [number, number];
  /** Added to the root of the mean square, by which a step is divided. Default: 1e-8. */
  readonly eps?: number;
  /** Decoupled weight decay, of matrices and tables. Default: 0.1. */
  readonly weight_decay?: number;
  /** Weight decay of biases and norms, too. Default: false. */
  readonly decay_vectors?: boolean;
  /** Over how many steps the learning rate rises. Default: 0. */
  readonly warmup_steps?: number;
  /**
   * How the learning rate goes on after the warm-up: it stays, falls as a cosine or with 1 / √step,
   * or stays and falls at the end. Default: 'constant'.
   */
  readonly schedule?: 'constant' | 'cosine' | 'inverse_square_root' | 'warmup_stable_decay';
  /**
   * 'cosine' and 'warmup_stable_decay': the step at which the learning rate has come down. Default:
   * 0.
   */
  readonly total_steps?: number;
  /**
   * 'warmup_stable_decay': over how many steps the learning rate comes down at the end. Default: 0.
   */
  readonly decay_steps?: number;
  /** 'cosine' and 'warmup_stable_decay': the last learning rate, as a share of lr. Default: 0.1. */
  readonly min_lr_ratio?: number;
  /**
   * Longer gradients are scaled down to this norm (torch.nn.utils.clip_grad_norm_). Default: 0
   * (off).
   */
  readonly max_gradient_norm?: number;
  /**
   * The target's share of probability that is spread over all tokens, as in
   * torch.nn.CrossEntropyLoss. Default: 0.
   */
  readonly label_smoothing?: number;
  /** Dropout of attention weights. Default: 0. */
  readonly attention_dropout?: number;
  /** Dropout of what a sublayer adds to the residual stream. Default: 0. */
  readonly residual_dropout?: number;
  /** Dropout of the embedded tokens. Default: 0. */
  readonly embedding_dropout?: number;
  /**
   * A step's sequences go through the network in micro-batches of about so many tokens, whose
   * gradients add up: memory follows the micro-batch, not the step. Default: 1024.
   */
  readonly micro_batch_tokens?: number;
  /**
   * The longest input. A longer document is cut, elsewhere in every epoch; one with a source is left
   * out, as is one whose source is longer. Default: 256, or the context where that is shorter.
   */
  readonly max_length?: number;
  /** About so many tokens, sources and inputs together, make a step. Default: 512. */
  readonly tokens_per_batch?: number;
  /**
   * How often a document without a source goes without its first token: a reader's text begins with
   * a word, not with a mark for the beginning. Default: 0; of texts 0.5.
   */
  readonly drop_first?: number;
  /** Seed of the first weights, the order of the documents and dropout. Default: 0. */
  readonly seed?: number;
}

export const trainingRules = {
  lr: { type: 'number', min: 0, max: 1000000000, expected: 'a number from 0 to 1000000000' },
  betas: { type: 'pair', min: 0, below: 1, expected: 'a number of at least 0 and below 1' },
  eps: { type: 'number', min: 0, max: 1000000000, expected: 'a number from 0 to 1000000000' },
  weight_decay: {
    type: 'number',
    min: 0,
    max: 1000000000,
    expected: 'a number from 0 to 1000000000',
  },
  decay_vectors: { type: 'flag' },
  warmup_steps: {
    type: 'whole',
    min: 0,
    max: 4294967295,
    expected: 'a whole number from 0 to 4294967295',
  },
  schedule: {
    type: 'choice',
    values: ['constant', 'cosine', 'inverse_square_root', 'warmup_stable_decay'],
  },
  total_steps: {
    type: 'whole',
    min: 0,
    max: 4294967295,
    expected: 'a whole number from 0 to 4294967295',
  },
  decay_steps: {
    type: 'whole',
    min: 0,
    max: 4294967295,
    expected: 'a whole number from 0 to 4294967295',
  },
  min_lr_ratio: { type: 'number', min: 0, max: 1, expected: 'a number from 0 to 1' },
  max_gradient_norm: {
    type: 'number',
    min: 0,
    max: 1000000000,
    expected: 'a number from 0 to 1000000000 (0 switches it off)',
  },
  label_smoothing: {
    type: 'number',
    min: 0,
    below: 1,
    expected: 'a number of at least 0 and below 1',
  },
  attention_dropout: {
    type: 'number',
    min: 0,
    below: 1,
    expected: 'a number of at least 0 and below 1',
  },
  residual_dropout: {
    type: 'number',
    min: 0,
    below: 1,
    expected: 'a number of at least 0 and below 1',
  },
  embedding_dropout: {
    type: 'number',
    min: 0,
    below: 1,
    expected: 'a number of at least 0 and below 1',
  },
  micro_batch_tokens: {
    type: 'whole',
    min: 1,
    max: 4294967295,
    expected: 'a whole number from 1 to 4294967295',
  },
  max_length: {
    type: 'whole',
    min: 1,
    max: 4294967295,
    expected: 'a whole number from 1 to 4294967295',
  },
  tokens_per_batch: {
    type: 'whole',
    min: 1,
    max: 4294967295,
    expected: 'a whole number from 1 to 4294967295',
  },
  drop_first: { type: 'number', min: 0, max: 1, expected: 'a number from 0 to 1' },
  seed: {
    type: 'whole',
    min: 0,
    max: 9007199254740991,
    expected: 'a whole number from 0 to 2^53 − 1',
  },
} as const satisfies Readonly<Record<keyof TrainingOptions, OptionRule>>;

export const trainingDefaults = {
  lr: 0.001,
  betas: [0.9, 0.95],
  eps: 1e-8,
  weight_decay: 0.1,
  decay_vectors: false,
  warmup_steps: 0,
  schedule: 'constant',
  total_steps: 0,
  decay_steps: 0,
  min_lr_ratio: 0.1,
  max_gradient_norm: 0,
  label_smoothing: 0,
  attention_dropout: 0,
  residual_dropout: 0,
  embedding_dropout: 0,
  micro_batch_tokens: 1024,
  max_length: 256,
  tokens_per_batch: 512,
  drop_first: 0,
  seed: 0,
} as const satisfies TrainingOptions;

export const trainingControls = {
  lr: { min: 0.001, max: 0.1, step: 0.05, initial: 0.01 },
  seed: { min: 0, max: 4294967295, step: 1, initial: 1 },
} as const satisfies Readonly<Record<string, OptionControl>>;

/** Where it learns from texts. */
export const trainingDefaultsOfTexts = { drop_first: 0.5 } as const satisfies TrainingOptions;
