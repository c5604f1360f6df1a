/** How a matrix of digits is set: what is written in its cells, how wide they are, and where its heads must slant. */
import { fillOf, inkOf, type Scale, tokenColour } from '../../view/colour.ts';
import { type Label, shorten, textWidth } from '../../view/label.ts';
import type { Matrix } from '../../view/matrix.ts';
import { isHidden, notationFor, type Origin } from '../../view/number.ts';
import type { Words } from '../i18n/en.ts';
import type { Aloud } from './aloud.ts';

/** Longer labels end in an ellipsis. */
const kLongestLabel = 12;
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
export const kRowHeight = 26;

export interface DrawingInput {
  /** Its hidden entries hide the cells. */
  readonly mask: Matrix;
  readonly extent: number;
  readonly scale: Scale;
  readonly digits: number;
  /** The cells are fields: they hold what was typed. */
  readonly editable: boolean;
  readonly rows: readonly Label[];
  readonly columns: readonly Label[];
  readonly aloud: Aloud;
}

export interface Drawing extends DrawingInput {
  write(value: number): string;
  /** Pixels. */
  readonly cell: number;
  readonly widestHead: number;
  readonly slanted: boolean;
}

export function makeDrawing(matrix: Matrix, input: DrawingInput): Drawing {
  const write = notationFor(matrix.data, input.digits, originOf(input));
  const cell = cellWidth(matrix, write);
  const widestHead = widestOf(input.columns);
  return { ...input, write, cell, widestHead, slanted: !areUpright(input.columns) };
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

function originOf({ editable, scale }: DrawingInput): Origin {
  if (editable) return 'typed';
  return scale === 'probability' ? 'probability' : 'computed';
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

/**
 * The grid's measures. What changes with every token is no custom property: those are inherited, and all cells would
 * be styled anew.
 */
export function measures(drawing: Drawing): Record<string, string> {
  const rise = Math.min(drawing.widestHead, kLongestHead) * Math.sin(kSlant) + 18;
  const overhang = drawing.slanted ? Math.max(0, rise - drawing.cell / 2 - 8) : 0;
  const label = Math.max(widestOf(drawing.rows), kFontSize) + 16;
  return {
    'grid-template-columns': `${label.toFixed(1)}px repeat(${drawing.columns.length}, var(--cell-width))`,
    'padding-right': `${overhang.toFixed(1)}px`,
    '--digits-width': `${drawing.cell.toFixed(1)}px`,
    '--head-height': `${rise.toFixed(1)}px`,
  };
}

/** What is read aloud holds what is seen: the number as it stands in the cell comes first where the sentence lacks it. */
export function spoken(written: string, sentence: string, { labelled }: Words): string {
  return sentence.split(/[\s，：]+/).includes(written) ? sentence : labelled(written, sentence);
}

export function shade(value: number, extent: number, scale: Scale): Record<string, string> {
  return { 'background-color': fillOf(value, extent, scale), color: inkOf(value, extent, scale) };
}

export function hue(label: Label): Record<string, string> {
  return label.position === undefined ? {} : { '--hue': tokenColour(label.position) };
}
