import { adoptStyles, type CSSResultOrNative, LitElement } from 'lit';

/** An element that keeps its styles where a script moves it into another document: a frame, a window of the page. */
export abstract class StyledElement extends LitElement {
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    if (this.ownerDocument === document) return super.createRenderRoot();
    const root = this.attachShadow({ mode: 'open' });
    adoptStylesIn(root, stylesOf(this));
    return root;
  }

  /** The browser takes the sheets of another document away. */
  adoptedCallback(): void {
    if (this.shadowRoot !== null) adoptStylesIn(this.shadowRoot, stylesOf(this));
  }
}

const stylesOf = (element: LitElement): readonly CSSResultOrNative[] =>
  (element.constructor as typeof LitElement).elementStyles;

/** For each document but the page's own, and each text of styles. */
const sheetsIn = new WeakMap<Document, Map<string, CSSStyleSheet>>();

/**
 * Gives a shadow root the styles of its element. A constructed sheet belongs to the document that it was made in, so the
 * root of an element in another one gets sheets that are made there.
 */
function adoptStylesIn(root: ShadowRoot, styles: readonly CSSResultOrNative[]): void {
  const { ownerDocument } = root;
  const view = ownerDocument.defaultView;
  if (ownerDocument === document) adoptStyles(root, [...styles]);
  else if (view !== null)
    root.adoptedStyleSheets = styles.map((style) => sheetIn(ownerDocument, view, textOf(style)));
}

function sheetIn(owner: Document, view: Window & typeof globalThis, text: string): CSSStyleSheet {
  const sheets = sheetsIn.get(owner) ?? new Map<string, CSSStyleSheet>();
  sheetsIn.set(owner, sheets);
  const known = sheets.get(text);
  if (known !== undefined) return known;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(text);
  sheets.set(text, sheet);
  return sheet;
}

const textOf = (style: CSSResultOrNative): string =>
  'cssText' in style ? style.cssText : [...style.cssRules].map((rule) => rule.cssText).join('\n');
