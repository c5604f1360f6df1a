import type { LitElement } from 'lit';
import { nearName } from '../../shared/near-name.ts';

/** Warns of an attribute that is nearly the name of one of the element's; other unknown attributes may be a framework's. */
export function warnOfMisspelt(element: LitElement): void {
  const { observedAttributes: known } = element.constructor as typeof LitElement;
  for (const name of element.getAttributeNames()) {
    const meant = known.includes(name) || nearName(name, known);
    if (typeof meant === 'string')
      console.warn(
        `glassformer: <${element.localName}> has no attribute ${name}, expected ${meant}`,
      );
  }
}
