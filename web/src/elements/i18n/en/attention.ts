/** Attention: weights and heads, the sums behind a weight, scores and padding. */
import type { HeadHabits } from '../../../view/heads.ts';
import { formatFixed, formatPercent, formatShort } from '../../../view/number.ts';
import type { SpokenToken, RowVariances, TokenWeight } from '../spoken.ts';

const kOrdinals = new Intl.PluralRules('en', { type: 'ordinal' });

const kEndings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** "a (2nd)" */
function nthOf({ text, ordinal }: SpokenToken): string {
  if (ordinal === 0) return text;
  return `${text} (${ordinal}${kEndings[kOrdinals.select(ordinal)] ?? 'th'})`;
}

/** "“a” (2nd)": what is quoted is the token alone. */
function quoted({ text, ordinal }: SpokenToken): string {
  return nthOf({ text: `“${text}”`, ordinal });
}

export const attention = {
  attentionCaption: (queries: number, keys: number) =>
    `Attention weights: ${queries} tokens look at ${keys}`,
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
  pickToRead: 'Point at a word or a cell to read it.',
  pickLine: 'Point at a word to read it.',
  strongest: (count: number) => `The ${count} strongest lines are drawn.`,

  allHeads: 'All heads of all layers',
  layerName: (layer: number) => `Layer ${layer}`,
  headName: (layer: number, head: number) => `Layer ${layer}, head ${head}`,
  habits: ({ self, previous, first, even }: HeadHabits) =>
    `${formatPercent(self, 0)} on the token itself, ${formatPercent(previous, 0)} on the one before, ${formatPercent(first, 0)} on the first (even attention: ${formatPercent(even, 0)})`,
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
    none: 'No token of this text has any to look at.',
    even: (share: number) =>
      `The line is where even attention would be: ${formatPercent(share, 0)}.`,
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
  headsChanged: (count: number) =>
    count === 1 ? 'One head is changed.' : `${count} heads are changed.`,
  undo: 'Undo',
  undoAll: 'Undo all',

  whoLooks: 'Who looks?',
  key: 'key',
  score: 'q · k',
  scaled: (width: number) => `÷ √${width}`,
  softmax: 'softmax: α',
  weightTimesValue: 'weight × value',
  howMuch: (token: string) => `How much “${token}” looks at each token`,
  whatItTakes: (token: string, shown: number, width: number) =>
    shown < width
      ? `What “${token}” takes along: the first ${shown} of ${width} numbers`
      : `What “${token}” takes along`,
  sum: 'sum',
  others: (count: number) => `${count} others together`,
  contextOf: (token: string) => `context vector of “${token}”`,
  openedSums: 'The sums, opened',
  contextNumber: (column: number) => `context vector, number ${column}`,
  shiftNote: (shift: number) =>
    `${formatShort(shift)} is taken off every score first; it changes no weight.`,
  more: (count: number) => `+ ${count} more terms`,

  byHandFigure: 'Self-attention by hand',
  byHand: {
    x: 'inputs x',
    weightsOf: { query: 'W query', key: 'W key', value: 'W value' },
    query: 'queries q',
    key: 'keys k',
    value: 'values v',
    scores: 'scores q·kᵀ',
    weights: 'softmax α',
    output: 'outputs α·v',
    articleCode: 'αᵀ·v',
  },

  variance: {
    width: 'width d',
    again: 'Draw again',
    raw: 'q · k',
    scaled: (width: number) => `q · k ÷ √${width}`,
    measured: (variance: number, theory: number) =>
      `variance ${formatFixed(variance, 2)} (theory: ${theory})`,
    histogram: (name: string, variance: number) =>
      `Histogram of ${name}, variance ${formatShort(variance, 2)}`,
    heights: 'Each histogram is drawn as high as its fullest bin.',
    beyond: (share: number) => `${formatPercent(share)} lie beyond this axis`,
    softmax: (keys: number) => `Softmax over ${keys} keys`,
    largest: (here: number, mean: number, rows: number) =>
      `largest weight ${formatFixed(here, 3)}; on average of ${rows} queries ${formatFixed(mean, 3)}`,
    ofModel: ({ heads, width, raw, scaled, flatter }: RowVariances) =>
      `And this model on this text: softmax compares the scores of one row only. Within a row, over its ${heads} heads of width ${width}, the mean variance of q · k is ${formatShort(raw, 1)}, after ÷ √${width}: ${formatShort(scaled, 2)}, where random vectors have 1. ${flatter} of the ${heads} heads lie below 1.`,
  },

  padding: {
    first: 'First sentence',
    second: 'Second sentence',
    batch: 'The batch: every row has the same length',
    pad: 'pad',
    mask: 'Padding mask',
    on: 'on',
    off: 'off',
    head: (layer: number, head: number) => `Encoder, layer ${layer}, head ${head}`,
    matrix: (tokens: number, places: number) =>
      `Attention of the shorter sentence’s ${tokens} tokens over ${places} places`,
    share: 'Σ pad',
    toNothing: (share: number) => `${formatPercent(share)} of the attention goes to padding.`,
    moved: (distance: number, length: number) =>
      `The encoder’s output moves by ${distance < 0.01 ? formatShort(distance, 6) : formatFixed(distance, 2)} at most, against the sentence read alone (its vectors are ${formatShort(length, 1)} long).`,
    equal: 'Both sentences have as many tokens: nothing is padded.',
    empty: 'Two sentences are needed.',
    readsFirst: (count: number, limit: number) =>
      `The sentence has ${count} tokens; the figure reads the first ${limit}.`,
  },
};
