import type { LitElement } from 'lit';
import { nearName } from '../../shared/near-name.ts';

/** Says in the console what an element's attributes likely were meant to be. Frameworks have attributes of their own. */
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
