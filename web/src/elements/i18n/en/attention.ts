/** Attention: weights and heads. */
import type { HeadHabits } from '../../../view/heads.ts';
import { formatFixed, formatPercent } from '../../../view/number.ts';
import type { SpokenToken, TokenWeight } from '../spoken.ts';

const kOrdinals = new Intl.PluralRules('en', { type: 'ordinal' });

const kEndings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** "a (2nd)" */
function nthOf({ text, ordinal }: SpokenToken): string {
  if (ordinal === 0) return text;
  return `${text} (${ordinal}${kEndings[kOrdinals.select(ordinal)] ?? 'th'})`;
}

/** "“a” (2nd)": what is quoted is the token alone. */
export function quoted({ text, ordinal }: SpokenToken): string {
  return nthOf({ text: `“${text}”`, ordinal });
}

export const attention = {
  attentionCaption: (queries: number, keys: number) =>
    `Attention weights: ${queries} ${queries === 1 ? 'token looks' : 'tokens look'} at ${keys}`,
  asMatrix: 'Matrix',
  asLines: 'Lines',
  view: 'View',
  nthOf,
  quoted,
  looksAt: (query: SpokenToken, key: SpokenToken, weight: number) =>
    `${quoted(query)} looks at ${quoted(key)} with weight ${formatFixed(weight, 4)}`,
  looksMost: (query: SpokenToken, key: SpokenToken, weight: number) =>
    `${quoted(query)} looks most at ${quoted(key)}, with weight ${formatFixed(weight, 4)}`,
  isLookedAtMost: (key: SpokenToken, query: SpokenToken, weight: number) =>
    `${quoted(key)} is looked at most by ${quoted(query)}, with weight ${formatFixed(weight, 4)}`,
  looks: 'Tokens that look',
  lookedAt: 'Tokens that are looked at',
  strongestFrom: (query: SpokenToken, weights: readonly TokenWeight[]) =>
    `${quoted(query)} looks at ${weights.map(({ token, weight }) => `${quoted(token)} with ${formatFixed(weight, 2)}`).join(', ')}`,
  strongestTo: (key: SpokenToken, weights: readonly TokenWeight[]) =>
    `${quoted(key)} is looked at by ${weights.map(({ token, weight }) => `${quoted(token)} with ${formatFixed(weight, 2)}`).join(', ')}`,
  pickToRead: 'Point at a token or a cell, or tap it, to read it.',
  pickLine: 'Point at a token, or tap it, to read it.',
  strongest: (count: number) => `The ${count} strongest lines are drawn.`,

  allHeads: 'All heads of all layers',
  layerName: (layer: number) => `Layer ${layer}`,
  headName: (layer: number, head: number) => `Layer ${layer}, head ${head}`,
  habits: ({ self, previous, first, even }: HeadHabits) =>
    `${formatPercent(self, 0)} on the token itself, ${formatPercent(previous, 0)} on the one before, ${formatPercent(first, 0)} on the first (spread evenly: ${formatPercent(even, 0)})`,
  /** Rows are of the token that is written next. */
  habitsAhead: ({ self, first, even }: HeadHabits) =>
    `${formatPercent(self, 0)} on the token written last, ${formatPercent(first, 0)} on the start (spread evenly: ${formatPercent(even, 0)})`,
  finder: {
    label: 'Find heads that look at',
    nothing: '(choose)',
    habits: {
      previous: 'the token before',
      self: 'the token itself',
      first: 'the first token',
      same: 'the same token, earlier',
      punctuation: 'punctuation',
    },
    none: 'In this text no token has such a token to look at.',
    /** @param isAbove the first of the list gives more than attention spread evenly would */
    even: (share: number, isAbove: boolean) =>
      isAbove
        ? `The line is where attention spread evenly would be: ${formatPercent(share, 0)}.`
        : `None of them gives more than attention spread evenly would: ${formatPercent(share, 0)}, the line.`,
  },
  sweeper: {
    label: 'Leave out each head in turn',
    busy: 'One run for each head…',
    before: (token: string, probability: number) =>
      `As it is, “${token}” comes next at ${formatPercent(probability)}. Without one head, where it changes most:`,
    instead: (token: string) => `and “${token}” comes first`,
    changed: (count: number, heads: number) =>
      count === 0
        ? `Whichever of these ${heads} heads is left out, the same token comes first.`
        : `Without ${count} of these ${heads} heads, one at a time, another token comes first.`,
  },
  strength: 'strength',
  strengthOf: (factor: number) => (factor === 0 ? 'off' : formatPercent(factor, 0)),
  switchOff: 'Switch off',
  putBack: 'Put back',
  headChanged: (head: number, factor: number) =>
    factor === 0 ? `head ${head} off` : `head ${head} at ${formatPercent(factor, 0)}`,
  headsChanged: (count: number, areOff: boolean) =>
    `${count === 1 ? 'One head is' : `${count} heads are`} ${areOff ? 'off' : 'changed'}.`,
  undo: 'Undo',
  undoAll: 'Undo all',
};
