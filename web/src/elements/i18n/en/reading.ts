/** Sentence and tokens. */
import { formatCount, formatShort } from '../../../view/number.ts';

export const reading = {
  sentence: 'Sentence',
  lineIsFull: (limit: number) =>
    `The line is full: it holds ${formatCount(limit)} characters, and what goes beyond is left out.`,
  examples: 'Try',
  tokens: 'Tokens',
  readsLast: (count: number, limit: number) =>
    `The text has ${formatCount(count)} tokens; the figures read the last ${formatCount(limit)}.`,
  noTokens: 'No tokens yet: type a sentence.',
  otherCopy:
    'This figure and its <glass-model> come from two copies of the glassformer package, which cannot share a model. Load one copy.',
  id: 'id',
  /** Aloud, before a token that begins with one. */
  blank: 'space, ',
  moreTokens: (count: number) => `and ${formatCount(count)} more`,

  /** What a matrix is called that has no name. */
  numbersIn: (rows: number, columns: number) =>
    `Numbers in ${rows} ${rows === 1 ? 'row' : 'rows'} and ${columns} ${columns === 1 ? 'column' : 'columns'}`,
  cell: (row: string, column: string, value: number) => `${row}, ${column}: ${formatShort(value)}`,
  hiddenCell: (row: string, column: string) => `${row}, ${column}: hidden by the mask`,
  hidden: 'hidden by the mask',
  notNumber: (kept: string) => `That is no number, or too large: ${kept} still counts.`,
  embeddings: 'Embedding of every token',

  /** Tokens that only mark something. */
  startOfText: 'start',
  endOfText: 'end',
  pad: 'pad',
};
