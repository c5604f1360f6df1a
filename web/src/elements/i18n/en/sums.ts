/** The sums behind a weight, scores and padding. */
import { formatFixed, formatPercent, formatShort } from '../../../view/number.ts';
import type { RowVariances } from '../spoken.ts';

export const sums = {
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
  others: (count: number) => (count === 1 ? '1 other' : `${count} others together`),
  contextOf: (token: string) => `context vector of “${token}”`,
  openedSums: 'The sums, opened',
  contextNumber: (column: number) => `context vector, number ${column}`,
  shiftNote: (shift: number) =>
    `${formatShort(shift)} is subtracted from every score first; this changes no weight.`,
  more: (count: number) => `+ ${count} more ${count === 1 ? 'term' : 'terms'}`,

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
      `largest weight ${formatFixed(here, 3)}; ${formatFixed(mean, 3)} on average over ${rows} queries`,
    ofModel: ({ heads, width, raw, scaled, flatter }: RowVariances) =>
      `And this model on this text: softmax compares the scores of one row only. Within a row, over its ${heads} heads of width ${width}, the mean variance of q · k is ${formatShort(raw, 1)}, after ÷ √${width}: ${formatShort(scaled, 2)}, where random vectors have 1. ${flatter} of the ${heads} heads ${flatter === 1 ? 'lies' : 'lie'} below 1.`,
  },

  padding: {
    first: 'First sentence',
    second: 'Second sentence',
    batch: 'The batch: every row has the same length',
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
    equal: 'Both sentences have the same number of tokens: nothing is padded.',
    empty: 'Two sentences are needed.',
    readsFirst: (count: number, limit: number) =>
      `The sentence has ${count} tokens; the figure reads the first ${limit}.`,
  },
};
