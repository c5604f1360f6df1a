import type { LitElement } from 'lit';
import { nearName } from '../../shared/near-name.ts';

/** Attributes of a `<glass-model>` that no framework gives its elements. */
export const kOfModel: readonly string[] = [
  'ablations',
  'capture',
  'dtype',
  'max-tokens',
  'pinned',
];

/** What was likely meant by an attribute that an element has not: another's name, or its place; undefined where that may be a framework's. */
export function meantBy(name: string, known: readonly string[]): string | undefined {
  return (
    nearName(name, known) ??
    (kOfModel.includes(name) ? 'a <glass-model> around it with that' : undefined)
  );
}

/** Warns of what is likely a mistake. */
export function warnOfMisspelt(element: LitElement): void {
  const { observedAttributes: known } = element.constructor as typeof LitElement;
  for (const name of element.getAttributeNames()) {
    const meant = known.includes(name) ? undefined : meantBy(name, known);
    if (meant !== undefined)
      console.warn(
        `glassformer: <${element.localName}> has no attribute ${name}, expected ${meant}`,
      );
  }
}
