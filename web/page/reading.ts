/** What the figures of a chapter or of a part of it read, and the heads that are changed in it. */
import type { ReadonlySignal } from '@preact/signals-core';
import type { Ablation } from 'glassformer';

/** The heads of a model as the reader has changed them. */
export interface ChangedHeads {
  readonly ablations: ReadonlySignal<readonly Ablation[]>;
  setAblations(all: readonly Ablation[]): void;
}

/** What figures read. */
export interface Reading {
  /** Null: the reader's line. */
  readonly text: string | null;
  /** Of the model that reads it. Null: none of them takes part. */
  readonly heads: ChangedHeads | null;
}

/** For figures in which no head of a model takes part. */
export const kHeadless: Reading = { text: null, heads: null };
