import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { Tensor } from '../../shared/types.ts';
import { type Scale, tokenColour } from '../../view/colour.ts';
import { type Axis, type AxisPlace, isLit, spotOf } from '../../view/axis.ts';
import { signedExtent } from '../../view/extent.ts';
import { type GridPlace, moveInGrid } from '../../view/grid.ts';
import { largeLayout } from '../../view/large.ts';
import { type Label, shorten, tokenLabels } from '../../view/label.ts';
import { at, headsOf, type Matrix, matrixOf, rowOf } from '../../view/matrix.ts';
import { isHidden } from '../../view/number.ts';
import { rowsInView } from '../../view/rows.ts';
import { type Json, rowsOf } from '../base/export/json.ts';
import type { Subject } from '../base/figure-context.ts';
import { GlassElement } from '../base/glass-element.ts';
import { styles } from '../base/styles-directive.ts';
import { isComposingKey } from '../base/typed.ts';
import { WidthController } from '../base/width.ts';
import { Aloud } from './aloud.ts';
import {
  type Drawing,
  hue,
  kRowHeight,
  makeDrawing,
  measures,
  shade,
  shownLabel,
  spoken,
} from './drawing.ts';
import { Fields, kComplaint } from './fields.ts';
import { matrixStyles } from './glass-matrix.styles.ts';
import { paint } from '../base/paint.ts';
import { cellAt, markLarge, type Name, renderLarge } from './large-matrix.ts';
import { legend } from '../base/legend.ts';
import { legendStyles } from '../base/legend.styles.ts';

/** Wider matrices show shades instead of digits, on a canvas. */
const kMaxColumnsWithDigits = 24;
/** Pixels across, until it is known. */
const kUnknownWidth = 320;
/** Letters. */
const kLongestName = 15;
/** Longer ones draw only the rows in view. */
const kMaxRowsAtOnce = 40;

/**
 * A matrix with labels: digits on shades if it is small, shades alone if it is large, and the full number of
 * whatever cell is looked at. Cells are a grid for the keyboard: arrows, Home, End, Enter pins, Escape clears the selection.
 *
 * @element glass-matrix
 * @fires glass-pin - a cell was chosen; detail: { row, column } (null for a whole row or column)
 * @fires glass-edit - with `editable`, a number was changed; detail: { row, column, value }
 * @fires glass-refuse - with `editable`, what was typed is no number (or too large for float32), and the old one counts; detail: { row, column }
 * @csspart grid - the cells with their labels
 * @csspart complaint - with `editable`, what is wrong with what was typed
 * @cssprop [--glass-matrix-max-height=26rem] - height from which the rows scroll
 */
export class GlassMatrix extends GlassElement {
  static override styles = [...[GlassElement.styles].flat(), legendStyles, matrixStyles];
  static override readonly subjects: readonly Subject[] = ['run', 'hover', 'pin'];

