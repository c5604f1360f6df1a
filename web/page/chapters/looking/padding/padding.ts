/** Sentences that are padded to one length: what the reader has typed in place of those that are given. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { GlassEvents } from 'glassformer/elements';
import { type Field, field, textCodec } from '../../../address.ts';
import { readInBytes } from '../../../line-notes.ts';
import type { TranslatorName } from '../../../source.ts';
import type { Translator } from '../../../translator.ts';

/** In the language that each translator reads. */
const kShortSentence: Readonly<Record<TranslatorName, string>> = {
  'en-zh': 'I love you.',
  'zh-en': '我爱你。',
};

type Sentences = GlassEvents['glass-padded']['sentences'];

export class Padding {
  /** What the figure begins with: a short sentence beside the one that is translated. */
  readonly #given: ReadonlySignal<readonly string[]>;
  /** What the reader has typed in place of each; null: nothing. */
  readonly #typed = [signal<string | null>(null), signal<string | null>(null)];
  /** What the figure has padded last; null: nothing yet. */
  readonly #padded = signal<Sentences | null>(null);
  readonly texts = computed(() =>
    this.#given.value.map((given, i) => this.#typed[i]!.value ?? given),
  );
  /** What the figure reads, which keeps the last sentences where one cannot be read. */
  readonly read = computed(() => this.#padded.value?.map(({ text }) => text) ?? this.texts.value);
  /** Characters in them that the translator's list lacks. */
  readonly inBytes = computed(() => [...new Set((this.#padded.value ?? []).flatMap(readInBytes))]);
  readonly fields: readonly Field[] = this.#typed.map((typed, i) =>
    field(`padding-${i + 1}`, typed, textCodec),
  );

  constructor({ model, translated }: Translator) {
    this.#given = computed(() => [kShortSentence[model.value], translated.value]);
  }

  /** A sentence that the reader has typed stays, whatever is translated, until it is again the one that is given. */
  type(texts: readonly string[]): void {
    const before = this.texts.peek();
    texts.forEach((text, i) => {
      if (text !== before[i]) this.#typed[i]!.value = text === this.#given.peek()[i] ? null : text;
    });
  }

  /** The figure has padded them. */
  padded(sentences: Sentences): void {
    this.#padded.value = sentences;
  }
}
