/** The article's sentence, or another one, through random weights: what is typed, and what the engine makes of it. */
import { batch, computed, signal } from '@preact/signals-core';
import { createRef, type Ref } from 'lit/directives/ref.js';
import type { GlassModel } from 'glassformer/elements';
import { latestOnly } from 'glassformer/elements/functions';
import { type Codec, type Field, field, textCodec } from '../../../address.ts';
import type { PageEngine } from '../../../engine.ts';
import type { WorkedExample } from '../../../opened.ts';
import type { SentenceProblem } from '../../../sentence-check.ts';
import { type Reading, readSentence } from './sentence.ts';

export const kArticleSentence = 'Life is short, eat dessert first';
export const kArticleSeed = 123;
/** The article's own example: the second word, and its score with the fifth. */
const kArticleSpot = { query: 1, key: 4 };

interface Input {
  readonly text: string;
  readonly seed: number;
}

export class Life {
  readonly example: WorkedExample;
  readonly figure: Ref<GlassModel> = createRef();
  readonly #engine: PageEngine;
  readonly #text = signal<string | null>(null);
  readonly #seed = signal<number | null>(null);
  /** What stands in the seed's field and is none; null: a seed. */
  readonly #wrongSeed = signal<string | null>(null);
  readonly #reading = signal<Reading | null>(null);
  readonly #problem = signal<SentenceProblem | null>(null);

  readonly text = computed(() => this.#text.value ?? kArticleSentence);
  readonly seed = computed(() => this.#seed.value ?? kArticleSeed);
  /** What stands in the seed's field, which may be no seed. */
  readonly writtenSeed = computed(() => this.#wrongSeed.value ?? String(this.seed.value));
  readonly isSeedWrong = computed(() => this.#wrongSeed.value !== null);
  /** The last sentence that could be read. */
  readonly reading = computed(() => this.#reading.value);
  readonly problem = computed(() => this.#problem.value);
  readonly fields: readonly Field[] = [field('life', this.#text, textCodec), this.#seedField()];

  constructor(example: WorkedExample, engine: PageEngine) {
    this.example = example;
    this.#engine = engine;
    // The sentence is read as long as somebody looks at it.
    computed(() =>
      example.isOpen.value ? { text: this.text.value, seed: this.seed.value } : null,
    ).subscribe((input) => input && this.#read(input));
  }

  setText(text: string): void {
    this.#text.value = text;
  }

  setSeed(written: string): void {
    const seed = seedCodec.read(written);
    batch(() => {
      this.#wrongSeed.value = seed === null ? written : null;
      if (seed !== null) this.#seed.value = seed;
    });
  }

  /** An address that is followed takes back what was typed wrongly. */
  #seedField(): Field {
    const seed = field('seed', this.#seed, seedCodec);
    const read = (text: string | null): void => {
      seed.read(text);
      this.#wrongSeed.value = null;
    };
    return { ...seed, read };
  }

  readonly #read = latestOnly(async ({ text, seed }: Input) => {
    try {
      const result = await readSentence(text, seed);
      if ('kind' in result) {
        this.#problem.value = result;
        return;
      }
      const isFirst = this.#reading.peek() === null;
      batch(() => {
        this.#reading.value = result;
        this.#problem.value = null;
      });
      if (isFirst) void this.#pinFirst();
    } catch (error) {
      this.#engine.fail(error);
    }
  });

  /** Something is pinned from the beginning, so that the example explains itself. */
  async #pinFirst(): Promise<void> {
    await Promise.resolve(); // rendered now
    await this.figure.value?.updateComplete;
    this.figure.value?.figure.pin(kArticleSpot);
  }
}

/** Of ten digits of two units each. A browser takes seconds to normalise a text of many combining marks. */
const kMaxSeedUnits = 20;

/** A seed as PyTorch takes it, within 32 bits. */
export const seedCodec: Codec<number> = {
  read(text) {
    const trimmed = text.trim();
    if (trimmed.length > kMaxSeedUnits) return null;
    // An input method may write full-width digits.
    const digits = trimmed.normalize('NFKC');
    if (!/^\d{1,10}$/.test(digits)) return null;
    const seed = Number(digits);
    return seed < 2 ** 32 ? seed : null;
  },
  write: String,
};