  /** (rows, columns), or (H, rows, columns) of which `head` is shown. */
  @property({ attribute: false }) values: Tensor | null = null;
  /** A hook's name: shows that activation of the surrounding figure, where `values` is not given. */
  @property() hook = '';
  /** Which of several matrices, counted from 0. */
  @property({ type: Number }) head = 0;
  /** Scores of the same shape: what they hide is hatched here too. */
  @property({ attribute: false }) mask: Tensor | null = null;
  /** A hook's name: takes the mask from that activation. */
  @property({ attribute: 'mask-hook' }) maskHook = '';
  /** What stands beside the rows, in place of the surrounding figure's tokens or of numbers. */
  @property({ attribute: false }) rowLabels: readonly Label[] | null = null;
  /** The same for the columns. */
  @property({ attribute: false }) columnLabels: readonly Label[] | null = null;
  /** What a row is, so that it is highlighted with the other elements: "query", "key", "token" or "none". */
  @property({ attribute: 'rows-as' }) rowsAs: Axis = 'none';
  /** The same for a column. */
  @property({ attribute: 'columns-as' }) columnsAs: Axis = 'none';
  /** "signed" (blue below zero, orange above) or "probability" (from 0 to 1). */
  @property() scale: Scale = 'signed';
  /** The number at the end of the scale; 0: the next round number above all of them. */
  @property({ type: Number }) extent = 0;
  /** Hooks' names with blanks between: the scale reaches as far as those numbers too, so that figures can share one. */
  @property({ attribute: 'scale-hooks' }) scaleHooks = '';
  /** Decimal places of measured numbers; a matrix of exact ones (at most two places) writes each as short as it goes. */
  @property({ type: Number }) digits = 2;
  /** What the matrix is called, for assistive technology. */
  @property() caption = '';
  /** Shows the scale underneath. */
  @property({ type: Boolean }) legend = false;
  /** Cells are fields. */
  @property({ type: Boolean }) editable = false;
  /** A row whose numbers cannot stand as they are, and why; it is said underneath until the row is written in. */
  @property({ attribute: false }) complaint: Complaint | null = null;
  /** Rows that stand for no tokens are strips with their names too, if the matrix is wide. */
  @property({ type: Boolean }) strips = false;

  @state() private place: GridPlace = { row: 0, column: 0 };
  @state() private viewport = { top: 0, height: 640 };
  @state() private isWhole = false;
  @query('.scroller') private readonly scroller!: HTMLElement | null;
  @query('canvas') private readonly canvas!: HTMLCanvasElement | null;

