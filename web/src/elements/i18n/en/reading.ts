/** Sentence and tokens. */
import { formatCount, formatShort } from '../../../view/number.ts';

/** Of many characters so many are named. */
const kNamed = 8;

function someOf(characters: readonly string[]): string {
  const rest = characters.length - kNamed;
  const named = characters.slice(0, kNamed).map((each) => `“${each}”`);
  return named.join(', ') + (rest > 0 ? ` and ${formatCount(rest)} more` : '');
}

export const reading = {
  sentence: 'Sentence',
  lineIsFull: (limit: number) =>
    `The line is full: it holds ${formatCount(limit)} characters, and what goes beyond is left out.`,
  examples: 'Try',
  tokens: 'Tokens',
  readsLast: ({ count, limit, room }: { count: number; limit: number; room: number }) =>
    `The text has ${formatCount(count)} tokens; the figures read the last ${formatCount(limit)}${room > 0 ? `, with room for ${room} more` : ''}.`,
  unknown: (characters: readonly string[]) =>
    `Not in this model’s list of tokens: ${someOf(characters)}. It reads <unk> instead.`,
  inBytes: (characters: readonly string[]) =>
    `Not in this model’s list of tokens: ${someOf(characters)}. It reads the bytes instead, a token each.`,
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
