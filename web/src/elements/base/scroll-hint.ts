import {
  css,
  type CSSResult,
  html,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';

type Host = ReactiveControllerHost & { readonly renderRoot: HTMLElement | DocumentFragment };

/** Of the box, while a part of what it holds lies beyond its right edge. */
const kMore = 'more';

export const scrollHintStyles: CSSResult = css`
  .all {
    position: relative;
    width: max-content;
  }
  .end {
    position: absolute;
    inset: 0 0 0 auto;
    width: 1px;
    visibility: hidden;
  }
  .more {
    mask-image: linear-gradient(to left, rgb(0 0 0 / 12%), #000 2.5rem);
  }
  @media print {
    .more {
      mask-image: none;
    }
  }
`;

/** A box for what may be wider than there is room for. */
export const scrollBox = (content: TemplateResult): TemplateResult =>
  html`<div class="scroller">
    <div class="all">
      ${content}
      <div class="end"></div>
    </div>
  </div>`;

/**
 * A box that scrolls sideways fades at its right edge while there is more: a phone shows no bar. The box holds `.all`, whose last
 * child `.end` lies at its right edge. An observer tells whether that is in view: nothing is laid out to find out.
 */
export class ScrollHint implements ReactiveController {
  readonly #host: Host;
  readonly #selector: string;
  #watched: HTMLElement | null = null;
  #observer: IntersectionObserver | null = null;

  /** @param selector of the box in what its host has rendered */
  constructor(host: Host, selector: string) {
    this.#host = host;
    this.#selector = selector;
    host.addController(this);
  }

  hostUpdated(): void {
    this.#watch(this.#host.renderRoot.querySelector<HTMLElement>(this.#selector));
  }

  hostDisconnected(): void {
    this.#watch(null);
  }

  #watch(box: HTMLElement | null): void {
    if (box === this.#watched) return;
    this.#observer?.disconnect();
    this.#watched = box;
    const end = box?.querySelector('.end');
    if (!box || !end) return;
    this.#observer = new IntersectionObserver(
      (entries) => box.classList.toggle(kMore, entries.at(-1)?.isIntersecting === false),
      { root: box },
    );
    this.#observer.observe(end);
  }
}
