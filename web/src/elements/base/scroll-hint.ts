import {
  css,
  type CSSResult,
  html,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';

type Host = ReactiveControllerHost & { readonly renderRoot: HTMLElement | DocumentFragment };

/** Of the box, while a part of what it holds lies beyond its right edge, or below it: the classes of the marks at these ends. */
const kMore = { right: 'more', bottom: 'below' } as const;
type End = keyof typeof kMore;

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
  .end.bottom {
    inset: auto 0 0;
    width: auto;
    height: 1px;
  }
  .scroller {
    --more: linear-gradient(#000, #000);
    --below: linear-gradient(#000, #000);
  }
  .more {
    --more: linear-gradient(to left, rgb(0 0 0 / 12%), #000 2.5rem);
  }
  .below {
    --below: linear-gradient(to top, rgb(0 0 0 / 12%), #000 2.5rem);
  }
  .more,
  .below {
    mask:
      var(--more) intersect,
      var(--below);
  }
  @media print {
    .scroller {
      mask: none;
    }
  }
`;

/** What such a box holds. */
export const scrolled = (content: TemplateResult): TemplateResult =>
  html`<div class="all">
    ${content}
    <div class="end right"></div>
    <div class="end bottom"></div>
  </div>`;

/** A box for what may be wider than there is room for. */
export const scrollBox = (content: TemplateResult): TemplateResult =>
  html`<div class="scroller">${scrolled(content)}</div>`;

/**
 * A box that scrolls fades at its right and its lower edge while there is more: a phone shows no bar. An observer tells whether the
 * ends of what it holds are in view: nothing is laid out to find out.
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
    if (box === null) return;
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          for (const end of Object.keys(kMore) as End[])
            if (target.classList.contains(end)) box.classList.toggle(kMore[end], !isIntersecting);
      },
      { root: box },
    );
    for (const end of box.querySelectorAll('.end')) this.#observer.observe(end);
  }
}
