/** How the hand-made model is let choose. It is so sure of itself that its temperature goes far beyond that of other models. */
import { computed, signal } from '@preact/signals-core';
import type { Mode, Settings } from 'glassformer/elements';
import { defaultSettings, generationControls } from 'glassformer/elements/functions';
import { type Field, field, oneOf } from '../../address.ts';
import { kReach, readGeneration, withChanges, writeGeneration } from '../../generation.ts';

export const kMaxTemperature = 2000;

const kLettersReach = {
  ...kReach,
  max_new_tokens: generationControls.max_new_tokens,
  temperature: { ...kReach.temperature, max: kMaxTemperature },
};

export class Choosing {
  readonly #mode = signal<Mode | null>(null);
  /** As far as the reader has set it. */
  readonly #set = signal<Partial<Settings> | null>(null);
  readonly mode = computed<Mode>(() => this.#mode.value ?? 'greedy');
  readonly settings = computed<Settings>(() => ({ ...defaultSettings, ...this.#set.value }));
  readonly fields: readonly Field[] = [
    field('letters-mode', this.#mode, oneOf<Mode>(['greedy', 'sample', 'beam'])),
    field<Partial<Settings>>('letters-generation', this.#set, {
      read: (text) => readGeneration(text, kLettersReach),
      write: (set) => writeGeneration(set) || null,
    }),
  ];

  set(mode: Mode, settings: Settings): void {
    this.#mode.value = mode;
    this.#set.value = withChanges(this.#set.peek() ?? {}, defaultSettings, settings);
  }
}
