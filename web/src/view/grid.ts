/** Moving through a grid by keyboard, as the ARIA grid pattern has it. */

export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

export interface GridKey {
  readonly key: string;
  readonly ctrlKey: boolean;
}

/** Rows that a page key moves by. */
const kPage = 8;

/** Where `key` leads from `place` in a grid of that size, or null if it is not a key for moving. */
export function moveInGrid(
  place: GridPlace,
  { key, ctrlKey }: GridKey,
  rows: number,
  columns: number,
): GridPlace | null {
  const { row, column } = place;
  const to = (r: number, c: number): GridPlace => ({
    row: clamp(r, rows),
    column: clamp(c, columns),
  });
  switch (key) {
    case 'ArrowUp':
      return to(row - 1, column);
    case 'ArrowDown':
      return to(row + 1, column);
    case 'ArrowLeft':
      return to(row, column - 1);
    case 'ArrowRight':
      return to(row, column + 1);
    case 'PageUp':
      return to(row - kPage, column);
    case 'PageDown':
      return to(row + kPage, column);
    case 'Home':
      return to(ctrlKey ? 0 : row, 0);
    case 'End':
      return to(ctrlKey ? rows - 1 : row, columns - 1);
    default:
      return null;
  }
}

function clamp(value: number, count: number): number {
  return Math.max(0, Math.min(count - 1, value));
}
