/**
 * What the reader has set in the page's figures (a layer, a token, a kind), so that a link brings it back. What looks after it
 * is fetched when a link asks for something, or the reader sets something.
 */
import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { Field } from './address.ts';
import type { ChosenInFigures } from './chosen-in-figures.ts';

const kKey = 'figures';

export class FigureChoices {
  /** What a link asks for. */
  readonly #asked = signal<string | null>(null);
  readonly #chosen = signal<ChosenInFigures | null>(null);
  #fetch: () => void = () => undefined;

  readonly fields: readonly Field[] = [
    { key: kKey, read: (text) => this.#read(text), write: () => this.#text },
  ];

  /** Whether the reader has set anything in a figure. */
  get isSet(): boolean {
    return this.#text !== null;
  }

  /**
   * @param writer the model that reads the line
   * @param differs called when something else is made of what a link asks for, with the field's key and both texts
   */
  watch(
    root: HTMLElement,
    writer: ReadonlySignal<unknown>,
    differs: (key: string, given: string, taken: string) => void,
  ): void {
    this.#fetch = () => {
      this.#fetch = () => undefined;
      void import('./chosen-in-figures.ts').then((module) => {
        const chosen = new module.ChosenInFigures(root, writer, (lost) =>
          differs(kKey, lost.join(' '), ''),
        );
        const asked = this.#asked.peek();
        // Where no link asks for anything, the reader has chosen: that stays.
        if (asked !== null) chosen.ask(asked);
        this.#chosen.value = chosen;
        if (asked !== null && chosen.text !== asked) differs(kKey, asked, chosen.text ?? '');
      }, console.warn);
    };
    root.addEventListener('glass-choice', () => this.#fetch());
    if (this.#asked.peek() !== null) this.#fetch();
  }

  /** Looks anew at what the figures have. */
  look(): void {
    this.#chosen.peek()?.look();
  }

  /** Called when the page has been rendered: more figures may be there. */
  restore(): void {
    this.#chosen.peek()?.restore();
  }

  get #text(): string | null {
    return this.#chosen.value === null ? this.#asked.value : this.#chosen.value.text;
  }

  #read(text: string | null): void {
    const chosen = this.#chosen.peek();
    if (chosen !== null) return chosen.ask(text);
    this.#asked.value = text;
    if (text !== null) this.#fetch();
  }
}
