/** Which rows of a long matrix are drawn: those that are scrolled into view. */
import { type RowWindow, rowsInView } from '../../view/rows.ts';
import { kRowHeight } from './digit-layout.ts';

/** Longer ones draw only the rows in view. */
const kMaxRowsAtOnce = 40;
/** Of a row with the line below it, in pixels. */
const kPitch = kRowHeight + 1;
/** Pixels, until it is known. */
const kUnknownHeight = 640;

export class ScrolledRows {
  readonly #host: { requestUpdate(): void };
  readonly #scroller: () => HTMLElement | null;
  #top = 0;
  #height = kUnknownHeight;
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
    return isLong ? rowsInView(rows, kPitch, this.#top, this.#height) : { first: 0, end: rows };
  }

  /** Scrolls a row into view, so that it is drawn. */
  bringIntoView(row: number): void {
    const scroller = this.#scroller();
    if (scroller === null) return;
    const top = row * kPitch;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + 3 * kRowHeight > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = top + 3 * kRowHeight - scroller.clientHeight;
    this.onScroll();
  }

  readonly onScroll = (): void => {
    const scroller = this.#scroller();
    if (scroller === null) return;
    this.#top = scroller.scrollTop;
    this.#height = scroller.clientHeight;
    this.#host.requestUpdate();
  };
}
