/** Heads that do what a reader looks for: which share of their attention it gets, beside what attention spread evenly would give. */
import type { Tensor, Token } from '../shared/run-types.ts';
import { hasNothingAhead, type HeadPlace } from './heads.ts';
import { at, headsOf, type Matrix, matrixOf } from './matrix.ts';

/** Where a head attends to: the token before, the token itself, the first one, the same token earlier in the text, other tokens that are punctuation. */
export const habits = ['previous', 'self', 'first', 'same', 'punctuation'] as const;
export type Habit = (typeof habits)[number];

export interface Share {
  /** Mean over the tokens that have something of the kind to look at, and something else besides. */
  readonly share: number;
  /** What it would be if each looked at all that it may see alike. */
  readonly even: number;
}

export interface FoundHead extends HeadPlace, Share {}

/** A token that looks, and the columns of the kind that it may see among all that it sees. */
interface Looker {
  readonly row: number;
  readonly columns: readonly number[];
  readonly seen: number;
}

/** Those that have something of the kind to look at, and something else besides. */
function lookers(
  habit: Habit,
  tokens: readonly Pick<Token, 'id' | 'text'>[],
  isCausal: boolean,
): Looker[] {
  const marks = tokens.flatMap(({ text }, i) => (/^\p{P}+$/u.test(text.trim()) ? [i] : []));
  const places = new Map<number, number[]>();
  for (const [i, { id }] of tokens.entries()) places.set(id, [...(places.get(id) ?? []), i]);
  const columnsOf = (row: number): readonly number[] => {
    switch (habit) {
      case 'previous':
        return row > 0 ? [row - 1] : [];
      case 'self':
        return [row];
      case 'first':
        return [0];
      case 'same':
        return (places.get(tokens[row]?.id ?? -1) ?? []).filter((column) => column < row);
      case 'punctuation':
        return marks.filter((column) => column !== row);
    }
  };
  return tokens.flatMap((_, row) => {
    const seen = isCausal ? row + 1 : tokens.length;
    const columns = columnsOf(row).filter((column) => column < seen);
    return columns.length > 0 && columns.length < seen ? [{ row, columns, seen }] : [];
  });
}

/** Null where no token of the text has such a one to look at. */
function shareAmong(pattern: Matrix, all: readonly Looker[]): Share | null {
  let [share, even] = [0, 0];
  for (const { row, columns, seen } of all) {
    for (const column of columns) share += at(pattern, row, column);
    even += columns.length / seen;
  }
  return all.length === 0 ? null : { share: share / all.length, even: even / all.length };
}

/** All heads of all layers, those first that give the largest share; none where no token has such a one to look at. */
export function rankHeads(
  patterns: readonly Tensor[],
  tokens: readonly Pick<Token, 'id' | 'text'>[],
  habit: Habit,
): readonly FoundHead[] {
  const [first] = patterns;
  if (first === undefined) return [];
  // One mask holds for all heads.
  const all = lookers(habit, tokens, hasNothingAhead(matrixOf(first, 0)));
  const found = patterns.flatMap((pattern, layer) =>
    Array.from({ length: headsOf(pattern) }, (_, head) => {
      const share = shareAmong(matrixOf(pattern, head), all);
      return share === null ? [] : [{ layer, head, ...share }];
    }).flat(),
  );
  return found.sort((a, b) => b.share - a.share);
}
