/** The link that holds the reader's choices, for the clipboard. */
import { signal } from '@preact/signals-core';

/** How long it is said what became of a copy. */
const kSaidMs = 4000;

export class PageLink {
  /** What became of the last copy; null: none was made lately. */
  readonly outcome = signal<'copied' | 'failed' | null>(null);
  readonly #address: () => string;
  #timer = 0;

  /** @param address what stands in the address bar, from its '#' on */
  constructor(address: () => string) {
    this.#address = address;
  }

  /** A page that is not served safely, or a reader who does not allow it, has no clipboard. */
  async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(new URL(this.#address(), location.href).href);
      this.outcome.value = 'copied';
    } catch {
      this.outcome.value = 'failed';
    }
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => (this.outcome.value = null), kSaidMs);
  }
}
