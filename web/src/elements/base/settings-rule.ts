import { generationRules } from '../../shared/options.ts';
import { isFloatWithin, isWithin } from '../../shared/within.ts';
import { choiceOf, numbers, refuse, type Rule } from './attributes.ts';
import type { Settings } from './controls.ts';

/** More hypotheses than these are no tree that can be looked at. */
export const kMaxBeams = 20;

/**
 * An object with some of these options of generation, each as the engine takes it.
 *
 * @param defaults an object with all of them
 * @param greedy how an author asks for the most likely token each time: no setting of `do_sample` does
 */
export function settingsAs(
  defaults: Partial<Settings>,
  greedy: string,
): Rule & { readonly names: readonly string[] } {
  const names = Object.keys(defaults);
  const hint = ` (for greedy decoding: ${greedy})`;
  const rule: Rule = (name, value) => {
    // A list, or no object at all, is refused as that.
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const other = Object.keys(isObject ? value : {}).find((key) => !names.includes(key));
    if (other !== undefined)
      refuse(name, `made of ${choiceOf(names)}${other === 'do_sample' ? hint : ''}`, `"${other}"`);
    numbers(name, value);
    for (const [key, entry] of Object.entries(value as Partial<Settings>)) {
      const range = generationRules[key as keyof Settings];
      const isWhole = range.type === 'whole';
      const expected = key === 'temperature' ? `a number above 0${hint}` : range.expected;
      if (!isWithin(entry, range) || (isWhole && !Number.isSafeInteger(entry)))
        refuse(`${name}.${key}`, expected, entry);
      if (!isWhole && !isFloatWithin(entry, range))
        refuse(
          `${name}.${key}`,
          expected,
          `${entry}, which as a 32-bit float is ${Math.fround(entry)}`,
        );
    }
  };
  return Object.assign(rule, { names });
}
