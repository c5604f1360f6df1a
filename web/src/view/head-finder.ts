/** Heads that do what a reader looks for: which share of their attention it gets, beside what even attention would give. */
import type { Tensor, Token } from '../shared/run-types.ts';
import { hasNothingAhead, type HeadPlace } from './heads.ts';
import { at, headsOf, type Matrix, matrixOf } from './matrix.ts';

/** What is looked at: the token before, the token itself, the first one, the same token earlier in the text, other tokens that are punctuation. */
export const habits = ['previous', 'self', 'first', 'same', 'punctuation'] as const;
export type Habit = (typeof habits)[number];

export interface Share {
  /** Mean over the tokens that have something of the kind to look at, and something else besides. */
  readonly share: number;
  /** What it would be if each looked at all that it may see alike. */
  readonly even: number;
}

export interface FoundHead extends HeadPlace, Share {}

type Looked = (row: number, column: number) => boolean;

function lookedAt(habit: Habit, tokens: readonly Pick<Token, 'id' | 'text'>[]): Looked {
  switch (habit) {
    case 'previous':
      return (row, column) => column === row - 1;
    case 'self':
      return (row, column) => column === row;
    case 'first':
      return (_row, column) => column === 0;
    case 'same':
      return (row, column) => column < row && tokens[column]?.id === tokens[row]?.id;
    case 'punctuation':
      return (row, column) => column !== row && /^\p{P}+$/u.test(tokens[column]?.text.trim() ?? '');
  }
}

/** Null where no token of the text has such a one to look at. */
export function shareOf(
  pattern: Matrix,
  tokens: readonly Pick<Token, 'id' | 'text'>[],
  habit: Habit,
): Share | null {
  const isLooked = lookedAt(habit, tokens);
  const isCausal = hasNothingAhead(pattern);
  let [rows, share, even] = [0, 0, 0];
  for (let row = 0; row < pattern.rows; ++row) {
    const seen = isCausal ? row + 1 : pattern.columns;
    const columns = Array.from({ length: seen }, (_, column) => column);
    const looked = columns.filter((column) => isLooked(row, column));
    if (looked.length === 0 || looked.length === seen) continue;
    ++rows;
    share += looked.reduce((sum, column) => sum + at(pattern, row, column), 0);
    even += looked.length / seen;
  }
  return rows === 0 ? null : { share: share / rows, even: even / rows };
}

/** All heads of all layers, those first that give the largest share; none where no token has such a one to look at. */
export function rankHeads(
  patterns: readonly Tensor[],
  tokens: readonly Pick<Token, 'id' | 'text'>[],
  habit: Habit,
): readonly FoundHead[] {
  const found = patterns.flatMap((pattern, layer) =>
    Array.from({ length: headsOf(pattern) }, (_, head) => {
      const share = shareOf(matrixOf(pattern, head), tokens, habit);
      return share === null ? [] : [{ layer, head, ...share }];
    }).flat(),
  );
  return found.sort((a, b) => b.share - a.share);
}
