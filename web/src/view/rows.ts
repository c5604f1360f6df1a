/** Which rows of a long list are worth drawing: those in view and a few around them. */

export interface RowWindow {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
}

const kAround = 6;

export function rowsInView(
  count: number,
  rowHeight: number,
  scrollTop: number,
  viewHeight: number,
): RowWindow {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - kAround);
  const end = Math.min(count, Math.ceil((scrollTop + viewHeight) / rowHeight) + kAround);
  return { first: Math.min(first, Math.max(0, end - 1)), end };
}
