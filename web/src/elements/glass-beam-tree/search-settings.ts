/** What a tree's own search may be told. */
import { amount, type Rule, under, whole, wholes } from '../base/attributes.ts';
import type { Settings } from '../base/controls.ts';
import { kMaxBeams } from '../base/settings-rule.ts';

export type SearchSettings = Partial<
  Pick<Settings, 'num_beams' | 'max_new_tokens' | 'length_penalty'> & {
    readonly forced_tokens: readonly number[];
  }
>;

/** The search takes longer with each token, and each is a column. */
const kMaxTokens = 100;
const kOptions: Readonly<Record<string, Rule>> = {
  num_beams: whole(2, kMaxBeams),
  max_new_tokens: whole(1, kMaxTokens),
  length_penalty: amount(-10, 10),
  forced_tokens: wholes,
};

const kNames = Object.keys(kOptions);

const ofSearchOrNull: Rule = (name, value) => {
  const check: Rule = (each, entry) => kOptions[each.slice(name.length + 1)]?.(each, entry);
  if (value !== null) under(kNames, check)(name, value);
};

/** Options of a search, or null. */
export const ofSearch = Object.assign(ofSearchOrNull, { names: kNames });
