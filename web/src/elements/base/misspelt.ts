import type { LitElement } from 'lit';
import { nearName } from '../../shared/near-name.ts';
import type { CheckedElement } from './checked-element.ts';

/** Attributes of a `<glass-model>` that no framework gives its elements. */
export const kOfModel: readonly string[] = [
  'ablations',
  'capture',
  'dtype',
  'max-tokens',
  'pinned',
];

/** What any tag may have beside what most have: HTML's own attributes, and those with which frameworks and scripts mark elements. */
const kOfAnyTag =
  /^(?:accesskey|autoc\w+|autofocus|contenteditable|defer-hydration|dir|draggable|enterkeyhint|exportparts|hidden|inert|inputmode|is|item\w+|key|markdown|nonce|on\w+|part|popover|property|ref|role|spellcheck|tabindex|title|translate|typeof|writingsuggestions|xmlns)$|^(?:_|(?:astro|hx|ng|s|v|x)-)|[^\w-]/;

/** What is expected where it is the name of no attribute. */
export interface MeantWords {
  /** That a `<glass-model>` around the element has it. */
  readonly around: string;
  oneOf(names: string): string;
}

const kWords: MeantWords = {
  around: 'a <glass-model> around it with that',
  oneOf: (names) => `one of ${names}`,
};

/**
 * What is expected in place of an attribute that an element has not: another's name, its place, or one of those that it has;
 * undefined where any tag may have it.
 *
 * @param name none that most tags have (`kOfMostTags`)
 * @param settings keys of the element's `settings`
 */
export function meantBy(
  name: string,
  known: readonly string[],
  settings: readonly string[] = [],
  { around, oneOf } = kWords,
): string | undefined {
  if (kOfAnyTag.test(name)) return undefined;
  const key = name.replaceAll('-', '_');
  // As <glass-model> has it.
  if (name === 'src') return 'model';
  if (settings.includes(key)) return `settings='{"${key}": …}'`;
  return nearName(name, known) ?? (kOfModel.includes(name) ? around : oneOf(known.join(', ')));
}

type Class = typeof CheckedElement;

/** Those that it has of itself first, as its description has them, of which `npx glassformer render` says the same. */
function attributesOf(element: Class): readonly string[] {
  const { observedAttributes: known = [] } = element;
  if (known.length === 0) return known;
  const inherited = attributesOf(Object.getPrototypeOf(element) as Class);
  return [...known.filter((name) => !inherited.includes(name)), ...inherited];
}

/** As `meantBy`, of the element's class. */
export function meantIn(element: unknown, name: string, words?: MeantWords): string | undefined {
  const { rules } = element as Class;
  const { names } = (rules['settings'] ?? {}) as { readonly names?: readonly string[] };
  return meantBy(name, attributesOf(element as Class), names, words);
}

/** Warns of those of its attributes that are a mistake. */
export function warnOfMisspelt(element: LitElement, odd: readonly string[]): void {
  for (const name of odd) {
    const meant = meantIn(element.constructor, name);
    if (meant !== undefined)
      console.warn(
        `glassformer: <${element.localName}> has no attribute ${name}, expected ${meant}`,
      );
  }
}
