/** What a matrix's rows and columns stand for, and which of them a spot lights up. */
import type { Spot } from './selection.ts';

/** Tokens that look, tokens that are looked at, tokens either way, or nothing of that kind. */
export type Axis = 'query' | 'key' | 'token' | 'none';

/** A cell, or a whole row (column null) or column (row null). */
export interface AxisPlace {
  readonly row: number | null;
  readonly column: number | null;
}

/** The spot that a place stands for; null where its row and column stand for no tokens. */
export function spotOf({ row, column }: AxisPlace, rowsAs: Axis, columnsAs: Axis): Spot | null {
  const spot = { query: null as number | null, key: null as number | null };
  if (row !== null && rowsAs !== 'none') spot[rowsAs === 'key' ? 'key' : 'query'] = row;
  if (column !== null && columnsAs !== 'none') {
    spot[columnsAs === 'query' ? 'query' : 'key'] = column;
  }
  return spot.query === null && spot.key === null ? null : spot;
}

/** Whether the row or column at `index` is one that the spot names. */
export function isLit(axis: Axis, index: number, spot: Spot | null): boolean {
  if (spot === null || axis === 'none') return false;
  return (axis !== 'key' && spot.query === index) || (axis !== 'query' && spot.key === index);
}
