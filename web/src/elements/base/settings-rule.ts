import { generationControls, generationRules } from '../../shared/options.ts';
import { isFloatWithin, isWithin } from '../../shared/within.ts';
import { choiceOf, numbers, refuse, type Rule } from './attributes.ts';
import type { Settings } from './controls.ts';

/** More hypotheses than these are no tree that can be looked at. */
export const kMaxBeams = 20;

/** An object with some options of generation, each as the engine takes it. */
export const someSettings: Rule = (name, value) => {
  numbers(name, value);
  for (const [key, entry] of Object.entries(value as object) as [keyof Settings, number][]) {
    if (!Object.hasOwn(generationControls, key))
      refuse(name, `made of ${choiceOf(Object.keys(generationControls))}`, `"${key}"`);
    const rule = generationRules[key];
    const isWhole = rule.type === 'whole';
    if (!isWithin(entry, rule) || (isWhole && !Number.isSafeInteger(entry)))
      refuse(`${name}.${key}`, rule.expected, entry);
    if (!isWhole && !isFloatWithin(entry, rule))
      refuse(
        `${name}.${key}`,
        rule.expected,
        `${entry}, which as a 32-bit float is ${Math.fround(entry)}`,
      );
  }
};
