/** The figures of the chapters as pictures, for readers without scripts. */

/** A figure as it is when the page has opened and has run; `tests/page/drawings.spec.ts` draws them all. */
export interface Drawing {
  readonly address: string;
  readonly title: string;
  readonly width: number;
  readonly height: number;
}

const kTags = /<(\/?)(section|details|figure|noscript|static-[a-z-]+)\b([^>]*)>/g;
/** Which have ids. */
const kParts = ['section', 'details'];
const kNoFigures = ['static-model', 'static-input', 'static-changes'];

interface Open {
  readonly tag: string;
  readonly id: string;
}

/**
 * Puts each picture at the end of the element in whose place it stands: the outermost one in a `<figure>`, as the live page has
 * it. Elements that have no picture stay empty.
 *
 * @param body the page's HTML, in which elements are called static-…
 * @param drawings by the id of the section or the worked example that a figure is in, and its number in there: "looking-2"
 */
export function withDrawings(body: string, drawings: ReadonlyMap<string, Drawing>): string {
  const counts = new Map<string, number>();
  const open: Open[] = [];
  return body.replace(kTags, (found, slash: string, tag: string, attributes: string) => {
    if (slash === '') {
      open.push({ tag, id: /\bid="([^"]+)"/.exec(attributes)?.[1] ?? '' });
      return found;
    }
    const closed = open.pop();
    if (closed?.tag !== tag) throw new Error(`</${tag}> closes <${closed?.tag}>`);
    const places = open.map((each) => each.tag);
    if (!isFigure(tag) || places.some(isFigure) || !places.includes('figure')) return found;
    const key = keyOf(
      open.filter(({ tag: each, id }) => kParts.includes(each) && id !== '').at(-1)!.id,
    );
    const drawing = drawings.get(key);
    if (drawing === undefined) return found;
    const picture = pictureOf(drawing);
    return (places.includes('noscript') ? picture : `<noscript>${picture}</noscript>`) + found;
  });

  function keyOf(id: string): string {
    counts.set(id, (counts.get(id) ?? 0) + 1);
    return `${id}-${counts.get(id)}`;
  }
}

const isFigure = (tag: string) => tag.startsWith('static-') && !kNoFigures.includes(tag);

/** The link shows it in its own size. */
const pictureOf = ({ address, title, width, height }: Drawing) =>
  `<a href="${address}"><img src="${address}" width="${width}" height="${height}" alt="${title}" loading="lazy"></a>`;
