/** The tokens of a run as buttons: one is looked at, a click pins one, one stands in the order of tabs, and arrows lead on. */
import type { FigureContext } from './figure-context.ts';
import { moveInGrid } from '../../view/grid.ts';

export interface TokenButtonsHost {
  readonly figure: FigureContext;
  readonly renderRoot: ParentNode;
}

export interface TokenButtonsOptions {
  readonly selector: string;
  /** How the buttons stand; their keys follow from it. */
  readonly direction: 'row' | 'column';
  /** Called when the reader has pinned a token. */
  pinned(token: number): void;
}

export class TokenButtons {
  readonly #host: TokenButtonsHost;
  readonly #options: TokenButtonsOptions;
  /** The place in the text where the keyboard stands. */
  #focused = 0;

  constructor(host: TokenButtonsHost, options: TokenButtonsOptions) {
    this.#host = host;
    this.#options = options;
  }

  get #all(): NodeListOf<HTMLElement> {
    return this.#host.renderRoot.querySelectorAll(this.#options.selector);
  }

  /** Goes over the buttons that are drawn, of which one stands in the order of tabs. */
  mark(each: (button: HTMLElement, place: number) => void): void {
    const all = this.#all;
    // The line may have become shorter: one of its tokens stays in reach of the Tab key.
    const focused = Math.min(this.#focused, all.length - 1);
    all.forEach((button, place) => {
      button.tabIndex = place === focused ? 0 : -1;
      each(button, place);
    });
  }

  look(place: number): void {
    this.#host.figure.look({ query: place, key: null });
  }

  focus(place: number): void {
    this.#focused = place;
    this.look(place);
  }

  pin(place: number): void {
    this.#host.figure.pin({ query: place, key: null });
    this.#options.pinned(place);
  }

  readonly leave = (): void => this.#host.figure.look(null);

  readonly onKey = (event: KeyboardEvent): void => {
    const all = this.#all;
    const at = this.#focused;
    const isRow = this.#options.direction === 'row';
    const to = isRow
      ? moveInGrid({ row: 0, column: at }, event, 1, all.length)?.column
      : moveInGrid({ row: at, column: 0 }, event, all.length, 1)?.row;
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  };
}
