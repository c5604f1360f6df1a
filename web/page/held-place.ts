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
  /** How high the page was then. */
  #height = 0;

  /** @param page what grows */
  constructor(page: Element) {
    new ResizeObserver(() => this.#hold()).observe(page);
    const release = (): void => void (this.#heading = null);
    for (const move of ['wheel', 'touchmove'])
      addEventListener(move, release, { capture: true, passive: true });
    addEventListener('keydown', ({ key }) => kKeys.includes(key) && release(), { capture: true });
    // A page as high as before that shows another place was scrolled by something else: by the bar, or to what has the focus.
    addEventListener('scroll', () => {
      if (this.#heading === null || this.#framesLeft > 0) return;
      if (this.#height === pageHeight() && this.#isAway(this.#heading)) release();
    });
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

  #isAway(heading: HTMLElement): boolean {
    return Math.abs(heading.getBoundingClientRect().top - this.#top) > kTolerance;
  }

  #hold(): void {
    if (this.#heading === null) return;
    this.#heading.scrollIntoView();
    this.#top = this.#heading.getBoundingClientRect().top;
    this.#height = pageHeight();
  }
}

function pageHeight(): number {
  return document.documentElement.scrollHeight;
}
