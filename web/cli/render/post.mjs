/** The figures in an author's HTML, and the pictures in their tags. All else of the file stays as it is, byte by byte. */
import { html as standard, parse } from 'parse5';
import { kPictureMark, kWithoutPicture } from '../../src/elements/one-file/pictures.ts';

/** Figures are looked for inside of these; what stands inside of a figure is not shown by it. */
const kAround = ['glass-model', 'glass-save'];

/**
 * Finds our tags, of which `known` lists the names. Scripts, templates and text (a comment, a <noscript>, an escaped
 * example) hold none.
 *
 * `roots`: those that stand in no other of ours, as trees of `{ tag, line, lang, attributes, figure, children }`, where
 * `figure` is the number of a figure (from 0), and null for what has no picture. `figures`: where the picture of each goes.
 * `schemes`: what the post's `<meta name="color-scheme">` says. `hasBase`: a `<base href>` moves all its addresses. `others`: tags named like ours that are not. `unclosed`:
 * tags that do not end where they seem to.
 */
export function readPost(html, known) {
  const post = { schemes: [], hasBase: false, roots: [], figures: [], others: [], unclosed: [] };
  const document = parse(html, { sourceCodeLocationInfo: true });
  // No recursion: a document may be nested as deep as it likes.
  const waiting = [[document, 'en', post.roots]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, langAround, siblings] = next;
    const attributes = new Map(node.attrs?.map(({ name, value }) => [name, value]));
    const lang = attributes.get('lang') || langAround;
    if (node.tagName === 'meta' && attributes.get('name')?.toLowerCase() === 'color-scheme')
      post.schemes = (attributes.get('content') ?? '').toLowerCase().split(/\s+/);
    if (node.tagName === 'base' && attributes.has('href')) post.hasBase = true;
    const inside = isNamedLikeOurs(node) ? take(node, { lang, attributes }, siblings) : siblings;
    if (inside === null) continue;
    for (const child of [...(node.childNodes ?? [])].reverse()) waiting.push([child, lang, inside]);
  }
  return post;

  /** Returns where the tags inside belong; null where they are not looked for. */
  function take(element, about, siblings) {
    const { tagName: tag, sourceCodeLocation: location } = element;
    const at = { tag, line: location.startLine };
    if (!known.includes(tag)) {
      post.others.push(at);
      return siblings;
    }
    if (!location.endTag) {
      post.unclosed.push(at);
      return null;
    }
    const isFigure = !kWithoutPicture.includes(tag);
    const number = isFigure ? post.figures.length : null;
    const root = { ...at, ...about, figure: number, children: [] };
    siblings.push(root);
    if (isFigure) post.figures.push({ ...at, lang: about.lang, ...placeIn(element) });
    return kAround.includes(tag) ? root.children : null;
  }
}

const isNamedLikeOurs = ({ tagName, namespaceURI }) =>
  tagName?.startsWith('glass-') === true && namespaceURI === standard.NS.HTML;

/** Right behind the start tag; and what a former run has written into the tag. */
function placeIn({ sourceCodeLocation, childNodes }) {
  const former = childNodes
    .filter(({ attrs }) => attrs?.some(({ name }) => name === kPictureMark))
    .filter(({ sourceCodeLocation: at }) => at?.startTag !== undefined)
    .map(({ sourceCodeLocation: { startOffset, endOffset } }) => [startOffset, endOffset]);
  return { start: sourceCodeLocation.startTag.endOffset, former };
}

/** The HTML with pictures in place of the former ones. `pictures`: the markup for figures, by their numbers; a figure without loses its former one. */
export function writePictures(html, figures, pictures) {
  const edits = figures.flatMap(({ start, former }, number) => {
    const markup = pictures.get(number) ?? '';
    return [[start, start, markup], ...former.map(([from, to]) => [from, to, ''])];
  });
  let written = '';
  let at = 0;
  // By their places: a figure in a table, outside of its cells, stands in the tree before the table.
  edits.sort(([a], [b]) => a - b);
  for (const [from, to, markup] of edits) {
    written += html.slice(at, from) + markup;
    at = to;
  }
  return written + html.slice(at);
}
