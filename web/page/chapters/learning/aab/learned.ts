/** The model that learns in the page: its circuits as they form, and itself, as it was when it last rested, to write with. */
import { batch, computed, signal } from '@preact/signals-core';
import type { Model } from 'glassformer';
import type { GlassTrain, Problem } from 'glassformer/elements';
import { latestOnly, problemOf } from 'glassformer/elements/functions';
import { type AabCircuits, circuitsOf } from './circuits.ts';

/** So long after a step no other has come: it rests. */
const kRestMs = 500;

interface AtStep {
  readonly step: number;
}

interface Reading {
  readonly train: GlassTrain;
  readonly isAtRest: boolean;
}

export class Learned {
  readonly #circuits = signal<(AabCircuits & AtStep) | null>(null);
  readonly #writer = signal<(AtStep & { readonly model: Model }) | null>(null);
  readonly #failure = signal<Problem | null>(null);
  #rest = 0;
  /** The writer before: its figure may still be asking it. */
  #former: Model | undefined;

  readonly circuits = computed(() => this.#circuits.value);
  readonly writer = computed(() => this.#writer.value);
  readonly failure = computed(() => this.#failure.value);

  /** It has taken steps, or has begun anew. */
  follow(train: GlassTrain): void {
    this.#awaitRest(train);
    this.#read({ train, isAtRest: false });
  }

  /** On a slow machine a step takes longer than a rest: it rests when it is not running either. */
  #awaitRest(train: GlassTrain): void {
    clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => {
      if (train.isRunning) this.#awaitRest(train);
      else this.#read({ train, isAtRest: true });
    }, kRestMs);
  }

  readonly #read = latestOnly(async ({ train, isAtRest }: Reading) => {
    try {
      const model = await train.trainedModel();
      if (model === null) return;
      // Its turn has only now ended: no step was recorded since.
      const { step = 0 } = train.points.at(-1) ?? {};
      let spare: Model | undefined = model;
      try {
        const circuits = await circuitsOf(model);
        if (isAtRest) [spare, this.#former] = [this.#former, this.#writer.peek()?.model];
        batch(() => {
          this.#circuits.value = { ...circuits, step };
          if (isAtRest) this.#writer.value = { model, step };
          this.#failure.value = null;
        });
      } finally {
        await spare?.close();
      }
    } catch (error) {
      this.#failure.value = problemOf(error);
    }
  });
}
