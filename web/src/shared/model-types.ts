/** Models: their files and how they are loaded, their config, what they are, and their tables of embeddings. */

import type { Side, Tensor } from './run-types.ts';

/** Bytes that have come so far, of `total` where it is known. They come also while the engine itself is on its way. */
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

/**
 * Names of tensors in a file, and for each the name in one of the schemes that the engine knows (docs/javascript.md). `{}` in
 * both stands for a layer's number; two names that end with a point are beginnings of names: `{ 'blocks.{}.': 'h.{}.' }`.
 */
export type WeightNames = Readonly<Record<string, string>>;

/** A model's weights as files, which `loadModel` opens together with a tokenizer's files. */
export interface StoredModel {
  /** What config.json says. */
  readonly config: object;
  /** model.safetensors. */
  readonly weights: Uint8Array;
}

/** config.json as the file has it (Hugging Face's field names), with what the engine made of it in `resolved`. */
export type ModelConfig = Readonly<Record<string, unknown>> & { readonly resolved: ResolvedConfig };

export interface ResolvedConfig {
  readonly model_type: string;
  readonly architecture: 'decoder' | 'encoder' | 'encoder-decoder';
  readonly vocab_size: number;
  readonly source_vocab_size: number;
  readonly d_model: number;
  readonly num_heads: number;
  /** Each shared by a group of query heads; 0: as many as num_heads. */
  readonly num_key_value_heads: number;
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
  /** How the rows of a text's tokens become the one that is classified; `none` where the model does not classify. */
  readonly pooling: 'none' | 'mean' | 'first' | 'last';
  /** The names of the classes, in the order of the logits; empty where the model does not classify. */
  readonly labels: readonly string[];
  readonly pad_token_id: number | undefined;
  readonly bos_token_id: number | undefined;
  readonly decoder_start_token_id: number | undefined;
  readonly eos_token_ids: readonly number[];
}

/**
 * How the engine keeps a model's matrices: floats, floats of 16 bits in half of the memory, or integers of 8 bits with a
 * scale for each output in a quarter of it. Activations are floats of 32 bits in each.
 */
export type Dtype = 'fp32' | 'fp16' | 'int8';

/** One weight, and what it is for. */
export interface WeightInfo {
  /** As the file has it. */
  readonly name: string;
  readonly shape: readonly number[];
  /** Queries, keys and values of an attention may stand in one matrix, `qkv`. */
  readonly role:
    | 'qkv'
    | 'self_out'
    | 'cross_query'
    | 'cross_key'
    | 'cross_value'
    | 'cross_qkv'
    | 'cross_out'
    | 'feed_forward_in'
    | 'feed_forward_out'
    | 'norm'
    | 'final_norm'
    | 'embedding'
    | 'source_embedding'
    | 'positions'
    | 'head';
  /** Whether it is the bias of this role. The logits of a tied head may have a bias without a matrix. */
  readonly isBias: boolean;
  readonly stack: 'encoder' | 'decoder';
  /** Of that stack; 0 for what stands outside of the layers. */
  readonly layer: number;
  /** Whose norm a `norm` is, or whose matrix; means nothing outside of the layers. */
  readonly sublayer: 'self_attention' | 'cross_attention' | 'feed_forward';
  /** How a matrix that maps `in` numbers to `out` is stored: (in, out), as GPT-2's, or (out, in), as PyTorch's linear layers. */
  readonly layout: 'in_out' | 'out_in';
}

export interface ModelInfo {
  readonly config: ModelConfig;
  readonly dtype: Dtype;
  readonly parameters: number;
  /** Bytes the model takes in the engine's memory. */
  readonly bytes: number;
  readonly hasTokenizer: boolean;
  readonly hasSourceTokenizer: boolean;
  readonly weights: readonly WeightInfo[];
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
  /** How many (10), at most 1000. */
  readonly count?: number;
}

export interface EngineInfo {
  readonly version: string;
  /** Which module runs. */
  readonly simd: 'simd128' | 'relaxed';
  /** How many threads compute: several only where the page is cross-origin isolated. */
  readonly threads: number;
  /** Bytes of WebAssembly memory; it grows when needed and never shrinks. */
  readonly memoryBytes: number;
  /** Bytes of it in use now. */
  readonly usedBytes: number;
  /** Models, trainers and generations not yet closed. */
  readonly openHandles: number;
}
