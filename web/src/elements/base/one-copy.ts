/** Which copy of the package defines the tags of a page: the first one that comes to it, and no other. */

/** Written in when the package is built. */
declare const __VERSION__: string;

/** What a copy leaves on the document that it is the first of. */
export interface Copy {
  readonly version: string;
  /** Of one with `auto`, which defines every tag: defines those of a root, and those that come to it. */
  watch?: (root: Document | ShadowRoot) => void;
}

const kMark = Symbol.for('glassformer.elements');
const kHere: Copy = { version: __VERSION__ };

/** The copy that came first: this one, where there was none. */
export function firstCopy(): Copy {
  const first = Reflect.get(document, kMark) as Copy | undefined;
  if (first === undefined) Object.defineProperty(document, kMark, { value: kHere });
  return first ?? kHere;
}

/** Whether this copy is the first. Where it is not, that is said once, and which tags the page does without. */
export function isFirst(tags: readonly string[]): boolean {
  const first = firstCopy();
  if (first === kHere) return true;
  void import('./second-copy.ts').then(({ leave }) => leave(first, kHere.version, tags));
  return false;
}

/** Whether a tag is to be defined. */
export const mayDefine = (tag: string): boolean => isFirst([tag]) && !customElements.get(tag);
