/** A table of numbers that are buttons (cellStyles is its look): which is looked at, which is chosen, where the keyboard stands. */
interface Host {
  readonly renderRoot: ParentNode;
}

interface CellButtonsOptions {
  /** Another button is looked at, or none is. */
  looked(): void;
  /** Where a key leads from a button; null: it is no key for moving. */
  towards(from: number, event: KeyboardEvent): number | null;
}

/** The buttons are counted from 0, in the order in which they stand in the document. */
export class CellButtons {
  readonly #host: Host;
  readonly #options: CellButtonsOptions;
  /** The button that is chosen, as the table was rendered. */
  chosen = 0;
  #looked: number | null = null;
  #focused = 0;

  constructor(host: Host, options: CellButtonsOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** The button under the pointer, or that has the focus; null: none. */
  get looked(): number | null {
    return this.#looked;
  }

  look(at: number | null): void {
    this.#looked = at;
    this.#options.looked();
  }

  focus(at: number): void {
    this.#focused = at;
    this.look(at);
  }

  /** Other numbers have come. */
  leave(): void {
    this.#looked = null;
  }

  /** Another table has come. */
  restart(): void {
    this.#focused = 0;
  }

  /** Marks the chosen button, and leaves one in the order of tabs. */
  mark(): void {
    this.#buttons.forEach((button, at) => {
      button.tabIndex = at === this.#focused ? 0 : -1;
      button.setAttribute('aria-pressed', String(at === this.chosen));
    });
  }

  readonly onKey = (event: KeyboardEvent): void => {
    const to = this.#options.towards(this.#focused, event);
    if (to === null) return;
    event.preventDefault();
    this.#buttons[to]?.focus();
  };

  get #buttons(): NodeListOf<HTMLElement> {
    return this.#host.renderRoot.querySelectorAll('td button');
  }
}
