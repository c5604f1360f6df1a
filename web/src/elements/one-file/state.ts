/** What a page in one file says of its elements beside their attributes. */
import type { Json } from '../base/export/json.ts';

export interface ElementState {
  /** Which of our elements it is, in the document's order. */
  readonly at: number;
  /** Properties, as `toPortable` writes them. */
  readonly properties: Readonly<Record<string, Json>>;
}

/** Our elements in the document's order. */
export const ourElements = (root: ParentNode): Element[] =>
  [...root.querySelectorAll('*')].filter(({ localName }) => localName.startsWith('glass-'));

/** Figures that show no text of the model around them. */
export const kWithoutText: readonly string[] = [
  'glass-padding',
  'glass-proof',
  'glass-train',
  'glass-variance',
];
