/** Which rows of a long matrix are drawn: those that are scrolled into view. */
import { type RowWindow, rowsInView } from '../../view/rows.ts';

/** Longer ones draw only the rows in view. */
const kMaxRowsAtOnce = 40;
/** Pixels, until they are known. */
const kUnknownPitch = 27;
const kUnknownHeight = 640;

export class ScrolledRows {
  readonly #host: { requestUpdate(): void };
  readonly #scroller: () => HTMLElement | null;
  #top = 0;
  #height = kUnknownHeight;
  /** Of a row with the line below it, which follows the type. */
  #pitch = kUnknownPitch;
  #isWhole = false;

  constructor(host: { requestUpdate(): void }, scroller: () => HTMLElement | null) {
    this.#host = host;
    this.#scroller = scroller;
  }

  /** All rows are drawn, not only those in view. */
  showWhole(isWhole: boolean): void {
    this.#isWhole = isWhole;
    this.#host.requestUpdate();
  }

  /** Of so many rows. */
  drawn(rows: number): RowWindow {
    const isLong = rows > kMaxRowsAtOnce && !this.#isWhole;
    return isLong
      ? rowsInView(rows, this.#pitch, this.#top, this.#height)
      : { first: 0, end: rows };
  }

  /** Scrolls a row into view, so that it is drawn. */
  bringIntoView(row: number): void {
    const scroller = this.#scroller();
    if (scroller === null) return;
    this.#measure(scroller);
    const top = row * this.#pitch;
    // The names of the columns, the row itself and a part of the next.
    const bottom = top + 3 * this.#pitch;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (bottom > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = bottom - scroller.clientHeight;
    this.onScroll();
  }

  readonly onScroll = (): void => {
    const scroller = this.#scroller();
    if (scroller === null) return;
    this.#measure(scroller);
    this.#top = scroller.scrollTop;
    this.#height = scroller.clientHeight;
    this.#host.requestUpdate();
  };

  #measure(scroller: HTMLElement): void {
    const row = scroller.querySelector('.row:not(.pad)');
    if (row !== null) this.#pitch = row.getBoundingClientRect().height + 1;
  }
}
