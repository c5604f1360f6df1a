import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { tokenColour } from '../../view/colour.ts';
import { signedExtent } from '../../view/extent.ts';
import { moveInGrid } from '../../view/grid.ts';
import { shorten, visibleText } from '../../view/label.ts';
import { type Matrix, rowOf } from '../../view/matrix.ts';
import {
  addedRows,
  type AddedRows,
  columnAt,
  vectorLength,
  withPosition,
} from '../../view/positions.ts';
import { isEncoderDecoder } from '../../shared/architecture.ts';
import { controls, oneOf, whole } from '../base/attributes.ts';
import type { Subject } from '../base/figure-context.ts';
import { GlassElement } from '../base/glass-element.ts';
import type { Listening } from '../events.ts';
import { FigureAnswer } from '../base/figure-answer.ts';
import { segments } from '../base/segments.ts';
import { styles } from '../base/styles-directive.ts';
import { paint, paintOnce } from '../base/paint.ts';
import { type Reading, readingOf, readsSame } from '../base/layered-run.ts';
import { legend } from '../base/legend.ts';
import { legendStyles } from '../base/legend.styles.ts';
import { type Added, kHooks, readAdded, runOf } from './added.ts';
import { positionsStyles } from './glass-positions.styles.ts';
import { common } from '../i18n/subjects/common.ts';
import { vectors } from '../i18n/subjects/vectors.ts';

/** More rows than this are lower ones. */
const kManyRows = 32;

type Source = 'model' | 'formula';
const kParts = ['embedding', 'position', 'sum'] as const;

const kVocabulary = common.with(vectors);

/**
 * Positions added: the table of positions as a picture (learned, or sine and cosine, as the model has it; the formula of
 * the paper beside it on demand), and for the token that is looked at three strips under one another on one scale: its
 * embedding, its position, and their sum, which enters the first layer (with the formula's positions: would enter it), with
 * the digits of the column that is looked at.
 * In the picture arrow keys go through the text's tokens, in the strips through the columns.
 *
 * @element glass-positions
 * @fires glass-pin - a token was chosen; detail: { token: number } (its position)
 * @csspart table - the picture of the positions
 * @csspart digits - the sum of the column that is looked at
 * @cssprop [--glass-positions-max-height=22rem] - height from which the picture scrolls
 */
export class GlassPositions extends GlassElement {
  declare addEventListener: Listening<'glass-positions', this>['addEventListener'];
  declare removeEventListener: Listening<'glass-positions', this>['removeEventListener'];
  static override styles = [...[GlassElement.styles].flat(), legendStyles, positionsStyles];
  static override readonly subjects: readonly Subject[] = ['run', 'text', 'hover', 'pin'];

  static override readonly needs: readonly string[] = kHooks;
  static override readonly rules = {
    source: oneOf('model', 'formula'),
    column: whole(0),
    fixed: controls('source', 'column'),
  };

  /** The positions that are drawn: the model's own, or those of the formula. */
  @property() source: Source = 'model';
  /** The column whose digits are shown while none is looked at. */
  @property({ type: Number }) column = 0;

