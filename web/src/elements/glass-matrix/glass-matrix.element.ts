import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { Tensor } from '../../shared/run-types.ts';
import type { Scale } from '../../view/colour.ts';
import { type Axis, type AxisPlace, isLit, spotOf } from '../../view/axis.ts';
import { type GridPlace, moveInGrid } from '../../view/grid.ts';
import { inPixels, largeLayout } from '../../view/large.ts';
import type { Label } from '../../view/label.ts';
import { at } from '../../view/matrix.ts';
import { formatTyped, isHidden, type Origin } from '../../view/number.ts';
import { amount, controls, hookName, kMaxDigits, oneOf, whole } from '../base/attributes.ts';
import { asLabels, asTensor, labelsIn, type Rows, tensorIn } from '../base/json-attributes.ts';
import type { ShownModel } from '../base/export/context.ts';
import type { Json } from '../base/export/json.ts';
import type { Subject } from '../base/figure-context.ts';
import { GlassElement } from '../base/glass-element.ts';
import type { Listening } from '../events.ts';
import { aTensor, someLabels } from '../base/kinds.ts';
import { legend } from '../base/legend.ts';
import { legendStyles } from '../base/legend.styles.ts';
import { paint, paintOnce } from '../base/paint.ts';
import { scrolled, ScrollHint, scrollHintStyles } from '../base/scroll-hint.ts';
import { isComposingKey } from '../base/typed.ts';
import { WidthController } from '../base/width.ts';
import { checkLabels, checkMask } from '../base/written-sizes.ts';
import { renderCells } from './cells.ts';
import { digitLayout } from './digit-layout.ts';
import { checkEditable, type Complaint, Fields } from './fields.ts';
import { matrixStyles } from './glass-matrix.styles.ts';
import { cellAt, markLarge, namesOf, renderLarge } from './large-matrix.ts';
import { markCells, placeAt } from './places.ts';
import { ScrolledRows } from './scrolled-rows.ts';
import { checkHooks, hooksOf, jsonOf, type Shown, shownOf, takesFromRun } from './shown.ts';

/** Wider matrices show shades instead of digits, on a canvas. */
const kMaxColumnsWithDigits = 24;
/** Decimal places of the sentence about a cell. */
const kToldDigits = 4;
/** Pixels across, until it is known. */
const kUnknownWidth = 320;
const kAxes: readonly Axis[] = ['query', 'key', 'token', 'none'];

