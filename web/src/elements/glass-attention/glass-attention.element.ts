import { html, nothing, svg, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { NamedArray, Token } from '../../shared/types.ts';
import { tokenColour } from '../../view/colour.ts';
import { type Label, shorten, tokenLabels } from '../../view/label.ts';
import { attentionLines, kMostLines } from '../../view/lines.ts';
import { argmax, at, headsOf, type Matrix, matrixOf, rowOf } from '../../view/matrix.ts';
import { type Json, rowsOf } from '../base/export/json.ts';
import { GlassElement } from '../base/glass-element.ts';
import { styles } from '../base/styles-directive.ts';
import '../glass-matrix/glass-matrix.ts';
import { attentionStyles } from './glass-attention.styles.ts';

export type AttentionView = 'matrix' | 'lines';

const kLineRow = 26;
const kLinesWidth = 200;

interface Shown {
  /** (H, Tq, Tk) or (Tq, Tk). */
  readonly pattern: NamedArray;
  readonly head: number;
  readonly matrix: Matrix;
  readonly queries: readonly Label[];
  readonly keys: readonly Label[];
}

/**
 * Who looks at whom: the weights of one head as a matrix (a row looks, a column is looked at) or as lines from the
 * tokens on the left to those on the right.
 *
 * @element glass-attention
 * @fires glass-view - the reader chose the other view; detail: { view }
 * @fires glass-pin - a cell was chosen; detail: { row, column }
 * @csspart readout - the sentence about what is looked at
 * @cssprop [--glass-matrix-max-height=26rem] - height from which the figure scrolls
 */
export class GlassAttention extends GlassElement {
  static override styles = [...[GlassElement.styles].flat(), attentionStyles];

  /** (Tq, Tk) or (H, Tq, Tk), in place of the surrounding figure's. */
  @property({ attribute: false }) pattern: NamedArray | null = null;
  @property({ attribute: false }) tokens: readonly Token[] | null = null;
  /** The tokens that are looked at, where they are others than those that look. */
  @property({ attribute: false }) keyTokens: readonly Token[] | null = null;
  /** What stands beside rows and columns, in place of the tokens themselves. */
  @property({ attribute: false }) queryLabels: readonly Label[] | null = null;
  @property({ attribute: false }) keyLabels: readonly Label[] | null = null;
  /** What hides weights (scores of the same shape), where `pattern` is given. */
  @property({ attribute: false }) mask: NamedArray | null = null;
  /** Where absent: what the reader has picked in the surrounding figure (at first 0). */
  @property({ type: Number }) layer: number | null = null;
  @property({ type: Number }) head: number | null = null;
  @property({ reflect: true }) view: AttentionView = 'matrix';
  /** Leaves the choice of view to the page. */
  @property({ type: Boolean, attribute: 'fixed-view' }) fixedView = false;

  protected override render(): TemplateResult {
    const shown = this.#shown;
    const face = this.face(shown === null);
    if (face || shown === null) return html`${face}`;
    const { pattern, head, matrix, queries, keys } = shown;
    return html`${this.fixedView ? nothing : this.#choice()}
    ${this.view === 'lines' ? this.#lines(matrix, queries, keys) : this.#matrix(pattern, head, matrix, queries, keys)}
    ${this.#readout(matrix, queries, keys)}`;
  }

  /** The head that is shown, with the labels of both its sides. */
  get #shown(): Shown | null {
    const pattern = this.#pattern;
    const queries =
      this.queryLabels ?? tokenLabels(this.tokens ?? this.figure.state.run?.tokens ?? []);
    if (pattern === null || queries.length === 0) return null;
    const head = this.head ?? Math.min(this.figure.head.head, headsOf(pattern) - 1);
    const keys = this.keyLabels ?? (this.keyTokens ? tokenLabels(this.keyTokens) : queries);
    return { pattern, head, matrix: matrixOf(pattern, head), queries, keys };
  }

  override get figureTitle(): string {
    const shown = this.#shown;
    return shown ? this.words.attentionCaption(shown.matrix.rows, shown.matrix.columns) : '';
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const shown = this.#shown;
    if (shown === null) return {};
    return {
      layer: this.layer ?? this.figure.head.layer,
      head: shown.head,
      queries: shown.queries.map(({ text }) => text),
      keys: shown.keys.map(({ text }) => text),
      weights: rowsOf(shown.matrix),
    };
  }

  get #pattern(): NamedArray | null {
    return this.pattern ?? this.#activation('pattern');
  }

  #activation(part: string): NamedArray | null {
    const layer = this.layer ?? this.figure.head.layer;
    return this.figure.state.run?.activations[`blocks.${layer}.attn.${part}`] ?? null;
  }

  #choice(): TemplateResult {
    const views: readonly [AttentionView, string][] = [
      ['matrix', this.words.asMatrix],
      ['lines', this.words.asLines],
    ];
    return html`<div class="top" data-control>
      <div class="segments" role="radiogroup" aria-label=${this.words.view}>
        ${views.map(
          ([view, name]) =>
            html`<label
              ><input
                type="radio"
                name="view"
                .checked=${this.view === view}
                @change=${() => this.#show(view)}
              />${name}</label
            >`,
        )}
      </div>
    </div>`;
  }

  #show(view: AttentionView): void {
    this.view = view;
    this.send('glass-view', { view });
  }

  #matrix(
    pattern: NamedArray,
    head: number,
    matrix: Matrix,
    queries: readonly Label[],
    keys: readonly Label[],
  ): TemplateResult {
    return html`<glass-matrix
      .values=${pattern}
      .head=${head}
      .mask=${this.pattern ? this.mask : this.#activation('scores')}
      .rowLabels=${queries}
      .columnLabels=${keys}
      rows-as="query"
      columns-as="key"
      scale="probability"
      legend
      .caption=${this.words.attentionCaption(matrix.rows, matrix.columns)}
      .loading=${this.loading}
    ></glass-matrix>`;
  }

  #lines(matrix: Matrix, queries: readonly Label[], keys: readonly Label[]): TemplateResult {
    const height = Math.max(queries.length, keys.length) * kLineRow;
    const lines = attentionLines(
      matrix,
      { width: kLinesWidth, rowHeight: kLineRow },
      this.figure.spot,
    );
    return html`<div class="lines" @pointerleave=${() => this.figure.look(null)}>
        ${this.#side(queries, 'from')}
        <svg
          viewBox="0 0 ${kLinesWidth} ${height}"
          height=${height}
          preserveAspectRatio="none"
          role="img"
          aria-label=${this.words.attentionCaption(matrix.rows, matrix.columns)}
        >
          ${lines.map(
            (line) =>
              svg`<path d=${line.path} stroke-width=${line.strokeWidth.toFixed(2)} opacity=${line.opacity.toFixed(3)} ${styles({ stroke: tokenColour(line.query) })}></path>`,
          )}
        </svg>
        ${this.#side(keys, 'to')}
      </div>
      ${lines.length === kMostLines ? html`<p class="readout">${this.words.strongest(kMostLines)}</p>` : nothing}`;
  }

  #side(labels: readonly Label[], side: 'from' | 'to'): TemplateResult {
    const spot = this.figure.spot;
    const on = side === 'from' ? spot?.query : spot?.key;
    const spotAt = (place: number) =>
      side === 'from' ? { query: place, key: null } : { query: null, key: place };
    return html`<div class="side ${side}">
      ${labels.map(
        (label, place) =>
          html`<span
            class=${on === place ? 'on' : ''}
            ${styles({ '--hue': label.position === undefined ? 'var(--gf-soft)' : tokenColour(label.position) })}
            @pointerenter=${() => this.figure.look(spotAt(place))}
            @click=${() => this.figure.pin(spotAt(place))}
            ><bdi>${shorten(label.text, 14)}</bdi></span
          >`,
      )}
    </div>`;
  }

  /** What is looked at, in words; the numbers of a cell in full. */
  #readout(matrix: Matrix, queries: readonly Label[], keys: readonly Label[]): TemplateResult {
    const spot = this.figure.spot;
    const query = spot?.query ?? null;
    const key = spot?.key ?? null;
    const name = (labels: readonly Label[], place: number) =>
      shorten(labels[place]?.text ?? '', 20);
    let sentence = this.words.pickToRead;
    if (query !== null && key !== null && query < matrix.rows && key < matrix.columns) {
      sentence = this.words.looksAt(name(queries, query), name(keys, key), at(matrix, query, key));
    } else if (query !== null && query < matrix.rows) {
      const most = argmax(rowOf(matrix, query));
      sentence = this.words.looksMost(
        name(queries, query),
        name(keys, most),
        at(matrix, query, most),
      );
    } else if (key !== null && key < matrix.columns) {
      const column = Array.from({ length: matrix.rows }, (_, row) => at(matrix, row, key));
      const most = argmax(column);
      sentence = this.words.isLookedAtMost(name(keys, key), name(queries, most), column[most] ?? 0);
    }
    // Advice to the reader is no part of a saved figure.
    const isAdvice = sentence === this.words.pickToRead;
    return html`<p class="readout" part="readout" ?data-control=${isAdvice}>${sentence}</p>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-attention': GlassAttention;
  }
}
