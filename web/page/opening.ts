/** The line that the page begins with: what its model made of it when the page was built, and how far that model has come. */
import { batch, computed, signal } from '@preact/signals-core';
import type { Tensor, Token } from 'glassformer';
import type { GlassEvents, Preview } from 'glassformer/elements';
import type { Line } from './line.ts';
import { writerOf } from './writers.ts';

type Progress = GlassEvents['glass-progress'];

/** As it stands in the document: a `null` among the numbers is minus infinity, which JSON has no word for. */
export interface WrittenPreview extends Omit<Preview, 'run'> {
  readonly tokens: readonly Token[];
  readonly activations: Readonly<
    Record<string, { readonly shape: readonly number[]; readonly data: readonly (number | null)[] }>
  >;
}

/** The document's element with it. */
export const kPreviewId = 'preview';

export function previewIn(document: Document): Preview | null {
  const written = document.getElementById(kPreviewId)?.textContent;
  return written ? previewOf(JSON.parse(written) as WrittenPreview) : null;
}

export function previewOf({ text, candidates, tokens, activations }: WrittenPreview): Preview {
  const tensors = Object.entries(activations).map(([name, { shape, data }]): [string, Tensor] => [
    name,
    { shape, data: Float32Array.from(data, (value) => value ?? -Infinity) },
  ]);
  return { text, candidates, run: { tokens, activations: Object.fromEntries(tensors) } };
}

export class Opening {
  readonly #preview: Preview | null;
  readonly #line: Line;
  readonly #progress = signal<Progress | null>(null);
  readonly #isOver = signal(false);
  readonly #hasFailed = signal(false);
  readonly progress = computed(() => this.#progress.value);
  /** The model does not come. */
  readonly hasFailed = computed(() => this.#hasFailed.value);
  /** The reader's line is still the one that it is of. */
  readonly isOfLine = computed(() => this.#line.read.value === this.preview.value?.text);
  /** The figures show what was computed beforehand. */
  readonly isEarly = computed(() => !this.#isOver.value && this.isOfLine.value);
  /** Of the model that reads the line: another one reads the same text otherwise. */
  readonly preview = computed(() => {
    const preview = this.#preview;
    return preview !== null && writerOf(preview.text) === this.#line.writer.value ? preview : null;
  });

  constructor(preview: Preview | null, line: Line) {
    this.#preview = preview;
    this.#line = line;
  }

  get text(): string {
    return this.#preview?.text ?? '';
  }

  readonly hasCome = (progress: Progress): void => {
    batch(() => {
      this.#progress.value = progress;
      this.#hasFailed.value = false;
    });
  };

  readonly fail = (): void => {
    this.#hasFailed.value = true;
  };

  /** The model has read a line. */
  hasEnded(): void {
    this.#isOver.value = true;
  }
}
