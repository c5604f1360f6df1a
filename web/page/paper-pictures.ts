/** On paper the pictures that the build wrote for readers without scripts stand in for figures that are not drawn yet. */

/** "looking-2" of drawings/en/looking-2-97783.svg. */
const kKey = /([\w-]+)-\w+\.svg$/;
const kParts = 'section[id], details[id]';
const kNoFigures = 'glass-model, glass-input, glass-changes';

export class PaperPictures {
  readonly #page: ParentNode;
  /** HTML, which a browser with scripts takes for text. */
  readonly #written: string;
  /** The words of the pictures. */
  readonly #language = document.documentElement.lang;
  #shown: readonly HTMLElement[] = [];

  /** @param page as the build wrote it */
  constructor(page: ParentNode) {
    this.#page = page;
    this.#written = [...page.querySelectorAll('noscript')]
      .map(({ textContent }) => textContent)
      .join('');
  }

  /** For the time of printing. */
  watch(): void {
    addEventListener('beforeprint', () => this.#show());
    addEventListener('afterprint', () => this.#hide());
  }

  #show(): void {
    this.#hide();
    if (document.documentElement.lang !== this.#language) return;
    const pictures = this.#pictures;
    const counts = new Map<string, number>();
    this.#shown = outermostFigures(this.#page).flatMap((figure) => {
      const id = figure.closest(kParts)?.id ?? '';
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      const picture = pictures.get(`${id}-${count}`);
      if (picture === undefined || isDrawn(figure)) return [];
      picture.className = 'stand-in';
      picture.loading = 'eager';
      figure.after(picture);
      return [picture];
    });
  }

  #hide(): void {
    for (const each of this.#shown) each.remove();
    this.#shown = [];
  }

  /** By the part that a figure is in, and its number in there. */
  get #pictures(): ReadonlyMap<string | undefined, HTMLImageElement> {
    const { images } = new DOMParser().parseFromString(this.#written, 'text/html');
    return new Map([...images].map((each) => [kKey.exec(each.src)?.[1], each]));
  }
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

/** Nothing in it is still to come. */
function isDrawn(element: Element): boolean {
  const isComing =
    element.matches(':not(:defined), .placeholder[aria-busy="true"]') ||
    (element as { hasUpdated?: boolean }).hasUpdated === false;
  return !isComing && [...element.children, ...(element.shadowRoot?.children ?? [])].every(isDrawn);
}
