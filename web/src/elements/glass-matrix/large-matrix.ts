/** Matrices too large for digits: one pixel a cell on a canvas, stretched; a real grid cell stands where the reader is. */
import { html, nothing, type TemplateResult } from 'lit';
import { colourTable, type Scale, type Theme } from '../../view/colour.ts';
import type { GridPlace } from '../../view/grid.ts';
import type { Matrix } from '../../view/matrix.ts';
import { isHidden } from '../../view/number.ts';
import { styles } from '../base/styles-directive.ts';

export interface LargeMatrix {
  readonly matrix: Matrix;
  /** The row and column that are looked at. */
  readonly place: { readonly row: number | null; readonly column: number | null };
  /** Where the keyboard stands. */
  readonly focus: GridPlace;
  /** Pixels that a cell is wide; without strips it is as high. */
  readonly size: number;
  /** Names beside the rows, which are then high enough to read them; null: cells are square and rows have no names. */
  readonly strips: readonly Strip[] | null;
  readonly caption: string;
  readonly hue: string;
  text(row: number, column: number): string;
  onOver(event: PointerEvent, canvas: HTMLElement): void;
  onLeave(): void;
  onClick(event: MouseEvent, canvas: HTMLElement): void;
  onKey(event: KeyboardEvent): void;
  onFocus(): void;
}

/** A row that is shown as a strip: its name, its colour, and whether it is looked at. */
export interface Strip {
  readonly name: string;
  readonly hue: string;
  readonly isOn: boolean;
}

const kMostPixelsPerCell = 16;
const kStripHeight = 22;
/** Narrower cells cannot be told apart; the strips scroll instead. */
export const kLeastInStrip = 3;

export function renderLarge(large: LargeMatrix): TemplateResult {
  const { matrix, place, focus, strips, size } = large;
  const height = strips === null ? size : kStripHeight;
  const box = (row: number, column: number, rows: number, columns: number, hue = large.hue) =>
    styles({
      top: `${row * height}px`,
      left: `${column * size}px`,
      width: `${columns * size}px`,
      height: `${rows * height}px`,
      '--hue': hue,
    });
  const over = (handle: (event: never, canvas: HTMLElement) => void) => (event: Event) =>
    handle(event as never, event.currentTarget as HTMLElement);
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
      ${styles({ width: `${matrix.columns * size}px`, height: `${matrix.rows * height}px` })}
    ></canvas>
    ${strips?.map((strip, row) => (strip.isOn ? html`<div class="mark" ${box(row, 0, 1, matrix.columns, strip.hue)}></div>` : nothing)) ?? nothing}
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

/** How many pixels a cell of a large matrix has on each side, if its figure is so wide. */
export function cellSize(width: number, columns: number): number {
  return Math.min(kMostPixelsPerCell, width / columns);
}

/** The names that stand beside the rows, which are so high. */
export function rowNames(names: readonly Strip[], height = kStripHeight): TemplateResult {
  return html`<div class="names ${height < kStripHeight ? 'small' : ''}" aria-hidden="true">
    ${names.map(
      ({ name, hue, isOn }) =>
        html`<span class=${isOn ? 'on' : ''} ${styles({ '--hue': hue, height: `${height}px` })}
          ><bdi>${name}</bdi></span
        >`,
    )}
  </div>`;
}

/** The names that stand over columns too narrow for them: they slant. */
export function columnNames(names: readonly Strip[], size: number): TemplateResult {
  return html`<div class="over" aria-hidden="true" ${styles({ width: `${names.length * size}px` })}>
    ${names.map(
      ({ name, hue, isOn }, column) =>
        html`<span
          class=${isOn ? 'on' : ''}
          ${styles({ '--hue': hue, left: `${(column + 0.5) * size}px` })}
          ><bdi>${name}</bdi></span
        >`,
    )}
  </div>`;
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

/** Paints every cell as one pixel; those that the mask hides (or that are hidden themselves) stay clear. */
export function paint(
  canvas: HTMLCanvasElement,
  matrix: Matrix,
  scale: Scale,
  extent: number,
  theme: Theme,
  mask: Matrix = matrix,
): void {
  const context = canvas.getContext('2d');
  if (context === null || matrix.rows === 0) return;
  canvas.width = matrix.columns;
  canvas.height = matrix.rows;
  const image = context.createImageData(matrix.columns, matrix.rows);
  const pixels = new Uint32Array(image.data.buffer);
  const colours = new Uint32Array(colourTable(scale, theme).buffer);
  const [offset, factor] = scale === 'signed' ? [127.5, 127.5 / extent] : [0, 255 / extent];
  const { data } = matrix;
  for (let i = 0; i < data.length; ++i) {
    const value = data[i] as number;
    const index = Math.max(0, Math.min(255, Math.round(offset + value * factor)));
    pixels[i] = isHidden(mask.data[i] ?? value) ? 0 : (colours[index] as number);
  }
  context.putImageData(image, 0, 0);
}
