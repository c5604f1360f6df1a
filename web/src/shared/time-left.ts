/** Something that is on its way: what has come of it, in bytes. */
export interface Arrived {
  readonly loaded: number;
  readonly total: number | undefined;
}

/** A pace is known after so long. */
const kKnownMs = 1000;

/**
 * The seconds that are left at the pace so far; null while it is not known.
 * @param taken milliseconds since the first of it has come
 */
export function secondsLeft({ loaded, total }: Arrived, taken: number): number | null {
  const isKnown = taken >= kKnownMs && total !== undefined && loaded > 0;
  return isKnown ? Math.ceil((taken * (total - loaded)) / loaded / 1000) : null;
}
