/** Training: what is learned from, and a step of the optimiser. */

import type { Tensor } from './run-types.ts';

export type { TrainingOptions } from './options.ts';

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
