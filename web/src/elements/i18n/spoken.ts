/** What sentences speak of, in any language. */

/** How a sentence calls a token: which one it is of those that are written alike, from 1; 0 where it stands alone. */
export interface SpokenToken {
  readonly text: string;
  readonly ordinal: number;
}

/** How far scores lie apart within a row: means over `heads` heads of width `width`, `flatter` of them below 1. */
export interface RowVariances {
  readonly heads: number;
  readonly width: number;
  readonly raw: number;
  readonly scaled: number;
  readonly flatter: number;
}

/** A token that is looked at or looks, and how much. */
export interface TokenWeight {
  readonly token: SpokenToken;
  readonly weight: number;
}
