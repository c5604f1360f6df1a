/** The page for paper: what is not there yet is fetched before the browser prints. */
import { signal } from '@preact/signals-core';
import type { LaterElements, LaterPart } from './later-elements.ts';
import type { Opened } from './opened.ts';

export class Printing {
  readonly #isPreparing = signal(false);
  readonly #later: LaterElements;
  readonly #opened: Opened;

  constructor(later: LaterElements, opened: Opened) {
    this.#later = later;
    this.#opened = opened;
  }

  get isPreparing(): boolean {
    return this.#isPreparing.value;
  }

  /** Prints when the page is whole, or as it is where what makes it whole cannot be fetched. */
  async prepare(chapters: readonly LaterPart[]): Promise<void> {
    if (this.#isPreparing.peek()) return;
    this.#isPreparing.value = true;
    this.#opened.putOnPaper(true);
    // What was closed is rendered by the time that it comes.
    const whole = await import('./whole-page.ts').catch(() => null);
    await whole?.makeWhole(chapters, this.#later);
    this.#isPreparing.value = false;
    print();
  }
}
