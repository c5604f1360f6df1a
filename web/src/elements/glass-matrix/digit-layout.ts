/**
 * How a matrix of digits is laid out: what is written in its cells, how wide they are, and where its heads slant. The sums are in
 * pixels of the usual type; the styles have them as parts of the type that there is, so that larger letters get larger cells.
 */
import { type Label, shorten, textWidth } from '../../view/label.ts';
import type { Matrix } from '../../view/matrix.ts';
import { isHidden, notationFor, type Origin } from '../../view/number.ts';

/** Longer labels end in an ellipsis. */
const kLongestLabel = 12;
/** Of the type that the pixels here are for. */
const kFontSize = 13;
/** Pixels, in figures of one width. */
const kDigitWidth = 7.3;
const kPointWidth = 4.2;
/** Pixels; the style cuts slanted heads there. */
const kLongestHead = 98;
/**
 * Pixels; where two neighbouring heads are longer on average, all heads slant. It does not depend on the width of
 * the cells, so that matrices side by side agree.
 */
const kLongestUpright = 30;
/** Pixels; a head this long slants even between short ones. */
const kLongestLone = 44;
const kSlant = (48 * Math.PI) / 180;
/** Beside a figure on a phone, both sides together. */
const kEdges = '2rem';
/** Of a row of cells, as a style. */
export const kRowHeight = `var(--row-height, ${inType(26)})`;

export interface DigitRoom {
  readonly matrix: Matrix;
  readonly rows: readonly Label[];
  readonly columns: readonly Label[];
  /** Decimal places. */
  readonly digits: number;
  readonly origin: Origin;
}

export interface DigitLayout {
  write(value: number): string;
  readonly slanted: boolean;
  /**
   * The grid's measures, as styles. What changes with every token is no custom property: those are inherited, and all
   * cells would be styled anew.
   */
  readonly measures: Readonly<Record<string, string>>;
}

export function digitLayout({ matrix, rows, columns, digits, origin }: DigitRoom): DigitLayout {
  const write = notationFor(matrix.data, digits, origin);
  const cell = cellWidth(matrix, write);
  const slanted = !areUpright(columns);
  const rise = Math.min(widestOf(columns), kLongestHead) * Math.sin(kSlant) + 18;
  const overhang = slanted ? Math.max(0, rise - cell / 2 - 8) : 0;
  const label = Math.max(widestOf(rows), kFontSize) + 16;
  // As wide as their digits need where a window has no more room: under a finger, where styles let them.
  const tight = `(100vw - ${kEdges} - ${inType(label + overhang)}) / ${columns.length} - 1px`;
  return {
    write,
    slanted,
    measures: {
      'grid-template-columns': `${inType(label)} repeat(${columns.length}, clamp(var(--least-width), ${tight}, var(--cell-width)))`,
      'padding-right': inType(overhang),
      '--digits-width': inType(cell),
      '--head-height': inType(rise),
    },
  };
}

function inType(pixels: number): string {
  return `${(pixels / kFontSize).toFixed(4)}em`;
}

/** Whether heads have room side by side; one long head among short ones has. */
function areUpright(labels: readonly Label[]): boolean {
  const widths = labels.map(widthOf);
  if (widths.some((width) => width > kLongestLone)) return false;
  return widths.every((width, i) => (width + (widths[i + 1] ?? 0)) / 2 <= kLongestUpright);
}

export function shownLabel(label: Label): string {
  return shorten(label.text, kLongestLabel);
}

function widestOf(labels: readonly Label[]): number {
  return labels.reduce((widest, label) => Math.max(widest, widthOf(label)), 0);
}

function widthOf(label: Label): number {
  return textWidth(shownLabel(label)) * kFontSize;
}

/** Pixels that the widest number of a matrix takes, within reason. */
function cellWidth(matrix: Matrix, write: (value: number) => string): number {
  let widest = 0;
  for (const value of matrix.data)
    if (!isHidden(value)) widest = Math.max(widest, numberWidth(write(value)));
  return Math.max(28, 9 + widest);
}

function numberWidth(text: string): number {
  return text.length * kDigitWidth - (text.includes('.') ? kDigitWidth - kPointWidth : 0);
}
