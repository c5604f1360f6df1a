/** What is looked at in one of a translation's figures, and where that stands in the others. */
import type { Token } from '../../shared/run-types.ts';
import type { Stack } from '../../view/heads.ts';
import type { Spot } from '../../view/selection.ts';

/** Chips of the source, and the three kinds of attention. */
export type Place = Stack | 'chips';

/** A token of the source and one of the translation. */
export interface TokenPair {
  readonly source: number | null;
  readonly target: number | null;
}

/** What is pinned in a translation. */
export interface PinnedTokens extends TokenPair {
  /** The text that is translated. */
  readonly text: string;
  /** The translation that the target's token stands in; null: the one that is shown. */
  readonly translation: string | null;
  /** In place of `source`: where in the text its token stands (UTF-16). */
  readonly offset?: number;
}

export function samePair(a: TokenPair | null, b: TokenPair | null): boolean {
  return a === b || (a !== null && b !== null && a.source === b.source && a.target === b.target);
}

/**
 * The tokens that a spot names. In the decoder the first column is the start sign, so that a column's token was written
 * in the row before.
 */
export function pairOf(place: Place, spot: Spot | null): TokenPair | null {
  if (spot === null) return null;
  const { query, key } = spot;
  if (place === 'cross') return { source: key, target: query };
  if (place !== 'decoder') return { source: query ?? key, target: null };
  const written = key === null || key === 0 ? null : key - 1;
  const target = query ?? written;
  return target === null ? null : { source: null, target };
}

/** Where these tokens stand in a figure; null where it has neither. */
export function spotOfPair(place: Place, pair: TokenPair | null): Spot | null {
  if (pair === null) return null;
  const { source, target } = pair;
  if (place === 'cross') return { query: target, key: source };
  const query = place === 'decoder' ? target : source;
  return query === null ? null : { query, key: null };
}

/** Of what is pinned, that which is in these texts; null: nothing is. */
export function pairIn(
  pinned: PinnedTokens,
  {
    text,
    translation,
    sourceTokens,
    targetCount,
  }: {
    readonly text: string;
    readonly translation: string;
    readonly sourceTokens: readonly Token[];
    /** How many tokens the translation has, with its end. */
    readonly targetCount: number;
  },
): TokenPair | null {
  if (pinned.text !== text) return null;
  const isOfShown = (pinned.translation ?? translation) === translation;
  const source = within(
    pinned.source ?? placeOf(pinned.offset ?? -1, sourceTokens),
    sourceTokens.length,
  );
  const target = isOfShown ? within(pinned.target, targetCount) : null;
  return source === null && target === null ? null : { source, target };
}

function within(place: number | null, count: number): number | null {
  return place !== null && Number.isInteger(place) && place >= 0 && place < count ? place : null;
}

/** The token that stands at an offset of its text. */
function placeOf(offset: number, tokens: readonly Token[]): number | null {
  const place = tokens.findIndex(({ start, end }) => start <= offset && offset < end);
  return place < 0 ? null : place;
}
