/** Something that is on its way: what has come of it, in bytes. */
export interface Arrived {
  readonly loaded: number;
  readonly total: number | undefined;
}

/** A pace is known after so long. */
const kKnownMs = 1000;

/**
 * The seconds that are left at the pace so far; null while it is not known.
 * @param first how many bytes had come when the time began to count
 * @param taken milliseconds since then
 */
export function secondsLeft(
  { loaded, total }: Arrived,
  first: number,
  taken: number,
): number | null {
  const isKnown = taken >= kKnownMs && total !== undefined && loaded > first;
  return isKnown ? Math.ceil((taken * (total - loaded)) / (loaded - first) / 1000) : null;
}
