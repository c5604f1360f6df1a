/**
 * On paper what the build wrote for readers without scripts stands in for what has not come: the picture of a figure that is
 * not drawn, or that its reader has not run, and the whole of a part that is not rendered.
 */

/** "looking-2" of drawings/en/looking-2-97783.svg. */
const kKey = /([\w-]+)-\w+\.svg$/;
const kParts = 'section[id], details[id]';
const kNoFigures = 'glass-model, glass-input, glass-changes';
/** What a part has once its texts have come, or once it is opened. */
const kRest = 'section > section, .worked > :not(summary)';
/** What only a script answers, and what a picture has in it. */
const kLive = 'button, input, select, textarea, label:has(+ input), [slot]';
/** Around a picture: elements have other names there (static/stand-ins.ts). */
const kAround = /^(static-|noscript$)/;

export class PaperPictures {
  readonly #page: ParentNode;
  readonly #readsOpening: () => boolean;
  readonly #written: string;
  /** The words of the pictures. */
  readonly #language = document.documentElement.lang;
  #shown: readonly Element[] = [];

  /**
   * @param page as the build wrote it
   * @param readsOpening whether the reader's line is the one that the pictures show
   */
  constructor(page: Element, readsOpening: () => boolean) {
    this.#page = page;
    this.#readsOpening = readsOpening;
    this.#written = page.innerHTML;
  }

  /** For the time of printing. */
  watch(): void {
    addEventListener('beforeprint', () => this.#show());
    addEventListener('afterprint', () => this.#hide());
  }

  #show(): void {
    this.#hide();
    if (document.documentElement.lang !== this.#language) return;
    const written = plain(this.#written);
    const pictures = new Map([...written.images].map((each) => [kKey.exec(each.src)?.[1], each]));
    this.#shown = [...this.#figures(pictures), ...this.#parts(written)];
    for (const each of this.#shown) each.classList.add('stand-in');
  }

  #hide(): void {
    for (const each of this.#shown) each.remove();
    this.#shown = [];
  }

  /** @param pictures by the part that a figure is in, and its number in there */
  #figures(pictures: ReadonlyMap<string | undefined, HTMLImageElement>): Element[] {
    const counts = new Map<string, number>();
    return outermostFigures(this.#page).flatMap((figure) => {
      const id = figure.closest(kParts)?.id ?? '';
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      const picture = pictures.get(`${id}-${count}`);
      if (picture === undefined || this.#isToBeSeen(figure)) return [];
      figure.after(picture);
      return [picture];
    });
  }

  #isToBeSeen(figure: Element): boolean {
    // What went on from another line is no stand-in for what goes on from the reader's.
    const isOfOther = figure.closest('#writing > figure') !== null && !this.#readsOpening();
    return isDrawn(figure) && (isOfOther || hasBegun(figure));
  }

  #parts(written: ParentNode): Element[] {
    return [...written.querySelectorAll(kParts)].flatMap(({ id, children }) => {
      const part = this.#page.querySelector(`#${id}`);
      if (part === null || part.querySelector('figure') !== null) return [];
      const rest = [...children].filter((each) => each.matches(kRest));
      part.append(...rest);
      return rest;
    });
  }
}

/** What was written, without what only a live page has a use for. */
function plain(html: string): Document {
  // It has no scripts: there a <noscript> holds elements.
  const written = new DOMParser().parseFromString(html, 'text/html');
  for (const each of written.querySelectorAll(kLive)) each.remove();
  for (const each of written.querySelectorAll('*'))
    if (kAround.test(each.localName)) each.replaceWith(...each.childNodes);
  for (const each of written.images) each.loading = 'eager';
  return written;
}

/** In the order in which the build numbers them (static/drawings.ts). */
function outermostFigures(page: ParentNode): Element[] {
  const isFigure = (element: Element) =>
    element.localName.startsWith('glass-') && !element.matches(kNoFigures);
  const isInside = (element: Element): boolean => {
    const around = element.parentElement;
    return (
      around !== null && around.localName !== 'figure' && (isFigure(around) || isInside(around))
    );
  };
  return [...page.querySelectorAll('.chapter figure *')].filter(
    (element) => isFigure(element) && !isInside(element),
  );
}

const inside = (element: Element): Element[] => [
  ...element.children,
  ...(element.shadowRoot?.children ?? []),
];

/** Not drawn yet: its element, its numbers, or a model that nobody has come near to. */
const kComing =
  ':not(:defined), .placeholder[aria-busy="true"], .placeholder:only-child:not(.failed)';

/** Nothing in it is still to come. */
function isDrawn(element: Element): boolean {
  const isComing =
    element.matches(kComing) || (element as { hasUpdated?: boolean }).hasUpdated === false;
  return !isComing && inside(element).every(isDrawn);
}

/** Nothing in it waits for its reader to run it. */
function hasBegun(element: Element): boolean {
  const { awaitsReader } = element as { awaitsReader?: boolean };
  return awaitsReader !== true && inside(element).every(hasBegun);
}
