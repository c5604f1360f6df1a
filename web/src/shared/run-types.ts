/** Tensors and tokens, and the runs that read them: plain data, numbers in flat typed arrays with a shape. */

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

/** Which tokenizer of an encoder–decoder: that of the source, or that of the target (any other model has only this). */
export type Side = 'source' | 'target';

/** A text, the ids of its tokens, or its tokens as `encode` gave them. */
export type ModelInput = string | readonly number[] | readonly Token[];

/** Switch a head off (or scale it). `stack`: of an encoder–decoder; the one of another model is meant by the default, 'decoder', too. */
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

/** What is changed while a text is classified. */
export type ClassifyOptions = Pick<ForwardOptions, 'ablate' | 'edits'>;

/** A class of a model that classifies. */
export interface ClassProbability {
  /** Its place among the logits. */
  readonly id: number;
  /** As `id2label` in config.json calls it. */
  readonly label: string;
  readonly logit: number;
  /** Softmax of the logits. */
  readonly probability: number;
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
