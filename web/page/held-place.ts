/** A heading that a link has led to: it stays where it is in the window while figures above it come, until the reader moves. */

/** Frames in which it is scrolled to whatever happens: a browser may restore an older place. */
const kFrames = 12;
/** Pixels by which rounding may move it. */
const kTolerance = 2;
/** With these keys a reader moves. */
const kKeys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', ' ', 'Tab'];

export class HeldPlace {
  #heading: HTMLElement | null = null;
  #framesLeft = 0;
  /** Where the heading was put, seen from the top of the window. */
  #top = 0;
  /** How far the page was scrolled then. */
  #scrolled = 0;
  /** How high it was then. */
  #height = 0;

  /** @param page what grows */
  constructor(page: Element) {
    new ResizeObserver(() => this.#hold()).observe(page);
    const release = (): void => void (this.#heading = null);
    for (const move of ['wheel', 'touchmove'])
      addEventListener(move, release, { capture: true, passive: true });
    addEventListener('keydown', ({ key }) => kKeys.includes(key) && release(), { capture: true });
    addEventListener('scroll', () => this.#isLeft() && release());
  }

  /** Until the reader moves. */
  get isHeld(): boolean {
    return this.#heading !== null;
  }

  /** Scrolls to a chapter's heading, or to the contents, and focuses it. An id that nothing has does nothing. */
  show(id: string): void {
    const place = document.getElementById(id);
    const heading = place?.querySelector<HTMLElement>('h2, h3') ?? place;
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    this.#heading = heading;
    this.#framesLeft = kFrames;
    this.#nextFrame(heading);
  }

  #nextFrame(heading: HTMLElement): void {
    if (this.#heading !== heading) return;
    this.#hold();
    if (this.#framesLeft === 0) return;
    this.#framesLeft -= 1;
    requestAnimationFrame(() => this.#nextFrame(heading));
  }

  /**
   * Whether the page was scrolled by something else: by the bar, or to what has the focus or has come. What grows above the heading
   * moves it or scrolls the page, never both; a page that shrinks may be scrolled by that.
   */
  #isLeft(): boolean {
    if (this.#heading === null || this.#framesLeft > 0) return false;
    const { top } = this.#heading.getBoundingClientRect();
    const isAway = Math.abs(top - this.#top) > kTolerance;
    return isAway && scrollY !== this.#scrolled && pageHeight() >= this.#height;
  }

  #hold(): void {
    if (this.#isLeft()) this.#heading = null;
    if (this.#heading === null) return;
    this.#heading.scrollIntoView();
    this.#top = this.#heading.getBoundingClientRect().top;
    this.#scrolled = scrollY;
    this.#height = pageHeight();
  }
}

function pageHeight(): number {
  return document.documentElement.scrollHeight;
}
