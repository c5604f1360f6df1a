/** The theme of a page without a `color-scheme`: light text means a dark page. */
import { isLight } from './computed-colour.ts';
import { parentOf } from './node-kinds.ts';

/** A constructed sheet belongs to the document that it was made in. */
const sheets = new WeakMap<Document, CSSStyleSheet>();

/**
 * Makes elements dark where the page around them has light text and no `color-scheme`, and light again when that
 * changes. What the page says of an element's own `color-scheme` comes first: a style sheet of a shadow root is
 * weaker than any of the page. All styles are read before any is changed.
 *
 * @returns whether that has changed of any
 */
export function followPage(hosts: readonly HTMLElement[]): boolean {
  const wanted = hosts.map(isUnsaidDark);
  return hosts.filter((host, i) => setDark(host, wanted[i] as boolean)).length > 0;
}

/** Whether it was otherwise. */
function setDark(host: HTMLElement, isWanted: boolean): boolean {
  const { shadowRoot: root, ownerDocument: page } = host;
  // A browser without such sheets shows light figures.
  if (root === null || !('adoptedStyleSheets' in root) || page.defaultView === null) return false;
  const { adoptedStyleSheets: all } = root;
  const dark = sheets.get(page);
  const isDark = dark !== undefined && all.includes(dark);
  if (isDark === isWanted) return false;
  root.adoptedStyleSheets = isWanted
    ? [...all, darkIn(page, page.defaultView)]
    : all.filter((sheet) => sheet !== dark);
  return true;
}

function isUnsaidDark(host: HTMLElement): boolean {
  const around = parentOf(host);
  // Inside another of ours it inherits what that one has.
  if (around === null || isWithinFigure(around)) return false;
  const { colorScheme, color } = getComputedStyle(around);
  return colorScheme === 'normal' && isLight(color);
}

function isWithinFigure(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = parentOf(at))
    if (at.localName.startsWith('glass-')) return true;
  return false;
}

function darkIn(page: Document, view: Window & typeof globalThis): CSSStyleSheet {
  const known = sheets.get(page);
  if (known !== undefined) return known;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync('@media screen { :host { color-scheme: dark; } }'); // paper is light
  sheets.set(page, sheet);
  return sheet;
}