/**
 * A matrix with labels: digits on shades if it is small, shades alone if it has more than 24 columns; then the names of the
 * cell that is looked at, and its number, stand underneath, as they do beside a scale where cells have fewer than 4 digits. Cells are a grid for the keyboard: arrows, Home, End, Enter pins, Escape clears the selection.
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
  declare addEventListener: Listening<'glass-matrix', this>['addEventListener'];
  declare removeEventListener: Listening<'glass-matrix', this>['removeEventListener'];
  static override styles = [
    ...[GlassElement.styles].flat(),
    legendStyles,
    scrollHintStyles,
    matrixStyles,
  ];
  static override readonly subjects: readonly Subject[] = ['run', 'hover', 'pin'];
  static override readonly rules = {
    values: aTensor,
    mask: aTensor,
    rowLabels: someLabels,
    columnLabels: someLabels,
    hook: hookName,
    maskHook: hookName,
    head: whole(0),
    rowsAs: oneOf(...kAxes),
    columnsAs: oneOf(...kAxes),
    scale: oneOf('signed', 'probability'),
    extent: amount(0),
    digits: whole(0, kMaxDigits),
    fixed: controls('numbers'),
  };

  /** (rows, columns), or (H, rows, columns) of which `head` is shown: a tensor, or rows `[[1, 2], [3, 4]]`, which the attribute has. */
  @property({ converter: asTensor }) values: Tensor | Rows | null = null;
  /** A hook's name: shows that activation of the surrounding figure, where `values` is not given. */
  @property() hook = '';
  /** Which of several matrices, counted from 0. */
  @property({ type: Number }) head = 0;
  /** Scores of the same shape, or (rows, columns) for all heads: what they hide is hatched here too (−∞, or in rows null). */
  @property({ converter: asTensor }) mask: Tensor | Rows | null = null;
  /** A hook's name: takes the mask from that activation. */
  @property({ attribute: 'mask-hook' }) maskHook = '';
  /** What stands beside the rows, in place of the surrounding figure's tokens or of numbers: texts `["a", "b"]`, or objects with a text. */
  @property({ attribute: 'row-labels', converter: asLabels }) rowLabels:
    readonly (Label | string)[] | null = null;
  /** The same for the columns. */
  @property({ attribute: 'column-labels', converter: asLabels }) columnLabels:
    readonly (Label | string)[] | null = null;
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

  @state() private place: GridPlace = { row: 0, column: 0 };
  @query('.scroller') private readonly scroller!: HTMLElement | null;
  @query('canvas') private readonly canvas!: HTMLCanvasElement | null;

  /** What was rendered last. */
  #shown: Shown | null = null;
  /** The cell that is looked at, whose number stands underneath. */
  #pointed: AxisPlace | null = null;
  /** Counts the values that were given. */
  #version = 0;
  readonly #room = new WidthController(this, () => this.canvas !== null);
  readonly #rows = new ScrolledRows(this, () => this.scroller);
  readonly #fields = new Fields({
    changed: () => this.requestUpdate(),
    accepted: (place, value) => this.send('glass-edit', { ...place, value }),
    refused: (place) => this.send('glass-refuse', place),
  });

  constructor() {
    super();
    new ScrollHint(this, '.scroller');
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('values')) return;
    this.#fields.settle();
    this.#version += 1;
  }

  protected override render(): TemplateResult {
    this.#shown = null;
    checkHooks(this, this.figure.state);
    const shown = shownOf(this, this.figure.state.run, this.words);
    const { empty, noNumbers } = this.words;
    const emptyText = this.hook === '' ? noNumbers('values="[[…]]"', 'hook="…"') : empty;
    const placeholder = this.renderPlaceholder(shown === null, emptyText);
    if (placeholder || shown === null) return html`${placeholder}`;
    this.#checkSizes(shown);
    if (this.editable) checkEditable(shown.matrix);
    this.#shown = shown;
    const isLarge = shown.matrix.columns > kMaxColumnsWithDigits && !this.editable;
    return html`<div class="scroller" @scroll=${this.#rows.onScroll} aria-busy=${this.loading}>
        ${scrolled(isLarge ? this.#large(shown) : this.#cells(shown))}
      </div>
      ${this.#isEditable ? this.#complaint(shown) : nothing}
      ${this.#speaks(shown) ? html`<p class="unseen status" role="status"></p>` : nothing}
      ${this.#foot(shown, isLarge)}`;
  }

  /** The scale, and the cell of a large matrix that is looked at: not of one among others that have no scale, either. */
  #foot({ mask, extent }: Shown, isLarge: boolean): TemplateResult | typeof nothing {
    const { legend: hasScale } = this;
    if (!hasScale && (!isLarge || this.values === null || this.#isInAttention)) return nothing;
    const hidden = hasScale && mask.data.some(isHidden) ? this.words.hidden : null;
    return html`<div class="foot">
      ${hasScale ? legend(this.scale, extent, hidden, this.shades) : nothing}
      <span class="pointed ${!isLarge && this.#isRounded ? 'line' : ''}"></span>
    </div>`;
  }

  /** Whether its cells have fewer places than its sentences about them. */
  get #isRounded(): boolean {
    return this.digits < kToldDigits && !this.editable && !this.#isInAttention;
  }

  override get figureTitle(): string {
    return this.name;
  }

  /** @ignore All rows, not only those in view. */
  override showWhole(whole: boolean): void {
    this.#rows.showWhole(whole);
  }

  /** @ignore */
  override showPrinted(isPrinted: boolean): void {
    this.showWhole(isPrinted);
    this.performUpdate();
  }

  #checkSizes({ values, matrix }: Shown): void {
    if (this.values === null) return;
    checkLabels('row-labels', labelsIn(this.rowLabels), matrix.rows);
    checkLabels('column-labels', labelsIn(this.columnLabels), matrix.columns);
    checkMask(tensorIn(this.mask), values);
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const shown = shownOf(this.asItStands, this.figure.state.run, this.words);
    return shown === null ? {} : jsonOf(shown);
  }

  protected override updated(): void {
    this.#mark();
    this.#paint();
  }

  protected override figureChanged(subject: Subject): void {
    if (subject === 'run') super.figureChanged(subject);
    else if (!this.isUpdatePending) this.#mark();
  }

  override get neededHooks(): readonly string[] {
    return hooksOf(this);
  }

  /** @ignore */
  override get needsModel(): boolean {
    return this.values === null ? this.hook !== '' : takesFromRun(this);
  }

  /** @ignore Numbers of its own are not about the text around it, nor its model's. */
  override get shownText(): string {
    return this.needsModel ? super.shownText : '';
  }

  /** @ignore */
  override get shownModel(): ShownModel | null {
    return this.needsModel ? super.shownModel : null;
  }

  #paint(): void {
    const { canvas, scale, shades } = this;
    const shown = this.#shown;
    if (canvas === null || shown === null) return;
    const { values, maskValues, matrix, mask, extent } = shown;
    const sources = [values, this.#version, maskValues, this.head, scale, shades, extent];
    paintOnce(canvas, sources, () => paint(canvas, matrix, { scale, extent, ...shades, mask }));
  }

  /** Marks the cells, rows and columns that are looked at, without rendering them. */
  #mark(): void {
    const { spot } = this.figure;
    if (this.canvas !== null) this.#markLarge();
    else {
      markCells(this.renderRoot, this.rowsAs, this.columnsAs, spot);
      this.#tellPointed();
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

  /** Whether it announces the row that is looked at: for attention, unless a `<glass-attention>` around it does. */
  #speaks({ accessible }: Shown): boolean {
    return accessible.isAttention && !this.#isInAttention;
  }

  /** A `<glass-attention>` around it says itself what is looked at. */
  get #isInAttention(): boolean {
    const { host } = this.getRootNode() as Partial<ShadowRoot>;
    return host?.localName === 'glass-attention';
  }

  /** Whether a large one has names: where its rows are tokens, or an author has named them or the columns. */
  get #hasNames(): boolean {
    return this.rowsAs !== 'none' || this.rowLabels !== null || this.columnLabels !== null;
  }

  /** Of figures side by side only the one with the focus speaks. */
  #speak(row: number | null): void {
    const status = this.renderRoot.querySelector('.status');
    if (status === null || this.#shown === null) return;
    const { accessible, matrix, mask } = this.#shown;
    const isMeant = row !== null && row < matrix.rows && this.matches(':focus-within');
    status.textContent = isMeant ? accessible.strongest(matrix, mask, row) : '';
  }

  protected get name(): string {
    if (this.caption !== '') return this.caption;
    const { rows, columns } = this.#shown?.matrix ?? { rows: 0, columns: 0 };
    return this.values === null ? this.hook : this.words.numbersIn(rows, columns);
  }

  /** Where the keyboard stands, within what there is: the matrix may have been a larger one. */
  get #focus(): GridPlace {
    const { rows, columns } = this.#shown?.matrix ?? { rows: 1, columns: 1 };
    const { row, column } = this.place;
    return {
      row: Math.max(0, Math.min(row, rows - 1)),
      column: Math.max(0, Math.min(column, columns - 1)),
    };
  }

  get #isEditable(): boolean {
    return this.editable && !this.hasFixed('numbers');
  }

  get #origin(): Origin {
    if (this.editable) return 'typed';
    return this.scale === 'probability' ? 'probability' : 'computed';
  }

  #cells(shown: Shown): TemplateResult {
    const { matrix, rows, columns } = shown;
    const { digits } = this;
    const layout = digitLayout({ matrix, rows, columns, digits, origin: this.#origin });
    return renderCells({
      shown,
      layout,
      scale: this.scale,
      shades: this.shades,
      drawn: this.#rows.drawn(matrix.rows),
      focus: this.#focus,
      isLinked: this.rowsAs !== 'none' || this.columnsAs !== 'none',
      caption: this.name,
      words: this.words,
      field: this.#isEditable
        ? (place, value) => this.#field(shown, place, layout.write(value))
        : null,
      onOver: this.#onOver,
      onLeave: () => this.#point(null),
      onClick: this.#onClick,
      onKey: this.#onKey,
    });
  }

  #field({ accessible }: Shown, place: GridPlace, written: string): TemplateResult {
    const { labelled, listed } = this.words;
    return this.#fields.render({
      place,
      written,
      label: labelled(
        this.name,
        listed(accessible.row(place.row), accessible.column(place.column)),
      ),
      isSigned: this.scale === 'signed',
      complaint: this.complaint,
    });
  }

  #complaint({ matrix }: Shown): TemplateResult {
    return this.#fields.renderComplaint(this.complaint, ({ row, column }) =>
      this.words.notNumber(formatTyped(at(matrix, row, column))),
    );
  }

  #large({ matrix, rows, columns, accessible }: Shown): TemplateResult {
    const focus = this.#focus;
    const names = namesOf(rows);
    const layout = inPixels(
      largeLayout({
        rows: matrix.rows,
        columns: matrix.columns,
        width: this.#room.width || kUnknownWidth,
        isNarrow: this.isNarrow,
        names: this.#hasNames ? names.map((name) => name.text) : null,
        hasColumnNames: this.columnLabels !== null,
      }),
      this.#room.type,
    );
    return renderLarge({
      matrix,
      layout,
      rows: names,
      columns: namesOf(columns),
      focus,
      text: (row, column) => accessible.cell(matrix, { row, column }),
      caption: this.name,
      onOver: (event, canvas) => this.#point(cellAt(event, canvas, matrix)),
      onLeave: () => this.#point(null),
      onClick: (event, canvas) => {
        this.place = cellAt(event, canvas, matrix);
        // After a tap a finger scrolls its rows.
        canvas.querySelector<HTMLElement>('.mark.cell')?.focus({ preventScroll: true });
        this.#pinAt(this.place);
      },
      onKey: this.#onKey,
      onFocus: () => this.#point(this.#focus),
    });
  }

  /** Looks at a cell, a row or a column. A strip represents its whole token; the number is written below it. */
  #point(place: AxisPlace | null): void {
    const isStrip = this.renderRoot.querySelector('.strips') !== null;
    this.#pointed = this.#isInAttention ? null : place;
    this.#tellPointed();
    const looked = isStrip && place ? { row: place.row, column: null } : place;
    this.figure.look(looked && spotOf(looked, this.rowsAs, this.columnsAs));
  }

  /** The number of the cell that is looked at, with the names of its row and column. */
  #tellPointed(): void {
    const status = this.renderRoot.querySelector(this.canvas ? '.pointed' : '.line');
    if (status === null || this.#shown === null) return;
    const { matrix, mask, accessible } = this.#shown;
    const row = this.#pointed?.row ?? matrix.rows;
    const column = this.#pointed?.column ?? matrix.columns;
    status.textContent =
      row >= matrix.rows || column >= matrix.columns
        ? ''
        : isHidden(at(mask, row, column))
          ? accessible.hiddenCell({ row, column })
          : accessible.cell(matrix, { row, column });
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
    this.#point(place);
  };

  readonly #onClick = (event: Event): void => {
    const place = placeAt(event);
    if (place !== null && !this.#isEditable) this.#pinAt(place);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (this.#shown === null) return;
    if (this.#isEditable) return this.#onFieldKey(event);
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.#pinAt(this.#focus);
      return;
    }
    const { rows, columns } = this.#shown.matrix;
    const to = moveInGrid(this.#focus, event, rows, columns);
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
    if (this.canvas === null) this.#rows.bringIntoView(place.row);
    await this.updateComplete;
    const cell = this.renderRoot.querySelector<HTMLElement>(
      `.cell[data-row="${place.row}"][data-column="${place.column}"]`,
    );
    cell?.focus();
    if (this.canvas !== null) this.#point(place);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-matrix': GlassMatrix;
  }
}
