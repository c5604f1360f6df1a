/** How a matrix that is too large for digits is laid out, in pixels of the usual type. */
import { textWidth } from './label.ts';

/** Strips have names and are high enough to read them; squares have names as long as these can be read; else none. */
export type LargeKind = 'strips' | 'named' | 'plain';

export interface LargeLayout {
  readonly kind: LargeKind;
  /** The column of names, which cuts longer ones. */
  readonly names: number;
  readonly cell: number;
  readonly row: number;
}

export interface LargeRoom {
  readonly rows: number;
  readonly columns: number;
  /** Across, for cells and names together. */
  readonly width: number;
  readonly isNarrow: boolean;
  /** What stands beside the rows; null: nothing that a reader would look for. */
  readonly names: readonly string[] | null;
  /** An author has named the columns, which strips have no room for. */
  readonly hasColumnNames: boolean;
}

const kMaxPerCell = 16;
const kNames = 112;
const kNarrowNames = 76;
/** Of an ideograph, also beside squares, and around a name. */
const kLetter = 13.5;
const kSmallLetter = 11.5;
const kAroundName = 14;
/** Lower rows have no room for names: rather the cells scroll beside them. */
const kMinWithNames = 10;
/** More rows would make a picture too high to find anything in. */
const kMaxNames = 512;
const kStripHeight = 22;
/** Narrower cells cannot be told apart: the strips scroll. */
const kMinInStrip = 3;
/** So many rows are strips, where the matrix is wide. */
const kMaxStrips = 64;

export function largeLayout(room: LargeRoom): LargeLayout {
  const { rows, columns, width, isNarrow, names, hasColumnNames } = room;
  const fitting = (beside: number) => Math.min(kMaxPerCell, (width - beside) / columns);
  if (names !== null && !hasColumnNames && columns > 2 * rows && rows <= kMaxStrips) {
    const beside = isNarrow ? widthOf(names, kNames, kLetter) : kNames;
    const cell = Math.max(kMinInStrip, fitting(beside));
    return { kind: 'strips', names: beside, cell, row: kStripHeight };
  }
  if (names !== null && rows <= kMaxNames) {
    const beside = widthOf(names, isNarrow ? kNarrowNames : kNames, kSmallLetter);
    const cell = Math.max(kMinWithNames, fitting(beside));
    return { kind: 'named', names: beside, cell, row: cell };
  }
  return { kind: 'plain', names: 0, cell: fitting(0), row: fitting(0) };
}

/** In the page's pixels. @param type so many of them for each of the usual type's */
export function inPixels(layout: LargeLayout, type: number): LargeLayout {
  const { kind, names, cell, row } = layout;
  return { kind, names: names * type, cell: cell * type, row: row * type };
}

/** No more than the longest needs. */
function widthOf(names: readonly string[], maxWidth: number, letter: number): number {
  const longest = names.reduce((width, name) => Math.max(width, textWidth(name)), 0);
  return Math.min(maxWidth, Math.ceil(longest * letter) + kAroundName);
}
