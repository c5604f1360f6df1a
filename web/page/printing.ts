/** The page for paper: everything that comes when the reader comes near is there before the browser prints. */
import { signal } from '@preact/signals-core';
import { bringAllNear } from 'glassformer/elements/functions';
import type { Chapter } from './chapter.ts';
import type { LaterElements } from './later-elements.ts';
import type { Opened } from './opened.ts';

/** How often is looked whether something is still coming. */
const kLookMs = 100;
/** Chapters that are out of view are laid out, too (page.css). */
const kWhole = 'whole';

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

  /** Prints when nothing is loading or computing any more. */
  async prepare(chapters: readonly Chapter[]): Promise<void> {
    if (this.#isPreparing.peek()) return;
    this.#isPreparing.value = true;
    const { classList } = document.documentElement;
    classList.add(kWhole);
    addEventListener('afterprint', () => classList.remove(kWhole), { once: true });
    this.#opened.putOnPaper(true);
    // What was closed is rendered then.
    await Promise.resolve();
    bringAllNear();
    await Promise.all(chapters.map((chapter) => this.#later.fetch(chapter)));
    await untilQuiet();
    this.#isPreparing.value = false;
    print();
  }
}

/** Two looks in a row: what has come may make something else be asked for. */
async function untilQuiet(): Promise<void> {
  for (let quiet = 0; quiet < 2;) {
    await new Promise((look) => setTimeout(look, kLookMs));
    quiet = isBusy(document) ? 0 : quiet + 1;
  }
}

function isBusy(root: ParentNode): boolean {
  return [...root.querySelectorAll('*')].some(
    (each) =>
      each.matches('[aria-busy="true"], [loading]') ||
      (each as { isUpdatePending?: boolean }).isUpdatePending === true ||
      (each.shadowRoot !== null && isBusy(each.shadowRoot)),
  );
}
