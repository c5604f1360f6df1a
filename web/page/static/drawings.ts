/** The figures of the chapters as pictures, for readers without scripts. */

interface Picture {
  readonly address: string;
  readonly width: number;
  readonly height: number;
}

/** A figure as it is when the page has opened and has run; `tests/page/drawings.spec.ts` draws them all. */
export interface Drawing extends Picture {
  readonly title: string;
  /** What a page shows of one that is too wide for it, one below the other; empty: itself. */
  readonly bands: readonly Picture[];
  /** The line of its description that tells the size of its model; empty where it has none. */
  readonly model: string;
}

/** What the line below a figure says beside the size of its model. */
export interface ModelWords {
  readonly apart: (first: string, second: string) => string;
  readonly moreAboutModel: string;
}

const kTags = /<(\/?)(section|details|figure|noscript|static-[a-z-]+)\b([^>]*)>/g;
/** Which have ids. */
const kParts = ['section', 'details'];
const kNoFigures = ['static-model', 'static-input', 'static-changes'];

interface Open {
  readonly tag: string;
  readonly attributes: string;
}

const attributeOf = (attributes: string, name: string) =>
  new RegExp(`\\b${name}="([^"]+)"`).exec(attributes)?.[1] ?? '';

/**
 * Puts each picture at the end of the element in whose place it stands: the outermost one in a `<figure>`, as the live page has
 * it. Elements that have no picture stay empty.
 *
 * @param body the page's HTML, in which elements are called static-…
 * @param drawings by the id of the section or the worked example that a figure is in, and its number in there: "looking-2"
 */
export function withDrawings(
  body: string,
  drawings: ReadonlyMap<string, Drawing>,
  words: ModelWords,
): string {
  const counts = new Map<string, number>();
  const open: Open[] = [];
  return body.replace(kTags, (found, slash: string, tag: string, attributes: string) => {
    if (slash === '') {
      open.push({ tag, attributes });
      return found;
    }
    const closed = open.pop();
    if (closed?.tag !== tag) throw new Error(`</${tag}> closes <${closed?.tag}>`);
    const places = open.map((each) => each.tag);
    if (!isFigure(tag) || places.some(isFigure) || !places.includes('figure')) return found;
    const key = keyOf(
      open
        .filter(({ tag: each }) => kParts.includes(each))
        .map(({ attributes: each }) => attributeOf(each, 'id'))
        .filter((id) => id !== '')
        .at(-1)!,
    );
    const drawing = drawings.get(key);
    if (drawing === undefined) return found;
    const picture = pictureOf(drawing) + modelLine(drawing, closed);
    return (places.includes('noscript') ? picture : `<noscript>${picture}</noscript>`) + found;
  });

  /** As `<glass-save>` writes it below a live figure. */
  function modelLine({ model }: Drawing, { tag, attributes }: Open): string {
    if (model === '' || tag !== 'static-save' || /\bwithout-model\b/.test(attributes)) return '';
    const around = open.filter((each) => each.tag === 'static-model').at(-1)?.attributes ?? '';
    // A model that a script makes has no name, and what the page says of its own is not about it.
    const isItsModel = model.startsWith(attributeOf(around, 'src'));
    const [text, about] = ['about-text', 'about'].map((name) =>
      isItsModel ? attributeOf(around, name) : '',
    );
    const link = about
      ? ` <a href="${about.replace('#at=', '#')}">${words.moreAboutModel}</a>`
      : '';
    const said = text && link ? text : text ? words.apart(model, text) : model;
    return `<p class="model">${said}${link}</p>`;
  }

  function keyOf(id: string): string {
    counts.set(id, (counts.get(id) ?? 0) + 1);
    return `${id}-${counts.get(id)}`;
  }
}

const isFigure = (tag: string) => tag.startsWith('static-') && !kNoFigures.includes(tag);

/** The link shows it in its own size, and as a whole. */
function pictureOf(drawing: Drawing): string {
  const { address, title, bands } = drawing;
  const images = (bands.length > 0 ? bands : [drawing]).map(
    (each, i) =>
      `<img src="${each.address}" width="${each.width}" height="${each.height}" alt="${i === 0 ? title : ''}" loading="lazy">`,
  );
  return `<a href="${address}">${images.join('')}</a>`;
}
