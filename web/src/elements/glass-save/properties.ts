/** What an element shows, as its properties say it, and what was chosen in it in place of these. */
import type { LitElement } from 'lit';
import { modelAround } from '../base/export/context.ts';
import type { GlassElement } from '../base/glass-element.ts';
import { attributeOf } from '../base/written-attribute.ts';
import type { GlassModel } from '../glass-model/glass-model.element.ts';

/** Properties of the moment, and a table that would be larger than the rest of a page. */
const kNotKept = ['loading', 'problem', 'lazy', 'preview', 'model', 'gloss'];

export interface Property {
  readonly name: string;
  /** Its attribute; null where it has none. */
  readonly attribute: string | null;
  readonly value: unknown;
  /** Whether a fresh element has it, too. */
  readonly isInitial: boolean;
}

export function propertiesOf(element: GlassElement): readonly Property[] {
  const fresh = document.createElement(element.localName) as GlassElement;
  const { elementProperties } = element.constructor as typeof LitElement;
  const chosen = element.chosenAttributes;
  return [...elementProperties].flatMap(([name, { state }]) => {
    if (state || typeof name !== 'string' || kNotKept.includes(name)) return [];
    const attribute = attributeOf(element, name);
    const instead = chosen[attribute ?? ''];
    if (instead !== undefined)
      return [{ name, attribute, value: instead, isInitial: instead === null }];
    const given: unknown = element[name as keyof GlassElement];
    const isInitial = Object.is(given, fresh[name as keyof GlassElement]);
    // A list of names, whose attribute is a text of them and no JSON.
    const isNames = name === 'capture' && Array.isArray(given);
    const value = isNames ? given.join(' ') : given;
    return [{ name, attribute, value, isInitial }];
  });
}

/** The nearest `<glass-model>` around an element, of this copy of the package. */
export const glassModelAround = (element: Element): GlassModel | null =>
  modelAround(element) as GlassModel | null;

export const isModel = (element: Element): element is GlassModel =>
  element.localName === 'glass-model';
