/** Rules for the options of core/options/*.json. */
import type { OptionRule } from '../shared/option-types.ts';
import { isFloatWithin, isWithin } from '../shared/within.ts';
import { shown } from './shown.ts';
import { either, flag, listOf, number, oneOf, pairOf, type Rule, text, tokenId } from './check.ts';

function ruleOf(rule: OptionRule): Rule {
  switch (rule.type) {
    case 'flag':
      return flag;
    case 'token':
      return tokenId;
    case 'tokens':
      return listOf(tokenId);
    case 'token_or_tokens':
      return either(tokenId, listOf(tokenId));
    case 'text_or_texts':
      return either(text, listOf(text));
    case 'choice':
      return oneOf(...rule.values);
  }
  const inRange: Rule = {
    expected: rule.expected,
    holds: (value) =>
      (rule.type === 'whole'
        ? Number.isSafeInteger(value)
        : number.holds(value) && isFloatWithin(value as number, rule)) &&
      isWithin(value as number, rule),
    found: (value) =>
      rule.type !== 'whole' && number.holds(value) && isWithin(value as number, rule)
        ? `${shown(value)}, which as a 32-bit float is ${Math.fround(value as number)}`
        : undefined,
  };
  return rule.type === 'pair' ? pairOf(inRange) : inRange;
}

/** A rule for every option of a table. */
export function rulesOf<Name extends string>(
  table: Readonly<Record<Name, OptionRule>>,
): Readonly<Record<Name, Rule>> {
  const entries = Object.entries<OptionRule>(table).map(([name, rule]) => [name, ruleOf(rule)]);
  return Object.fromEntries(entries) as Record<Name, Rule>;
}
