/** Matrices too large for digits: one pixel a cell on a canvas, stretched; a real grid cell stands where the reader is. */
import { html, nothing, type TemplateResult } from 'lit';
import type { GridPlace } from '../../view/grid.ts';
import { kStripHeight, type LargeLayout } from '../../view/large.ts';
import type { Matrix } from '../../view/matrix.ts';
import { isUnknown, textWidth } from '../../view/label.ts';
import { styles } from '../base/styles-directive.ts';

/** Stands over a column for a character that the vocabulary lacks. */
const kUnknownCharacter = '□';

export interface LargeMatrix {
  readonly matrix: Matrix;
  readonly layout: LargeLayout;
  readonly rows: readonly Name[];
  readonly columns: readonly Name[];
  /** The row and column that are looked at. */
  readonly place: { readonly row: number | null; readonly column: number | null };
  /** Where the keyboard stands. */
  readonly focus: GridPlace;
  readonly caption: string;
  readonly hue: string;
  text(row: number, column: number): string;
  onOver(event: PointerEvent, canvas: HTMLElement): void;
  onLeave(): void;
  onClick(event: MouseEvent, canvas: HTMLElement): void;
  onKey(event: KeyboardEvent): void;
  onFocus(): void;
}

/** What stands beside a row or over a column: its text, its colour, and whether it is looked at. */
export interface Name {
  readonly text: string;
  readonly hue: string;
  readonly isOn: boolean;
}

export function renderLarge(large: LargeMatrix): TemplateResult {
  const { layout, rows, columns } = large;
  if (layout.kind === 'plain') return cells(large);
  const beside = styles({ '--names': `${layout.names}px` });
  if (layout.kind === 'strips')
    return html`<div class="strips" ${beside}>${rowNames(rows, layout.row)} ${cells(large)}</div>`;
  return html`<div class="named" ${beside}>
    <div class="corner over ${hasUprightNames(columns) ? 'upright' : ''}" aria-hidden="true"></div>
    ${columnNames(columns, layout.cell)} ${rowNames(rows, layout.row)} ${cells(large)}
  </div>`;
}

function cells(large: LargeMatrix): TemplateResult {
  const { matrix, place, focus, layout } = large;
  const { cell: width, row: height } = layout;
  const box = (row: number, column: number, rows: number, columns: number, hue = large.hue) =>
    styles({
      top: `${row * height}px`,
      left: `${column * width}px`,
      width: `${columns * width}px`,
      height: `${rows * height}px`,
      '--hue': hue,
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
    ${strips.map((strip, row) => (strip.isOn ? html`<div class="mark" ${box(row, 0, 1, matrix.columns, strip.hue)}></div>` : nothing))}
    ${place.row === null ? nothing : html`<div class="mark" ${box(place.row, 0, 1, matrix.columns)}></div>`}
    ${place.column === null ? nothing : html`<div class="mark" ${box(0, place.column, matrix.rows, 1)}></div>`}
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
        ${box(focus.row, focus.column, 1, 1)}
      ></div>
    </div>
  </div>`;
}

function rowNames(names: readonly Name[], height: number): TemplateResult {
  return html`<div class="names ${height < kStripHeight ? 'small' : ''}" aria-hidden="true">
    ${names.map(
      ({ text, hue, isOn }) =>
        html`<span class=${isOn ? 'on' : ''} ${styles({ '--hue': hue, height: `${height}px` })}
          ><bdi>${text}</bdi></span
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
      ({ text, hue, isOn }, column) =>
        html`<span
          class=${isOn ? 'on' : ''}
          ${styles({ '--hue': hue, left: `${(column + 0.5) * width}px` })}
          ><bdi>${isUpright && isUnknown({ text }) ? kUnknownCharacter : text}</bdi></span
        >`,
    )}
  </div>`;
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
