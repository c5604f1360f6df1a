/** How a property is written as an attribute. */
import type { LitElement } from 'lit';

/** Its name; null where it has none. */
export function attributeOf(element: LitElement, property: string): string | null {
  const { elementProperties } = element.constructor as typeof LitElement;
  const given = elementProperties.get(property)?.attribute;
  return given === false ? null : typeof given === 'string' ? given : property.toLowerCase();
}

/** A value as an attribute holds it; null where it cannot. */
export function attributeText(value: unknown): string | null {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return value === true ? '' : null;
}
