/**
 * What crosses between core, worker, client and elements: plain data, numbers in flat typed arrays with a shape.
 */

import type { GenerationParameters } from './options.ts';

export type { GenerationParameters, TrainingOptions } from './options.ts';

/** Floats with a shape, row-major. */
export interface Tensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** One token; `start` and `end` are UTF-16 offsets into the text, as `String.prototype.slice` takes them. */
export interface Token {
  readonly id: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The error classes of the core, as `GlassformerError.code`. */
export type ErrorCode =
  | 'InvalidArgument'
  | 'InvalidText'
  | 'InvalidFile'
  | 'OutOfMemory'
  | 'Network'
  | 'Unsupported'
  | 'Closed'
  | 'Internal';

/**
 * What went wrong, as data, in `GlassformerError.details`: for whoever says it in other words or another language. Errors
 * that only a programmer meets have none.
 */
export type ErrorDetails =
  /** The host does not answer, or the browser forbids to ask it. */
  | { readonly kind: 'unreachable'; readonly url: string }
  /** The server answered with an error of its own. */
  | { readonly kind: 'refused'; readonly url: string; readonly status: number }
  /** A folder lacks a file that it needs. */
  | { readonly kind: 'absent'; readonly file: string; readonly folder: string }
  | { readonly kind: 'invalidFile'; readonly file: string }
  /** The file of weights is longer than WebAssembly can address; both in MiB. */
  | {
      readonly kind: 'weightsTooLarge';
      readonly file: string;
      readonly size: number;
      readonly most: number;
    }
  | { readonly kind: 'noModel'; readonly source: string }
  | { readonly kind: 'noGolden' }
  | { readonly kind: 'noTokenizer' }
  /** `atLeast`: the text was so long that its tokens were not counted. */
  | {
      readonly kind: 'tooLong';
      readonly tokens: number;
      readonly limit: number;
      readonly atLeast?: boolean;
    }
  | { readonly kind: 'noActivation'; readonly name: string }
  /** An edit or an ablation fits no tensor of the model. */
  | { readonly kind: 'unfitEdit' }
  | { readonly kind: 'invalidOption'; readonly option: string }
  | { readonly kind: 'outOfMemory' }
  | { readonly kind: 'noSimd' }
  | { readonly kind: 'notCompiled' }
  | { readonly kind: 'engineUnreachable' }
  /** A file of the package is not where its folder is served. */
  | { readonly kind: 'assetAbsent'; readonly url: string; readonly folder: string }
  | { readonly kind: 'workerFailed' }
  | { readonly kind: 'crashed' }
  /** It crashed or was closed before this was asked. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'closed' };

export type ErrorKind = ErrorDetails['kind'];

/** Bytes loaded so far, of `total` where the server tells it. */
export interface LoadProgress {
  readonly file: string;
  readonly loaded: number;
  readonly total: number | undefined;
}

/** A model by name or URL of its folder, or its files in memory. */
export type ModelSource = string | URL | ModelFiles;

/** The texts of the files that may describe a tokenizer: tokenizer.json, or vocab.json with or without merges.txt, or vocab.txt. */
export interface TokenizerFiles {
  readonly tokenizerJson?: string;
  readonly vocabJson?: string;
  readonly mergesTxt?: string;
  readonly vocabTxt?: string;
}

export interface ModelFiles extends TokenizerFiles {
  /** The text of config.json, or what it says. */
  readonly config: string | object;
  /** model.safetensors; a `Blob` (or `File`) is read piece by piece. */
  readonly weights: ArrayBuffer | Uint8Array | Blob;
  /** Encoder–decoder: the source's tokenizer, where it is not the target's. */
  readonly source?: TokenizerFiles;
  /** The text of golden.json, for `verify`. */
  readonly goldenJson?: string;
}

/** A model's weights as files, which `loadModel` opens together with a tokenizer's files. */
export interface StoredModel {
  /** What config.json says. */
  readonly config: object;
  /** model.safetensors. */
  readonly weights: Uint8Array;
}

/** A text, the ids of its tokens, or its tokens as `encode` gave them. */
export type ModelInput = string | readonly number[] | readonly Token[];

/** Which tokenizer of an encoder–decoder: that of the source, or that of the target (any other model has only this). */
export type Side = 'source' | 'target';

/** config.json as the file has it (Hugging Face's field names), with what the engine made of it in `resolved`. */
export type ModelConfig = Readonly<Record<string, unknown>> & { readonly resolved: ResolvedConfig };
export interface ResolvedConfig {
  readonly model_type: string;
  readonly architecture: 'decoder' | 'encoder' | 'encoder-decoder';
  readonly vocab_size: number;
  readonly source_vocab_size: number;
  readonly d_model: number;
  readonly num_heads: number;
  readonly d_ff: number;
  readonly encoder_layers: number;
  readonly decoder_layers: number;
  /** 0: no limit of its own. */
  readonly max_positions: number;
  readonly norm: 'none' | 'pre' | 'post';
  readonly positions: 'none' | 'learned' | 'sinusoidal';
  readonly activation: 'relu' | 'gelu' | 'gelu_new';
  readonly final_norm: boolean;
  readonly norm_epsilon: number;
  readonly scale_embedding: boolean;
  readonly scale_attention: boolean;
  readonly tied_head: boolean;
  readonly pad_token_id: number | undefined;
  readonly bos_token_id: number | undefined;
  readonly decoder_start_token_id: number | undefined;
  readonly eos_token_ids: readonly number[];
}

/**
 * How the engine keeps a model's matrices: floats, or integers of 8 bits with a scale for each output, which take a
 * quarter of the memory. Activations are floats in either.
 */
export type Dtype = 'fp32' | 'int8';

export interface ModelInfo {
  readonly config: ModelConfig;
  readonly dtype: Dtype;
  readonly parameters: number;
  /** Bytes the model takes in the engine's memory. */
  readonly bytes: number;
  readonly hasTokenizer: boolean;
  readonly hasSourceTokenizer: boolean;
  readonly weights: readonly { readonly name: string; readonly shape: readonly number[] }[];
}

/** Switch a head off (or scale it). `stack` matters in an encoder–decoder only. */
export interface Ablation {
  readonly layer: number;
  readonly head: number;
  /** What the head's output is multiplied by; 0 where absent. */
  readonly factor?: number;
  readonly stack?: 'encoder' | 'decoder' | 'cross';
}

/** A change to any hook's tensor: exactly one of scale, add, set. */
export interface HookEdit {
  /** A hook's name or a glob. */
  readonly hook: string;
  /** Only this head of an (H, …) tensor. */
  readonly head?: number;
  readonly scale?: number;
  readonly add?: Float32Array;
  readonly set?: Float32Array;
}

export interface ForwardOptions {
  /** Encoder–decoder: the source. */
  readonly source?: ModelInput;
  /** Hook names or globs; nothing else is copied. */
  readonly capture?: readonly string[];
  readonly ablate?: readonly Ablation[];
  readonly edits?: readonly HookEdit[];
}

export interface Run {
  readonly tokens: readonly Token[];
  /** Encoder–decoder only. */
  readonly sourceTokens?: readonly Token[];
  readonly activations: Readonly<Record<string, Tensor>>;
}

/** As `ForwardOptions`, for several sequences at once. */
export interface BatchForwardOptions extends Omit<ForwardOptions, 'source'> {
  /** Encoder–decoder: a source for each input. */
  readonly source?: readonly ModelInput[];
}

/**
 * A run over B sequences at once. All are as long as the longest, T: the shorter ones are padded at their end. No
 * token of a sequence attends to padding; what the activations hold in padded places means nothing.
 */
export interface BatchRun {
  /** Of each sequence, without padding. */
  readonly tokens: readonly (readonly Token[])[];
  /** (B, T): 1 where padding stands, 0 where a token does. As a `key_padding_mask` it hides the padding. */
  readonly padding: Tensor;
  /** Encoder–decoder only: the same of the sources. */
  readonly sourceTokens?: readonly (readonly Token[])[];
  readonly sourcePadding?: Tensor;
  /** With the batch in front: (B, T, D), (B, H, Tq, Tk). */
  readonly activations: Readonly<Record<string, Tensor>>;
}

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

/** Next-token probabilities after prefixes of ids, for beam search on paper. */
export interface ProbabilityTable {
  readonly vocab: readonly string[];
  readonly rows: readonly {
    readonly prefix: readonly number[];
    readonly probabilities: readonly number[];
  }[];
}

/** How far a model is from its golden.json. */
export interface Verification {
  /** By what, and in which precision: "PyTorch 1.13.0 in float64". */
  readonly computedBy: string;
  /** Allowed: |a - b| ≤ absolute + relative · |b|, as in torch.allclose. */
  readonly tolerance: { readonly absolute: number; readonly relative: number };
  /** What the model read; of an encoder–decoder, its source. */
  readonly text: string;
  /** The text has the tokens that the file names; null: not compared, for want of a tokenizer. */
  readonly tokensAgree: boolean | null;
  readonly activations: readonly VerifiedActivation[];
  /** Texts that were continued, or translated, greedily. */
  readonly generated: readonly VerifiedText[];
  /** All that was compared agrees. */
  readonly agrees: boolean;
}

export interface VerifiedActivation {
  /** The hook's. */
  readonly name: string;
  readonly shape: readonly number[];
  /** How many of its values the file has. */
  readonly count: number;
  /** The largest |a - b|. */
  readonly largest: number;
  /** The largest |a - b| as a share of what is allowed for that b. */
  readonly share: number;
  readonly agrees: boolean;
}

/** A model without a tokenizer writes ids, in its texts too. */
export interface VerifiedText {
  /** What is continued, or translated. */
  readonly text: string;
  readonly expected: string;
  /** Null where the file has none: then only the texts are compared. */
  readonly expectedIds: readonly number[] | null;
  readonly found: string | null;
  readonly foundIds: readonly number[] | null;
  /** Null, as what was found is: not compared, for want of a tokenizer. */
  readonly agrees: boolean | null;
}

/** A table of embeddings seen along the two directions in which its rows vary most. */
export interface EmbeddingMap {
  /** (vocab_size, 2): where each token lies. */
  readonly positions: Tensor;
  /** Each direction's share of all variance, the larger one first. */
  readonly explained: readonly number[];
}

/** A token whose embedding points in nearly the same direction as another's. */
export interface NearToken {
  readonly id: number;
  readonly text: string;
  /** Cosine of the angle between the two embeddings, from -1 to 1. */
  readonly similarity: number;
}

/** Which table of embeddings: an encoder–decoder's source has one of its own. */
export interface EmbeddingOptions {
  readonly side?: Side;
}

export interface NearestOptions extends EmbeddingOptions {
  /** How many (10). */
  readonly count?: number;
}

export interface EngineInfo {
  readonly version: string;
  /** Which module runs. */
  readonly simd: 'simd128' | 'relaxed';
  /** Bytes of WebAssembly memory; it grows when needed and never shrinks. */
  readonly memoryBytes: number;
  /** Bytes of it in use now. */
  readonly usedBytes: number;
  /** Models, trainers and generations not yet closed. */
  readonly openHandles: number;
}

/** Texts, or ids of tokens. An encoder–decoder has a source for each. */
export interface Corpus {
  readonly documents: string | readonly string[] | readonly ArrayLike<number>[];
  readonly sources?: string | readonly string[] | readonly ArrayLike<number>[] | undefined;
}

/** One step of the optimiser. */
export interface TrainStep {
  /** 1 for the first since the trainer began or was reset. */
  readonly step: number;
  /** Mean cross-entropy of the step's targets in nats, before the step changed the weights. */
  readonly loss: number;
  /** Of all gradients together, before it is limited. */
  readonly gradient_norm: number;
  readonly lr: number;
  /** How many targets it learned from. */
  readonly tokens: number;
  /** Where an input is looked at: what the weights after this step make of it. */
  readonly activations?: Readonly<Record<string, Tensor>>;
}