  /** The cell of a strip that is looked at, whose number stands underneath. */
  #pointed: GridPlace | null = null;
  /** What the canvas shows. */
  #painted: readonly unknown[] = [];
  readonly #room = new WidthController(this, () => this.canvas !== null);
  readonly #fields = new Fields({
    changed: () => this.requestUpdate(),
    accepted: (place, value) => this.send('glass-edit', { ...place, value }),
    refused: (place) => this.send('glass-refuse', place),
  });

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('values')) this.#fields.settle();
  }

  protected override render(): TemplateResult {
    const values = this.#values;
    const placeholder = this.renderPlaceholder(values === null);
    if (placeholder || values === null) return html`${placeholder}`;
    const matrix = matrixOf(values, this.head);
    const drawing = this.#drawing(matrix);
    const isLarge = matrix.columns > kMaxColumnsWithDigits && !this.editable;
    const hasMask = this.legend && drawing.mask.data.some(isHidden);
    return html`<div class="scroller" @scroll=${this.#onScroll} aria-busy=${this.loading}>
        ${isLarge ? this.#large(matrix, drawing) : this.#cells(matrix, drawing)}
      </div>
      ${this.editable ? this.#complaint(matrix, drawing) : nothing}
      ${this.#speaks(drawing) ? html`<p class="unseen status" role="status"></p>` : nothing}
      ${this.legend ? html`<div class="foot">${legend(this.scale, drawing.extent, hasMask ? this.words.hidden : null)} <span class="pointed"></span></div>` : nothing}`;
  }

  override get figureTitle(): string {
    return this.name;
  }

  /** All rows, not only those in view. */
  override showWhole(whole: boolean): void {
    this.isWhole = whole;
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const values = this.#values;
    if (values === null) return {};
    const matrix = matrixOf(values, this.head);
    const { rows, columns, mask } = this.#drawing(matrix);
    const isMasked = mask.data.some(isHidden);
    return {
      rows: rows.map(({ text }) => text),
      columns: columns.map(({ text }) => text),
      values: rowsOf(matrix),
      ...(isMasked ? { hidden: hiddenOf(mask) } : {}),
    };
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.#mark();
    this.#paint(changed);
  }

  protected override figureChanged(subject: Subject): void {
    if (subject === 'run') super.figureChanged(subject);
    else if (!this.isUpdatePending) this.#mark();
  }

  override get neededHooks(): readonly string[] {
    const hooks = [this.values === null ? this.hook : '', this.maskHook, ...this.#scaleHooks];
    return hooks.filter((hook) => hook !== '');
  }

  get #scaleHooks(): readonly string[] {
    return this.scaleHooks.split(' ');
  }

  /** Paints the canvas, unless nothing has changed but what is looked at. */
  #paint(changed: PropertyValues<this>): void {
    const { canvas, scale, theme } = this;
    const values = this.#values;
    if (canvas === null || values === null) return;
    const matrix = matrixOf(values, this.head);
    const mask = this.mask ?? this.#activation(this.maskHook);
    const painted = [canvas, values, mask, this.head, scale, theme, this.#extent(matrix)];
    const isSame = !changed.has('values') && painted.every((part, i) => part === this.#painted[i]);
    if (isSame) return;
    this.#painted = painted;
    paint(canvas, matrix, scale, this.#extent(matrix), theme, this.#mask(matrix));
  }

  /** Marks the cells, rows and columns that are looked at, without rendering them. */
  #mark(): void {
    const { spot } = this.figure;
    const isLinked = this.rowsAs !== 'none' || this.columnsAs !== 'none';
    if (this.canvas !== null) this.#markLarge();
    else if (isLinked) {
      const parts = '.head[data-column], .label[data-row], .cell[data-row][data-column]';
      for (const part of this.renderRoot.querySelectorAll<HTMLElement>(`.grid :is(${parts})`)) {
        const { row, column } = placeOf(part);
        const isOn =
          (row === null || isLit(this.rowsAs, row, spot)) &&
          (column === null || isLit(this.columnsAs, column, spot));
        part.classList.toggle('on', isOn);
        if (column === null) part.parentElement?.classList.toggle('on', isOn);
      }
    }
    this.#speak(spot?.query ?? null);
  }

  #markLarge(): void {
    const { spot } = this.figure;
    markLarge(this.renderRoot, {
      isRowLit: (row) => isLit(this.rowsAs, row, spot),
      isColumnLit: (column) => isLit(this.columnsAs, column, spot),
      row: this.rowsAs === 'query' ? (spot?.query ?? null) : null,
      column: this.columnsAs === 'key' ? (spot?.key ?? null) : null,
    });
    this.#tellPointed();
  }

  /** Attention by itself tells of the row that is looked at; a `<glass-attention>` around tells of it already. */
  #speaks({ aloud }: Drawing): boolean {
    const { host } = this.getRootNode() as Partial<ShadowRoot>;
    return aloud.isAttention && host?.localName !== 'glass-attention';
  }

  #strongest(matrix: Matrix, row: number): string {
    const { aloud, mask } = this.#drawing(matrix);
    return aloud.strongest(matrix, mask, row);
  }

  /** Of figures side by side only the one with the focus speaks. */
  #speak(row: number | null): void {
    const status = this.renderRoot.querySelector('.status');
    const values = this.#values;
    if (status === null || values === null) return;
    const matrix = matrixOf(values, this.head);
    const isMeant = row !== null && row < matrix.rows && this.matches(':focus-within');
    status.textContent = isMeant ? this.#strongest(matrix, row) : '';
  }

  protected get name(): string {
    return this.caption;
  }

  get #values(): Tensor | null {
    return this.values ?? this.#activation(this.hook);
  }

  /** The matrix whose hidden entries hide these cells: the given mask, or the numbers themselves. */
  #mask(matrix: Matrix): Matrix {
    const mask = this.mask ?? this.#activation(this.maskHook);
    const scores = mask && matrixOf(mask, this.head);
    return scores && scores.data.length === matrix.data.length ? scores : matrix;
  }

  #activation(hook: string): Tensor | null {
    return this.figure.state.run?.activations[hook] ?? null;
  }

  #extent(matrix: Matrix): number {
    if (this.extent > 0) return this.extent;
    if (this.scale === 'probability') return 1;
    const others = this.#scaleHooks.flatMap((hook) => {
      const array = this.#activation(hook);
      return array ? [matrixOf(array, Math.min(this.head, headsOf(array) - 1)).data] : [];
    });
    return signedExtent(matrix.data, ...others);
  }

  #drawing(matrix: Matrix): Drawing {
    const rows = this.rowLabels ?? this.#labels(this.rowsAs, matrix.rows);
    const columns = this.columnLabels ?? this.#labels(this.columnsAs, matrix.columns);
    const looks = this.rowsAs === 'query' && this.columnsAs === 'key';
    const isAttention = looks && this.scale === 'probability' && !this.editable;
    return makeDrawing(matrix, {
      mask: this.#mask(matrix),
      extent: this.#extent(matrix),
      scale: this.scale,
      digits: this.digits,
      editable: this.editable,
      rows,
      columns,
      aloud: new Aloud(this.words, { rows, columns, isAttention }),
    });
  }

  #labels(axis: Axis, count: number): readonly Label[] {
    const { run } = this.figure.state;
    if (axis !== 'none' && run?.tokens.length === count) return tokenLabels(run.tokens);
    return Array.from({ length: count }, (_, i) => ({ text: String(i + 1) }));
  }

  #cells(matrix: Matrix, drawing: Drawing): TemplateResult {
    const isLong = matrix.rows > kMaxRowsAtOnce && !this.isWhole;
    const { first, end } = isLong
      ? rowsInView(matrix.rows, kRowHeight + 1, this.viewport.top, this.viewport.height)
      : { first: 0, end: matrix.rows };
    const isLinked = this.rowsAs !== 'none' || this.columnsAs !== 'none';
    const pad = (rows: number) =>
      rows > 0
        ? html`<div
            class="row pad"
            role="presentation"
            ${styles({ '--pad': `${rows * (kRowHeight + 1) - 1}px` })}
          ></div>`
        : nothing;
    return html`<div
      class="grid ${drawing.slanted ? 'slanted' : ''} ${isLinked ? 'linked' : ''}"
      part="grid"
      role=${this.editable ? 'table' : 'grid'}
      aria-label=${this.name}
      aria-rowcount=${matrix.rows + 1}
      aria-colcount=${matrix.columns + 1}
      ${styles(measures(drawing))}
      @pointerover=${this.#onOver}
      @pointerleave=${() => this.figure.look(null)}
      @click=${this.#onClick}
      @focusin=${this.#onOver}
      @focusout=${() => this.figure.look(null)}
      @keydown=${this.#onKey}
    >
      <div class="heads" role="row" aria-rowindex="1">
        <div class="corner" aria-hidden="true"></div>
        ${drawing.columns.map((label, column) => this.#head(label, column))}
      </div>
      ${pad(first)}
      ${Array.from({ length: end - first }, (_, i) => this.#row(matrix, drawing, first + i))}
      ${pad(matrix.rows - end)}
    </div>`;
  }

  #head(label: Label, column: number): TemplateResult {
    return html`<div
      class="head"
      role="columnheader"
      aria-colindex=${column + 2}
      data-column=${column}
      ${styles(hue(label))}
    >
      <bdi>${shownLabel(label)}</bdi>
    </div>`;
  }

  #row(matrix: Matrix, drawing: Drawing, row: number): TemplateResult {
    const label = drawing.rows[row] ?? { text: '' };
    return html`<div class="row" role="row" aria-rowindex=${row + 2} ${styles(hue(label))}>
      <div class="label" role="rowheader" data-row=${row}>
        <bdi>${shownLabel(label)}</bdi>
      </div>
      ${drawing.columns.map((_, column) => this.#cell(matrix, drawing, { row, column }))}
    </div>`;
  }

  #cell(matrix: Matrix, drawing: Drawing, { row, column }: GridPlace): TemplateResult {
    const value = at(matrix, row, column);
    const { aloud } = drawing;
    if (this.editable) {
      const label = this.words.labelled(
        this.name,
        this.words.listed(aloud.row(row), aloud.column(column)),
      );
      return this.#field(value, drawing, { row, column }, label);
    }
    const isFocused =
      row === Math.min(this.place.row, matrix.rows - 1) &&
      column === Math.min(this.place.column, matrix.columns - 1);
    const isMasked = isHidden(at(drawing.mask, row, column));
    const written = isMasked ? '' : drawing.write(value);
    const label = isMasked
      ? aloud.hiddenCell({ row, column })
      : spoken(written, aloud.cell(matrix, { row, column }), this.words);
    return html`<div
      class="cell ${isMasked ? 'masked' : ''}"
      role="gridcell"
      tabindex=${isFocused ? 0 : -1}
      data-row=${row}
      data-column=${column}
      aria-label=${label}
      ${styles(isMasked ? {} : shade(value, drawing.extent, this.scale))}
    >
      <span class=${value === 0 ? 'zero' : ''}>${written}</span>
    </div>`;
  }

  #field(value: number, drawing: Drawing, place: GridPlace, label: string): TemplateResult {
    const field = this.#fields.render({
      place,
      written: drawing.write(value),
      label,
      isSigned: this.scale === 'signed',
      isWrong: this.#standing?.row === place.row,
    });
    return html`<div class="cell" role="cell" ${styles(shade(value, drawing.extent, this.scale))}>
      ${field}
    </div>`;
  }

  /** The complaint from outside, unless the reader is at it. */
  get #standing(): Complaint | null {
    const { complaint } = this;
    return complaint !== null && !this.#fields.isTyping(complaint.row) ? complaint : null;
  }

  #complaint(matrix: Matrix, drawing: Drawing): TemplateResult {
    const place = this.#fields.refused;
    const text =
      place === null
        ? (this.#standing?.text ?? '')
        : this.words.notNumber(drawing.write(at(matrix, place.row, place.column)));
    return html`<p
      class="complaint"
      part="complaint"
      id=${kComplaint}
      role="status"
      data-control
      .textContent=${text}
    ></p>`;
  }

  #large(matrix: Matrix, drawing: Drawing): TemplateResult {
    const focus = {
      row: Math.min(this.place.row, matrix.rows - 1),
      column: Math.min(this.place.column, matrix.columns - 1),
    };
    const rows = namesOf(drawing.rows);
    const layout = largeLayout({
      rows: matrix.rows,
      columns: matrix.columns,
      width: this.#room.width || kUnknownWidth,
      isNarrow: this.isNarrow,
      names: this.rowsAs === 'none' && !this.strips ? null : rows.map((name) => name.text),
    });
    return renderLarge({
      matrix,
      layout,
      rows,
      columns: namesOf(drawing.columns),
      focus,
      text: (row, column) => drawing.aloud.cell(matrix, { row, column }),
      caption: this.name,
      onOver: (event, canvas) => this.#point(cellAt(event, canvas, matrix)),
      onLeave: () => this.#point(null),
      onClick: (event, canvas) => this.#pinAt(cellAt(event, canvas, matrix)),
      onKey: this.#onKey,
      onFocus: () => this.#point(focus),
    });
  }

  /** Looks at a cell of a large matrix. A strip stands for its token as a whole; the number is told underneath. */
  #point(place: GridPlace | null): void {
    const isStrip = this.renderRoot.querySelector('.strips') !== null;
    this.#pointed = isStrip ? place : null;
    this.#tellPointed();
    if (place === null) this.figure.look(null);
    else this.#lookAt(isStrip ? { row: place.row, column: null } : place);
  }

  /** The number of the strip's cell that is looked at. */
  #tellPointed(): void {
    const status = this.renderRoot.querySelector('.pointed');
    const values = this.#values;
    if (status === null || values === null) return;
    const matrix = matrixOf(values, this.head);
    const { row, column } = this.#pointed ?? { row: matrix.rows, column: 0 };
    const isThere = row < matrix.rows && column < matrix.columns;
    status.textContent = isThere ? this.#drawing(matrix).aloud.cell(matrix, { row, column }) : '';
  }

  #lookAt(place: AxisPlace): void {
    this.figure.look(spotOf(place, this.rowsAs, this.columnsAs));
  }

  #pinAt(place: AxisPlace): void {
    const spot = spotOf(place, this.rowsAs, this.columnsAs);
    if (spot !== null) this.figure.pin(spot);
    this.send('glass-pin', place);
  }

  readonly #onOver = (event: Event): void => {
    const place = placeAt(event);
    if (place === null) return;
    if (event.type === 'focusin' && place.row !== null && place.column !== null)
      this.place = { row: place.row, column: place.column };
    this.#lookAt(place);
  };

  readonly #onClick = (event: Event): void => {
    const place = placeAt(event);
    if (place !== null && !this.editable) this.#pinAt(place);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const values = this.#values;
    if (values === null) return;
    if (this.editable) return this.#onFieldKey(event);
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.#pinAt(this.place);
      return;
    }
    const { rows, columns } = matrixOf(values, this.head);
    const to = moveInGrid(this.place, event, rows, columns);
    if (to === null) return;
    event.preventDefault();
    void this.#focusCell(to);
  };

  /** Up and down go from field to field; left and right go through the text in one. */
  #onFieldKey(event: KeyboardEvent): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const at = placeAt(event);
    if (step === undefined || isComposingKey(event) || at === null || at.row === null) return;
    event.preventDefault();
    this.renderRoot
      .querySelector<HTMLElement>(`input[data-row="${at.row + step}"][data-column="${at.column}"]`)
      ?.focus();
  }

  async #focusCell(place: GridPlace): Promise<void> {
    this.place = place;
    if (this.scroller !== null && this.canvas === null) this.#scrollTo(place.row);
    await this.updateComplete;
    const cell = this.renderRoot.querySelector<HTMLElement>(
      `.cell[data-row="${place.row}"][data-column="${place.column}"]`,
    );
    cell?.focus();
    if (this.canvas !== null) this.#point(place);
  }

  /** Brings a row that is not drawn into view, so that it is. */
  #scrollTo(row: number): void {
    const scroller = this.scroller as HTMLElement;
    const top = row * (kRowHeight + 1);
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + 3 * kRowHeight > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = top + 3 * kRowHeight - scroller.clientHeight;
    this.#onScroll();
  }

  readonly #onScroll = (): void => {
    const scroller = this.scroller;
    if (scroller !== null)
      this.viewport = { top: scroller.scrollTop, height: scroller.clientHeight };
  };
}

/** What is wrong with a row. */
export interface Complaint {
  readonly row: number;
  readonly text: string;
}

function namesOf(labels: readonly Label[]): readonly Name[] {
  return labels.map((label) => ({
    text: shorten(label.text, kLongestName),
    hue: label.position === undefined ? 'var(--gf-soft)' : tokenColour(label.position),
  }));
}

/** Row by row, whether the mask hides the cell. */
function hiddenOf(mask: Matrix): boolean[][] {
  return Array.from({ length: mask.rows }, (_, row) => Array.from(rowOf(mask, row), isHidden));
}

/** The place that an event of the grid happened at. */
function placeAt(event: Event): AxisPlace | null {
  const target = (event.target as Element).closest<HTMLElement>('[data-row], [data-column]');
  return target && placeOf(target);
}

function placeOf({ dataset: { row, column } }: HTMLElement): AxisPlace {
  return {
    row: row === undefined ? null : Number(row),
    column: column === undefined ? null : Number(column),
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-matrix': GlassMatrix;
  }
}
