/**
 * Stand-ins for globals of the browser, which the bundled package uses in their place. Where there is no document (Node, a framework
 * that renders on its server) the elements can be imported all the same: their classes are made, no tag is defined, nothing is drawn.
 */
class Nothing {}
const emptyDocument = { createTreeWalker: () => null };
const emptyRegistry = { get: () => undefined, define() {} };

const browser = globalThis as Record<string, unknown>;
const Element = browser['HTMLElement'] ?? Nothing;
const Sheet = browser['CSSStyleSheet'] ?? Nothing;
const page = browser['document'] ?? emptyDocument;
const registry = browser['customElements'] ?? emptyRegistry;

export {
  Element as HTMLElement,
  Sheet as CSSStyleSheet,
  page as document,
  registry as customElements,
};
