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
/** Figures of another text than the reader's line, or of none. */
const kOther =
  '.worked *, #aab *, glass-model glass-model *, :has(glass-patch, glass-proof, glass-train, glass-variance)';
/** What all figures of this part show one trainer has learned: they are replaced as it is. */
const kOfTrainer = '#learning-live';

export class PaperPictures {
  readonly #page: ParentNode;
  readonly #ofWhat: () => string;
  readonly #written: string;
  /** The words of the pictures. */
  readonly #language = document.documentElement.lang;
  #shown: readonly Element[] = [];

  /**
   * @param page as the build wrote it
   * @param ofWhat says which line the pictures show; '': the reader's
   */
  constructor(page: Element, ofWhat: () => string) {
    this.#page = page;
    this.#ofWhat = ofWhat;
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
    const links = [...written.querySelectorAll<HTMLAnchorElement>('a:has(> img)')];
    const pictures = new Map(links.map((each) => [kKey.exec(each.href)?.[1], pictureIn(each)]));
    this.#shown = [...this.#figures(pictures), ...this.#parts(written)];
    for (const each of this.#shown) each.classList.add('stand-in');
  }

  #hide(): void {
    for (const each of this.#shown) each.remove();
    this.#shown = [];
  }

  /** @param pictures by the part that a figure is in, and its number in there */
  #figures(pictures: ReadonlyMap<string | undefined, readonly Element[]>): Element[] {
    const ofWhat = this.#ofWhat();
    const counts = new Map<string, number>();
    return outermostFigures(this.#page).flatMap((figure) => {
      const id = figure.closest(kParts)?.id ?? '';
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      const picture = pictures.get(`${id}-${count}`);
      const shown = figure.closest(kOfTrainer)?.querySelector('glass-train') ?? figure;
      if (picture === undefined || (isDrawn(shown) && hasBegun(shown))) return [];
      const all = ofWhat === '' || figure.matches(kOther) ? picture : [note(ofWhat), ...picture];
      figure.after(...all);
      return all;
    });
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

/** With the line about its model, where the build has written one below it. */
function pictureIn({ children, nextElementSibling: below }: Element): readonly Element[] {
  return below?.matches('.model') ? [...children, below] : [...children];
}

const note = (textContent: string): Element =>
  Object.assign(document.createElement('p'), { className: 'note', textContent });

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
