/** Which of the worked examples stand open. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Field } from './address.ts';

export interface WorkedExample {
  /** Of its element in the page, and in the address. Unique in the page. */
  readonly id: string;
  readonly isOpen: ReadonlySignal<boolean>;
  /** What is in it is rendered: when it stands open, and always in a page that cannot render it later. */
  readonly isRendered: ReadonlySignal<boolean>;
  setOpen(isOpen: boolean): void;
}

export class Opened {
  /** In the order in which the page has them. */
  readonly ids: string[] = [];
  readonly #opened = signal<readonly string[]>([]);
  readonly fields: readonly Field[] = [
    {
      key: 'open',
      read: (text) => {
        const named = text?.split(' ') ?? [];
        this.#opened.value = this.ids.filter((id) => named.includes(id));
      },
      write: () => this.#opened.value.join(' ') || null,
    },
  ];

  /** On paper they all stand open. */
  readonly #isOnPaper = signal(false);
  readonly #rendersClosed: boolean;

  constructor(rendersClosed = false) {
    this.#rendersClosed = rendersClosed;
  }

  putOnPaper(isOnPaper: boolean): void {
    this.#isOnPaper.value = isOnPaper;
  }

  /** A worked example that a chapter has; closed at first. */
  example(id: string): WorkedExample {
    this.ids.push(id);
    const isOpen = computed(() => this.#isOnPaper.value || this.#opened.value.includes(id));
    return {
      id,
      isOpen,
      isRendered: computed(() => this.#rendersClosed || isOpen.value),
      setOpen: (opens) => {
        // What was opened for paper is no choice of the reader's.
        if (opens === isOpen.peek()) return;
        const others = this.#opened.peek().filter((each) => each !== id);
        this.#opened.value = opens ? [...others, id] : others;
      },
    };
  }
}
