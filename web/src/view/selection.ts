/**
 * The selection. A spot names a query token, a key token, or both. Hovering looks at a spot, a click pins it, Escape
 * clears it; a spot that is looked at takes precedence over a pinned one.
 */

export interface Spot {
  readonly query: number | null;
  readonly key: number | null;
}

export interface Selection {
  readonly looked: Spot | null;
  readonly pinned: Spot | null;
}

export const kNothing: Selection = { looked: null, pinned: null };

/** What figures light up. */
export function activeSpot(selection: Selection): Spot | null {
  return selection.looked ?? selection.pinned;
}

export function look(selection: Selection, spot: Spot | null): Selection {
  return sameSpot(selection.looked, spot) ? selection : { ...selection, looked: spot };
}

/** Pins a spot; pinning what is pinned lets it go. */
export function pin(selection: Selection, spot: Spot): Selection {
  return { looked: selection.looked, pinned: sameSpot(selection.pinned, spot) ? null : spot };
}

/** Keeps what still exists in a text of `count` tokens. */
export function fit(selection: Selection, count: number): Selection {
  const looked = fits(selection.looked, count);
  const pinned = fits(selection.pinned, count);
  const isAllThere = looked === selection.looked && pinned === selection.pinned;
  return isAllThere ? selection : { looked, pinned };
}

export function sameSpot(a: Spot | null, b: Spot | null): boolean {
  return a === b || (a !== null && b !== null && a.query === b.query && a.key === b.key);
}

function fits(spot: Spot | null, count: number): Spot | null {
  if (spot === null) return null;
  return (spot.query ?? 0) < count && (spot.key ?? 0) < count ? spot : null;
}
