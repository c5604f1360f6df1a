/** Written in when the package is built. */
declare const __VERSION__: string;

const kMark = Symbol.for('glassformer.elements');

/**
 * Says once in the console if another copy of the package has come to this page before. Tags that the other one has defined
 * stay its own; the figures of the two do not find each other.
 */
export function warnOfSecondCopy(): void {
  if (typeof document === 'undefined') return;
  if (kMark in document) {
    console.warn(
      `glassformer: this page has two copies of the elements, ${String(Reflect.get(document, kMark))} and ${__VERSION__}. Those of the ` +
        'first copy stay as they are, and the second defines only what the first has not; elements of different copies ' +
        'do not share a model. Load one copy.',
    );
  } else Object.defineProperty(document, kMark, { value: __VERSION__ });
}
