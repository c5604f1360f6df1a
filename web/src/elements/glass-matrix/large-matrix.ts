/** Matrices too large for digits: one pixel a cell on a canvas, stretched; a real grid cell stands where the reader is. */
import { html, type TemplateResult } from 'lit';
import { tokenColour } from '../../view/colour.ts';
import type { GridPlace } from '../../view/grid.ts';
import type { LargeLayout } from '../../view/large.ts';
import type { Matrix } from '../../view/matrix.ts';
import { isUnknown, type Label, longOrNot, shorten, textWidth } from '../../view/label.ts';
import { styles } from '../base/styles-directive.ts';

/** Stands over a column for a character that the vocabulary lacks. */
const kUnknownCharacter = '□';
/** Letters. */
const kLongestName = 15;

export interface LargeMatrix {
  readonly matrix: Matrix;
  readonly layout: LargeLayout;
  readonly rows: readonly Name[];
  readonly columns: readonly Name[];
  /** Where the keyboard stands. */
  readonly focus: GridPlace;
  readonly caption: string;
  text(row: number, column: number): string;
  onOver(event: PointerEvent, canvas: HTMLElement): void;
  onLeave(): void;
  onClick(event: MouseEvent, canvas: HTMLElement): void;
  onKey(event: KeyboardEvent): void;
  onFocus(): void;
}

/** What stands beside a row or over a column: its text and its colour. */
export interface Name {
  readonly text: string;
  readonly hue: string;
}

export function namesOf(labels: readonly Label[]): readonly Name[] {
  return labels.map((label) => ({
    text: shorten(label.text, kLongestName),
    hue: label.position === undefined ? 'var(--gf-soft)' : tokenColour(label.position),
  }));
}

/** What is looked at: names and strips by their places, and the row and column of squares that are framed. */
export interface LargeMarks {
  isRowLit(row: number): boolean;
  isColumnLit(column: number): boolean;
  readonly row: number | null;
  readonly column: number | null;
}

export function renderLarge(large: LargeMatrix): TemplateResult {
  const { layout, rows, columns } = large;
  if (layout.kind === 'plain') return cells(large);
  const beside = styles({ '--names': `${layout.names}px` });
  if (layout.kind === 'strips')
    return html`<div class="strips" ${beside}>${rowNames(rows, layout)} ${cells(large)}</div>`;
  return html`<div class="named" ${beside}>
    <div class="corner over ${hasUprightNames(columns) ? 'upright' : ''}" aria-hidden="true"></div>
    ${columnNames(columns, layout.cell)} ${rowNames(rows, layout)} ${cells(large)}
  </div>`;
}

function cells(large: LargeMatrix): TemplateResult {
  const { matrix, focus, layout } = large;
  const { cell: width, row: height } = layout;
  const [across, down] = [matrix.columns * width, matrix.rows * height];
  const box = (top: string, left: string, boxWidth: number, boxHeight: number, hue?: string) =>
    styles({
      top,
      left,
      width: `${boxWidth}px`,
      height: `${boxHeight}px`,
      ...(hue === undefined ? {} : { '--hue': hue }),
    });
  const over = (handle: (event: never, canvas: HTMLElement) => void) => (event: Event) =>
    handle(event as never, event.currentTarget as HTMLElement);
  // A strip is highlighted as a whole, in its own colour.
  const strips = layout.kind === 'strips' ? large.rows : [];
  return html`<div
    class="large"
    role="grid"
    aria-label=${large.caption}
    aria-rowcount=${matrix.rows}
    aria-colcount=${matrix.columns}
    @pointermove=${over(large.onOver)}
    @pointerleave=${large.onLeave}
    @click=${over(large.onClick)}
    @keydown=${large.onKey}
  >
    <canvas
      aria-hidden="true"
      ${styles({ width: `${matrix.columns * width}px`, height: `${matrix.rows * height}px` })}
    ></canvas>
    ${strips.map(({ hue }, row) => html`<div class="mark strip" ${box(`${row * height}px`, '0', across, height, hue)}></div>`)}
    <div class="mark row" ${box(`calc(var(--at) * ${height}px)`, '0', across, height)}></div>
    <div class="mark column" ${box('0', `calc(var(--at) * ${width}px)`, width, down)}></div>
    <div role="row" aria-rowindex=${focus.row + 1}>
      <div
        class="mark cell"
        role="gridcell"
        tabindex="0"
        data-row=${focus.row}
        data-column=${focus.column}
        aria-colindex=${focus.column + 1}
        aria-label=${large.text(focus.row, focus.column)}
        @focus=${large.onFocus}
        @blur=${large.onLeave}
        ${box(`${focus.row * height}px`, `${focus.column * width}px`, width, height)}
      ></div>
    </div>
  </div>`;
}

function rowNames(names: readonly Name[], { kind, row: height }: LargeLayout): TemplateResult {
  return html`<div class="names ${kind === 'strips' ? '' : 'small'}" aria-hidden="true">
    ${names.map(
      ({ text, hue }) =>
        html`<span ${styles({ '--hue': hue, height: `${height}px` })}
          ><bdi class=${longOrNot(text)}>${text}</bdi></span
        >`,
    )}
  </div>`;
}

/** Over narrow columns: single characters stand upright, longer names slant. */
function columnNames(names: readonly Name[], width: number): TemplateResult {
  const isUpright = hasUprightNames(names);
  return html`<div
    class="over ${isUpright ? 'upright' : ''}"
    aria-hidden="true"
    ${styles({ width: `${names.length * width}px`, '--cell': `${width}px` })}
  >
    ${names.map(
      ({ text, hue }, column) =>
        html`<span ${styles({ '--hue': hue, left: `${(column + 0.5) * width}px` })}
          ><bdi>${isUpright && isUnknown({ text }) ? kUnknownCharacter : text}</bdi></span
        >`,
    )}
  </div>`;
}

/** Marks what is looked at in what is drawn, without rendering it. */
export function markLarge(root: ParentNode, marks: LargeMarks): void {
  const each = (parts: string, isLit: (place: number) => boolean) =>
    root.querySelectorAll(parts).forEach((part, i) => part.classList.toggle('on', isLit(i)));
  each('.names span', marks.isRowLit);
  each('.over span', marks.isColumnLit);
  each('.mark.strip', marks.isRowLit);
  const frame = (part: string, place: number | null) => {
    const mark = root.querySelector<HTMLElement>(part);
    mark?.classList.toggle('on', place !== null);
    mark?.style.setProperty('--at', String(place ?? 0));
  };
  const hasStrips = root.querySelector('.strips') !== null;
  frame('.mark.row', hasStrips ? null : marks.row);
  frame('.mark.column', hasStrips ? null : marks.column);
  root
    .querySelector<HTMLElement>('.large')
    ?.style.setProperty('--hue', tokenColour((hasStrips ? null : marks.row) ?? 0));
}

function hasUprightNames(names: readonly Name[]): boolean {
  return names.every(({ text }) => isUnknown({ text }) || textWidth(text) <= 1);
}

/** The cell under the pointer. */
export function cellAt(event: MouseEvent, area: HTMLElement, matrix: Matrix): GridPlace {
  const { left, top, width, height } = area.getBoundingClientRect();
  const index = (part: number, count: number) =>
    Math.max(0, Math.min(count - 1, Math.floor(part * count)));
  return {
    row: index((event.clientY - top) / height, matrix.rows),
    column: index((event.clientX - left) / width, matrix.columns),
  };
}
