/** Attention as lines from the tokens that look (left) to the tokens they look at (right). */
import { at, type Matrix } from './matrix.ts';
import type { Spot } from './selection.ts';

export interface LinesFrame {
  readonly width: number;
  readonly rowHeight: number;
}

export interface AttentionLine {
  readonly query: number;
  readonly key: number;
  readonly weight: number;
  readonly path: string;
  readonly strokeWidth: number;
  readonly opacity: number;
}

/** More lines than this cannot be told apart, and draw slowly. */
export const kMaxLines = 600;
const kFaintest = 0.01;

/**
 * The lines worth drawing, by query and key, so that a line is found where it was: of the looked-at query or key only, if
 * there is one, and where there are more than 600, the heaviest of them.
 */
export function attentionLines(
  pattern: Matrix,
  frame: LinesFrame,
  spot: Spot | null,
): AttentionLine[] {
  const lines: { query: number; key: number; weight: number }[] = [];
  for (let query = 0; query < pattern.rows; ++query) {
    for (let key = 0; key < pattern.columns; ++key) {
      const weight = at(pattern, query, key);
      if (weight >= kFaintest && isWanted(spot, query, key)) lines.push({ query, key, weight });
    }
  }
  return heaviest(lines).map((line) => ({ ...line, ...drawn(line, frame) }));
}

/** In the order in which they came. */
function heaviest<Line extends { readonly weight: number }>(
  lines: readonly Line[],
): readonly Line[] {
  if (lines.length <= kMaxLines) return lines;
  const weights = Float32Array.from(lines, ({ weight }) => weight).sort();
  const least = weights[weights.length - kMaxLines] as number;
  let room = kMaxLines - lines.filter(({ weight }) => weight > least).length;
  return lines.filter(({ weight }) => weight > least || (weight === least && room-- > 0));
}

function isWanted(spot: Spot | null, query: number, key: number): boolean {
  if (spot === null) return true;
  if (spot.query !== null) return spot.query === query;
  return spot.key === null || spot.key === key;
}

function drawn(
  line: { query: number; key: number; weight: number },
  frame: LinesFrame,
): Pick<AttentionLine, 'path' | 'strokeWidth' | 'opacity'> {
  const from = (line.query + 0.5) * frame.rowHeight;
  const to = (line.key + 0.5) * frame.rowHeight;
  const bend = frame.width / 2;
  return {
    path: `M0,${from}C${bend},${from} ${bend},${to} ${frame.width},${to}`,
    strokeWidth: 0.75 + 5.25 * line.weight,
    opacity: Math.min(1, 0.2 + 0.8 * line.weight),
  };
}

/** Those that look, and those that are looked at. */
export type Side = 'from' | 'to';

/** An end of lines. */
export interface LinePlace {
  readonly side: Side;
  readonly row: number;
}

/** Where a key leads: up and down along a side, left and right to the other one; null if it is no key for moving. */
export function moveOnSides(
  { side, row }: LinePlace,
  key: string,
  counts: Readonly<Record<Side, number>>,
): LinePlace | null {
  const to = (toSide: Side, toRow: number): LinePlace => ({
    side: toSide,
    row: Math.max(0, Math.min(counts[toSide] - 1, toRow)),
  });
  switch (key) {
    case 'ArrowUp':
      return to(side, row - 1);
    case 'ArrowDown':
      return to(side, row + 1);
    case 'ArrowLeft':
      return to('from', row);
    case 'ArrowRight':
      return to('to', row);
    case 'Home':
      return to(side, 0);
    case 'End':
      return to(side, counts[side] - 1);
    default:
      return null;
  }
}