  #lookedColumn: number | null = null;
  readonly #answers = new FigureAnswer<Reading, Added>(this, {
    answer: async ({ model, run, text }) => {
      const own = await runOf(model, run, text);
      return own && readAdded(model, own);
    },
    now: () => readingOf(this.figure),
    same: readsSame,
    keepsLast: ({ model }) => isEncoderDecoder(model),
  });

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  protected override willUpdate(): void {
    const { model } = this.figure.state;
    if (model !== null) this.checkPlace('column', model.config.resolved.d_model);
    this.#answers.askNow();
  }

  protected override render(): TemplateResult {
    const added = this.#answers.shown;
    const isNone = this.figure.state.model?.config.resolved.positions === 'none';
    const emptyText = isNone ? this.words.positions.none : this.words.empty;
    const placeholder = this.renderPlaceholder(
      added === null,
      emptyText,
      this.#answers.isBusy && !isNone,
    );
    if (placeholder || added === null) return html`${placeholder}`;
    return html`${this.#choice(added)}${this.#table(added)}
    ${this.tracked.value(() => this.#strips(added))}`;
  }

  protected override afterDrawing(): void {
    const added = this.#answers.shown;
    if (added === null) return;
    this.#mark(this.#row(added));
    const rows = this.#rows(added);
    const extent = this.#extent(added);
    this.#paint('.picture canvas', this.#drawn(added), extent);
    kParts.forEach((part) =>
      this.#paint(
        `.strip.${part} canvas`,
        { rows: 1, columns: rows[part].length, data: rows[part] },
        extent,
      ),
    );
  }

  /** Marks the row that is looked at, beside the picture and in it. */
  #mark(row: number): void {
    this.renderRoot.querySelectorAll<HTMLElement>('.rows button').forEach((button, position) => {
      const isOn = position === row;
      button.classList.toggle('on', isOn);
      button.tabIndex = isOn ? 0 : -1;
      button.setAttribute('aria-pressed', String(isOn));
    });
    const mark = this.renderRoot.querySelector<HTMLElement>('.picture .mark');
    mark?.style.setProperty('--hue', tokenColour(row));
    mark?.style.setProperty('--at', `${row}`);
  }

  #choice({ kind }: Added): TemplateResult | typeof nothing {
    const { positions: words } = this.words;
    if (kind === 'sinusoidal') return nothing;
    const sources: readonly [Source, string][] = [
      ['model', words.learned],
      ['formula', words.sinusoidal],
    ];
    return html`<div class="top">
      ${segments(words.source, 'source', sources, this.source, (source) => this.choose('source', source))}
    </div>`;
  }

  #table(added: Added): TemplateResult {
    const { positions: words } = this.words;
    const table = this.#drawn(added);
    const beyond = table.rows - added.tokens.length;
    return html`<div class="table ${table.rows > kManyRows ? 'low' : ''}" part="table">
        <div
          class="rows"
          role="group"
          aria-label=${words.table(table.rows, table.columns)}
          @keydown=${this.#onRowKey}
          @pointerleave=${() => this.figure.look(null)}
        >
          ${added.tokens.map(
            (token, position) =>
              html`<button
                ${styles({ '--hue': tokenColour(position) })}
                @pointerenter=${() => this.#look(position)}
                @focus=${() => this.#look(position)}
                @blur=${() => this.figure.look(null)}
                @click=${() => this.#pin(position)}
              >
                <bdi>${shorten(visibleText(token.text), 10)}</bdi>
                <span class="unseen">${words.position}</span>${position}
              </button>`,
          )}
          ${Array.from(
            { length: Math.max(0, beyond) },
            (_, i) => html`<span class="beyond">${added.tokens.length + i}</span>`,
          )}
        </div>
        <div
          class="picture"
          @pointermove=${(event: PointerEvent) => this.#onPicture(event, added, false)}
          @pointerleave=${this.#leave}
          @click=${(event: MouseEvent) => this.#onPicture(event, added, true)}
          ${styles({ '--rows': `${table.rows}` })}
        >
          <canvas role="img" aria-label=${words.table(table.rows, table.columns)}></canvas>
          <div class="mark"></div>
        </div>
      </div>
      <div class="foot">${legend('signed', this.#extent(added), null, this.shades)}</div>`;
  }

  #strips(added: Added): TemplateResult {
    const { positions: words } = this.words;
    const row = this.#row(added);
    const rows = this.#rows(added);
    const columns = added.sum.columns;
    const column = Math.min(this.#lookedColumn ?? this.column, columns - 1);
    const token = visibleText(added.tokens[row]?.text ?? '');
    const digits = words.digits(
      rows.embedding[column] as number,
      rows.position[column] as number,
      rows.sum[column] as number,
    );
    const name = words.columnName(column + 1, columns);
    return html`<p class="title" ${styles({ '--hue': tokenColour(row) })}>
        ${this.words.labelled(this.words.quoted({ text: token, ordinal: 0 }), this.#isFormula && added.kind !== 'sinusoidal' ? words.wouldBe : words.added)}
      </p>
      <div
        class="strips ${this.isNarrow ? 'narrow' : ''}"
        role="slider"
        tabindex="0"
        aria-label=${words.strips(token)}
        aria-valuemin="1"
        aria-valuemax=${columns}
        aria-valuenow=${column + 1}
        aria-valuetext=${this.words.labelled(name, digits)}
        @keydown=${(event: KeyboardEvent) => this.#onColumnKey(event, columns)}
        @pointerleave=${() => this.#lookAtColumn(null)}
      >
        ${kParts.map((part, i) => this.#strip(part, ['', '+', '='][i] ?? '', rows, column))}
      </div>
      <p class="digits" part="digits">
        <span>${this.words.labelled(name, '')}</span><b>${digits}</b>
      </p>`;
  }

  #strip(
    part: (typeof kParts)[number],
    sign: string,
    rows: AddedRows,
    column: number,
  ): TemplateResult {
    const { positions: words } = this.words;
    const values = rows[part];
    const width = 100 / values.length;
    return html`<span class="sign" aria-hidden="true">${sign}</span
      ><span class="name"
        >${words[part]} <span class="length">${words.length(vectorLength(values))}</span></span
      >
      <div
        class="strip ${part}"
        @pointermove=${(event: PointerEvent) => this.#lookAtColumn(columnOf(event, values.length))}
        @click=${(event: MouseEvent) => this.choose('column', columnOf(event, values.length))}
      >
        <canvas aria-hidden="true"></canvas>
        <div
          class="column"
          ${styles({ left: `${(column * width).toFixed(3)}%`, width: `${width.toFixed(3)}%` })}
        ></div>
      </div>`;
  }

  /** The row that is looked at: the text's last one, unless the reader looks at another. */
  #row({ tokens }: Added): number {
    const { spot } = this.figure;
    const row = spot?.query ?? spot?.key ?? tokens.length - 1;
    return Math.min(row, tokens.length - 1);
  }

  #rows(added: Added): AddedRows {
    const row = this.#row(added);
    const rows = addedRows(added.embedding, added.position, added.sum, row);
    return this.#isFormula ? withPosition(rows, rowOf(added.formula, row)) : rows;
  }

  get #isFormula(): boolean {
    return this.source === 'formula';
  }

  #drawn({ table, formula }: Added): Matrix {
    return this.#isFormula ? formula : table;
  }

  /** One scale for the picture and the strips, whichever token is looked at. */
  #extent(added: Added): number {
    const { embedding, position, sum } = added;
    return signedExtent(this.#drawn(added).data, embedding.data, position.data, sum.data);
  }

  #paint(selector: string, matrix: Matrix, extent: number): void {
    const canvas = this.renderRoot.querySelector<HTMLCanvasElement>(selector);
    if (canvas === null) return;
    const { shades } = this;
    const { buffer, byteOffset } = matrix.data;
    paintOnce(canvas, [buffer, byteOffset, extent, shades], () =>
      paint(canvas, matrix, { scale: 'signed', extent, ...shades }),
    );
  }

  #look(position: number): void {
    this.figure.look({ query: position, key: null });
  }

  #pin(position: number): void {
    this.figure.pin({ query: position, key: null });
    this.send('glass-pin', { token: position });
  }

  #lookAtColumn(column: number | null): void {
    this.#lookedColumn = column;
    this.tracked.write();
  }

  readonly #leave = (): void => {
    this.#lookAtColumn(null);
    this.figure.look(null);
  };

  #onPicture(event: MouseEvent, added: Added, pins: boolean): void {
    const { top, height } = (event.currentTarget as Element).getBoundingClientRect();
    const row = columnAt((event.clientY - top) / height, this.#drawn(added).rows);
    if (row >= added.tokens.length) return;
    const column = columnOf(event, added.sum.columns);
    this.#lookAtColumn(column);
    if (!pins) return this.#look(row);
    this.choose('column', column);
    this.#pin(row);
  }

  readonly #onRowKey = (event: KeyboardEvent): void => {
    const buttons = this.renderRoot.querySelectorAll<HTMLElement>('.rows button');
    const row = [...buttons].indexOf(event.target as HTMLElement);
    const to = moveInGrid({ row, column: 0 }, event, buttons.length, 1);
    if (to === null || row < 0) return;
    event.preventDefault();
    buttons[to.row]?.focus();
  };

  #onColumnKey(event: KeyboardEvent, columns: number): void {
    const to = moveInGrid({ row: 0, column: this.column }, event, 1, columns);
    if (to === null) return;
    event.preventDefault();
    this.#lookedColumn = null;
    this.choose('column', to.column);
  }
}

/** The column of a strip or a picture under the pointer. */
function columnOf(event: MouseEvent, columns: number): number {
  const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
  return columnAt((event.clientX - left) / width, columns);
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-positions': GlassPositions;
  }
}
