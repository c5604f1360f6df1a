/** The browser's address bar: kept up to date with the reader's choices, and followed where the reader changes it. */
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { type Field, readAddress, writeAddress } from './address.ts';

/** Browsers allow only so many changes of the address. */
const kDelayMs = 250;

export class AddressBar {
  readonly #fields: readonly Field[];
  readonly #differs: (given: string, taken: string) => void;
  readonly #written: ReadonlySignal<string>;
  /** What the fields say of the address that was read or written last. */
  #known = '';
  /** The browser's address then, in its own spelling. */
  #seen = '';
  #timer = 0;

  /** @param differs called when the page makes something else of an address, with both hashes */
  constructor(fields: readonly Field[], differs: (given: string, taken: string) => void) {
    this.#fields = fields;
    this.#differs = differs;
    this.#written = computed(() => writeAddress(fields));
  }

  /** The address as it is, or will be in a moment. */
  get address(): string {
    return this.#written.peek();
  }

  /** Reads the address, and from then on writes it when a choice changes. `followed` is called when the reader has
   * followed another link to this page, or has gone back: then with what `push` was given there. */
  start(followed: (left: unknown) => void): void {
    this.#read();
    this.#written.subscribe((written) => this.#remember(written));
    window.addEventListener('hashchange', () => {
      this.#read();
      followed(history.state);
    });
    // Back to an entry of the history whose choices are the same.
    window.addEventListener('popstate', ({ state }) => {
      if (state !== null && location.hash === this.#seen) followed(state);
    });
  }

  /**
   * Makes the choices an entry of the history, which the reader can come back to.
   * @param left what the entry that they leave keeps
   */
  push(left: object): void {
    clearTimeout(this.#timer);
    this.#known = this.#written.peek();
    history.replaceState(left, '');
    history.pushState(null, '', this.#known);
    this.#seen = location.hash;
  }

  #read(): void {
    // A chapter's id alone is a link to it, too: the page without its script has such links.
    this.#seen = location.hash;
    const given = this.#seen.replace(/^#(?=[\w-]+$)/, '#at=');
    readAddress(this.#fields, given);
    clearTimeout(this.#timer);
    this.#known = this.#written.peek();
    if (given !== this.#known) this.#differs(given, this.#known);
  }

  /** Without a new entry in the history for every letter. */
  #remember(written: string): void {
    clearTimeout(this.#timer);
    if (written === this.#known) return;
    this.#timer = window.setTimeout(() => {
      // The reader has followed a link: `hashchange` comes next.
      if (location.hash !== this.#seen) return;
      this.#known = written;
      history.replaceState(history.state, '', written || location.pathname + location.search);
      this.#seen = location.hash;
    }, kDelayMs);
  }
}
