/** A matrix small enough for digits: a grid of cells with labels, of whose rows only those in view are drawn. */
import { html, nothing, type TemplateResult } from 'lit';
import { fillOf, inkOf, type Scale, type Shades, tokenColour } from '../../view/colour.ts';
import type { GridPlace } from '../../view/grid.ts';
import type { Label } from '../../view/label.ts';
import { at } from '../../view/matrix.ts';
import { isHidden } from '../../view/number.ts';
import type { RowWindow } from '../../view/rows.ts';
import { styles } from '../base/styles-directive.ts';
import type { Common } from '../i18n/subjects/common.ts';
import { type DigitLayout, kRowHeight, shownLabel } from './digit-layout.ts';
import type { Shown } from './shown.ts';

export interface Cells {
  readonly shown: Shown;
  readonly scale: Scale;
  readonly shades: Shades;
  readonly layout: DigitLayout;
  /** The rows that are drawn. */
  readonly drawn: RowWindow;
  /** Where the keyboard stands. */
  readonly focus: GridPlace;
  /** Rows or columns stand for tokens. */
  readonly isLinked: boolean;
  readonly caption: string;
  readonly words: Common;
  /** The field in a cell; null: cells are not written in. */
  readonly field: ((place: GridPlace, value: number) => TemplateResult) | null;
  onOver(event: Event): void;
  onLeave(): void;
  onClick(event: Event): void;
  onKey(event: KeyboardEvent): void;
}

export function renderCells(cells: Cells): TemplateResult {
  const { shown, layout, isLinked, drawn } = cells;
  const { rows, columns } = shown.matrix;
  return html`<div
    class="grid ${layout.slanted ? 'slanted' : ''} ${isLinked ? 'linked' : ''}"
    part="grid"
    role=${cells.field ? 'table' : 'grid'}
    aria-label=${cells.caption}
    aria-rowcount=${rows + 1}
    aria-colcount=${columns + 1}
    ${styles(layout.measures)}
    @pointerover=${cells.onOver}
    @pointerleave=${cells.onLeave}
    @click=${cells.onClick}
    @focusin=${cells.onOver}
    @focusout=${cells.onLeave}
    @keydown=${cells.onKey}
  >
    <div class="heads" role="row" aria-rowindex="1">
      <div class="corner" aria-hidden="true"></div>
      ${shown.columns.map(head)}
    </div>
    ${pad(drawn.first)}
    ${Array.from({ length: drawn.end - drawn.first }, (_, i) => row(cells, drawn.first + i))}
    ${pad(rows - drawn.end)}
  </div>`;
}

/** Stands for rows that are not drawn. */
function pad(rows: number): TemplateResult | typeof nothing {
  if (rows <= 0) return nothing;
  const height = styles({ '--pad': `calc(${rows} * (${kRowHeight} + 1px) - 1px)` });
  return html`<div class="row pad" role="presentation" ${height}></div>`;
}

function head(label: Label, column: number): TemplateResult {
  return html`<div
    class="head"
    role="columnheader"
    aria-colindex=${column + 2}
    data-column=${column}
    ${hue(label)}
  >
    <bdi>${shownLabel(label)}</bdi>
  </div>`;
}

function row(cells: Cells, index: number): TemplateResult {
  const { rows, matrix } = cells.shown;
  const label = rows[index] as Label;
  return html`<div class="row" role="row" aria-rowindex=${index + 2} ${hue(label)}>
    <div class="label" role="rowheader" data-row=${index}>
      <bdi>${shownLabel(label)}</bdi>
    </div>
    ${Array.from({ length: matrix.columns }, (_, column) => cell(cells, { row: index, column }))}
  </div>`;
}

function cell(cells: Cells, place: GridPlace): TemplateResult {
  const { shown, layout, focus, field } = cells;
  const { row, column } = place;
  const { matrix, mask, accessible } = shown;
  const value = at(matrix, row, column);
  if (field !== null)
    return html`<div class="cell" role="cell" ${shade(value, cells)}>${field(place, value)}</div>`;
  const isFocused = row === focus.row && column === focus.column;
  const isMasked = isHidden(at(mask, row, column));
  const written = isMasked ? '' : layout.write(value);
  const label = isMasked
    ? accessible.hiddenCell(place)
    : spoken(written, accessible.cell(matrix, place), cells.words);
  return html`<div
    class="cell ${isMasked ? 'masked' : ''}"
    role="gridcell"
    tabindex=${isFocused ? 0 : -1}
    data-row=${row}
    data-column=${column}
    aria-label=${label}
    ${isMasked ? styles({}) : shade(value, cells)}
  >
    <span class=${value === 0 ? 'zero' : ''}>${written}</span>
  </div>`;
}

/** The accessible name holds what is seen: the number as it stands in the cell comes first where the sentence lacks it. */
function spoken(written: string, sentence: string, { labelled }: Common): string {
  return sentence.split(/[\s，：]+/).includes(written) ? sentence : labelled(written, sentence);
}

function shade(
  value: number,
  { shown: { extent }, scale, shades }: Cells,
): ReturnType<typeof styles> {
  return styles({
    'background-color': fillOf(value, extent, scale, shades),
    color: inkOf(value, extent, scale, shades),
  });
}

function hue({ position }: Label): ReturnType<typeof styles> {
  return styles(position === undefined ? {} : { '--hue': tokenColour(position) });
}
