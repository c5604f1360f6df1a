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

/** What any tag may have: HTML's own attributes, and those with which frameworks and scripts mark elements. */
const kOfAnyTag =
  /^(?:accesskey|autoc\w+|autofocus|class|contenteditable|defer-hydration|dir|draggable|enterkeyhint|exportparts|hidden|id|inert|inputmode|is|item\w+|key|lang|markdown|nonce|on\w+|part|popover|property|ref|role|slot|spellcheck|style|tabindex|title|translate|typeof|writingsuggestions|xmlns)$|^(?:_|(?:aria|astro|data|hx|ng|s|v|x)-)|[^\w-]/;

/**
 * What is expected in place of an attribute that an element has not: another's name, its place, or one of those that it has;
 * undefined where any tag may have it.
 *
 * @param settings keys of the element's `settings`
 */
export function meantBy(
  name: string,
  known: readonly string[],
  settings: readonly string[] = [],
): string | undefined {
  if (kOfAnyTag.test(name)) return undefined;
  const key = name.replaceAll('-', '_');
  // As <glass-model> has it.
  if (name === 'src') return 'model';
  if (settings.includes(key)) return `settings='{"${key}": …}'`;
  return (
    nearName(name, known) ??
    (kOfModel.includes(name) ? 'a <glass-model> around it with that' : `one of ${known.join(', ')}`)
  );
}

/** Warns of what is a mistake. */
export function warnOfMisspelt(element: LitElement): void {
  const { observedAttributes: known, rules } = element.constructor as typeof CheckedElement;
  const { names } = (rules['settings'] ?? {}) as { readonly names?: readonly string[] };
  for (const name of element.getAttributeNames()) {
    const meant = known.includes(name) ? undefined : meantBy(name, known, names);
    if (meant !== undefined)
      console.warn(
        `glassformer: <${element.localName}> has no attribute ${name}, expected ${meant}`,
      );
  }
}
