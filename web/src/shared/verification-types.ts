/** What the comparison of a model with its golden.json found. */

export interface VerifyOptions {
  /** Aborting it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
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
