import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Tensor, Token } from '../../shared/run-types.ts';
import { tokenColour } from '../../view/colour.ts';
import { drawLines } from '../../view/drawings/attention-lines.ts';
import { type HeadPlace, patternsOf } from '../../view/heads.ts';
import {
  fitLabels,
  type Label,
  longOrNot,
  numberLabels,
  ordinalsOf,
  shorten,
  tokenLabels,
} from '../../view/label.ts';
import {
  attentionLines,
  kMaxLines,
  type LinePlace,
  moveOnSides,
  type Side,
} from '../../view/lines.ts';
import {
  argmax,
  at,
  columnOf,
  headsOf,
  maskOf,
  type Matrix,
  matrixOf,
  rowOf,
} from '../../view/matrix.ts';
import { isHidden } from '../../view/number.ts';
import type { Spot } from '../../view/selection.ts';
import { strongest } from '../../view/strongest.ts';
import { type Json, rowsOf } from '../base/export/json.ts';
import type { SpokenToken } from '../i18n/spoken.ts';
import type { Subject } from '../base/figure-context.ts';
import { checkWhole, controls, oneOf } from '../base/attributes.ts';
import { asTensor, asTokenLabels, labelsIn, type Rows, tensorIn } from '../base/json-attributes.ts';
import { GlassElement } from '../base/glass-element.ts';
import type { Listening } from '../events.ts';
import { aTensor, someLabels, someTokens, weights } from '../base/kinds.ts';
import { styles } from '../base/styles-directive.ts';
import { type AttentionView, viewChoice } from '../base/view-choice.ts';
import { checkLabels, checkMask } from '../base/written-sizes.ts';
import '../glass-matrix/glass-matrix.ts';
import { attentionStyles } from './glass-attention.styles.ts';

export type { AttentionView };

/** Before it is stretched, and as high as the tokens beside it. */
const kLines = { width: 200, rowHeight: 26 };
/** More lines do not move from one weight to the next: the eye cannot follow them. */
const kMaxMoving = 150;

interface Labels {
  readonly queries: readonly Label[];
  readonly keys: readonly Label[];
}

interface Shown extends Labels {
  /** (H, Tq, Tk) or (Tq, Tk). */
  readonly pattern: Tensor;
  readonly head: number;
  readonly matrix: Matrix;
  /** Their hidden entries hide weights; null: nothing is hidden. */
  readonly scores: Matrix | null;
}

/**
 * Attention: the weights of one head as a matrix (a row looks, a column is looked at) or as lines from the
 * tokens on the left to those on the right. With lines, the ends are a roving tab stop: arrows move along a side and to
 * the other one, Enter pins, Escape clears the selection.
 *
 * @element glass-attention
 * @fires glass-view - the reader chose the other view; detail: { view }
 * @fires glass-pin - a cell or a token was chosen; detail: { row, column } (null for what was not)
 * @csspart readout - the sentence about what is looked at
 * @cssprop [--glass-matrix-max-height=26rem] - height from which the figure scrolls
 */
export class GlassAttention extends GlassElement {
  declare addEventListener: Listening<'glass-attention', this>['addEventListener'];
  declare removeEventListener: Listening<'glass-attention', this>['removeEventListener'];
  static override styles = [...[GlassElement.styles].flat(), attentionStyles];
  static override readonly subjects: readonly Subject[] = ['run', 'hover', 'pin', 'head'];
  static override readonly needs: readonly string[] = [
    'blocks.*.attn.pattern',
    'blocks.*.attn.scores',
  ];
  static override readonly rules = {
    pattern: weights,
    mask: aTensor,
    tokens: someTokens,
    keyTokens: someTokens,
    queryLabels: someLabels,
    keyLabels: someLabels,
    view: oneOf('matrix', 'lines'),
    fixed: controls('view'),
  };

  /** (Tq, Tk) or (H, Tq, Tk), in place of the surrounding figure's: a tensor, or rows `[[1, 0], [0.3, 0.7]]`, which the attribute has. */
  @property({ converter: asTensor }) pattern: Tensor | Rows | null = null;
  /** The tokens that look, in place of the surrounding figure's. */
  @property({ attribute: false }) tokens: readonly Token[] | null = null;
  /** The tokens that are looked at, where they are others than those that look. */
  @property({ attribute: false }) keyTokens: readonly Token[] | null = null;
  /** What stands beside rows and columns, in place of the tokens themselves: texts `["The", " cat"]`, or objects with a text. */
  @property({ attribute: 'query-labels', converter: asTokenLabels }) queryLabels:
    readonly (Label | string)[] | null = null;
  /** The same for the tokens that are looked at. */
  @property({ attribute: 'key-labels', converter: asTokenLabels }) keyLabels:
    readonly (Label | string)[] | null = null;
  /** What hides weights, where `pattern` is given: scores of the same shape, or (Tq, Tk) for all heads (−∞, in rows null). */
  @property({ converter: asTensor }) mask: Tensor | Rows | null = null;
  /** Counted from 0; -1 is the last one. Where absent: what the reader has picked in the surrounding figure (at first 0). */
  @property({ type: Number }) layer: number | null = null;
  /** Counted from 0. Where absent: as `layer`. */
  @property({ type: Number }) head: number | null = null;
  /** "matrix" or "lines". */
  @property({ reflect: true, useDefault: true }) view: AttentionView = 'matrix';
  /** Leaves the choice of view to the page, as `fixed="view"` does. */
  @property({ type: Boolean, attribute: 'fixed-view' }) fixedView = false;

  /** Where the keyboard stands among the lines' ends. */
  @state() private place: LinePlace = { side: 'from', row: 0 };
  /** Its matrix has been drawn, which is in a later frame. */
  @state() private hasMatrix = false;

  protected override render(): TemplateResult {
    const shown = this.#shown;
    const placeholder = this.renderPlaceholder(shown === null);
    if (placeholder || shown === null) return html`${placeholder}`;
    this.#checkSizes(shown);
    return html`${this.#top()}
    ${this.view === 'lines' ? this.tracked.value(() => this.#lines(shown)) : this.#matrix(shown)}
    ${this.tracked.value(() => this.#readout(shown))}`;
  }

  /** The choice of view, and which head it is. */
  #top(): TemplateResult | typeof nothing {
    const of = this.#isTold ? null : this.shownHead;
    const choice = this.fixedView
      ? nothing
      : viewChoice(this.words, this.view, (view) => this.#choose(view));
    if (of !== null)
      return html`<div class="top named">
        ${choice} <b>${this.words.headName(of.layer + 1, of.head + 1)}</b>
      </div>`;
    return this.fixedView ? nothing : html`<div class="top" data-control="view">${choice}</div>`;
  }

  /** Whether a `<glass-heads>` of the same model tells which one it is; of a run without a model, its page does. */
  get #isTold(): boolean {
    if (this.figure.state.model === null) return true;
    const around = this.modelName === '' ? this.closest('glass-model, [model]') : null;
    return Boolean(around?.querySelector('glass-heads'));
  }

  #checkSizes({ pattern, matrix }: Shown): void {
    if (this.pattern === null) return;
    checkLabels('query-labels', labelsIn(this.queryLabels), matrix.rows);
    checkLabels('key-labels', labelsIn(this.keyLabels), matrix.columns);
    checkMask(tensorIn(this.mask), pattern);
  }

  protected override updated(): void {
    const matrix = this.renderRoot.querySelector('glass-matrix');
    if (!this.hasMatrix && matrix) void matrix.updateComplete.then(() => (this.hasMatrix = true));
  }

  override get neededHooks(): readonly string[] {
    return this.pattern === null ? super.neededHooks : [];
  }

  /** @ignore Weights of its own may be labelled by the tokens around it, or be those of the head that is picked there. */
  override get needsModel(): boolean {
    const pattern = tensorIn(this.pattern);
    const labels = this.queryLabels ?? this.tokens;
    return !pattern || !labels || (this.head === null && headsOf(pattern) > 1);
  }

  /** The head that is shown, with the labels of both its sides. */
  get #shown(): Shown | null {
    const pattern = this.#pattern;
    if (pattern === null) return null;
    if (this.head !== null)
      checkWhole('head', this.asWritten('head', this.head), 0, headsOf(pattern) - 1);
    const head = this.head ?? Math.min(this.figure.head.head, headsOf(pattern) - 1);
    const matrix = matrixOf(pattern, head);
    const labels = this.pattern === null ? this.#labelsOfRun : this.#labelsOf(matrix);
    if (labels === null) return null;

    const scores = maskOf(this.#mask, head, matrix);
    return { pattern, head, matrix, scores, ...labels };
  }

  get #labelsOfRun(): Labels | null {
    const queries = this.#queries;
    return queries.length === 0 ? null : { queries, keys: this.#keys ?? queries };
  }

  /** An author may have no words for what looks, or none for what is looked at. */
  #labelsOf({ rows, columns }: Matrix): Labels {
    const given = this.#queries;
    const queries = given.length === 0 ? numberLabels(rows) : fitLabels(given, rows);
    const keys = this.#keys ?? (columns === rows ? queries : numberLabels(columns));
    return { queries, keys: fitLabels(keys, columns) };
  }

  get #queries(): readonly Label[] {
    return (
      labelsIn(this.queryLabels) ?? tokenLabels(this.tokens ?? this.figure.state.run?.tokens ?? [])
    );
  }

  get #keys(): readonly Label[] | null {
    return labelsIn(this.keyLabels) ?? (this.keyTokens ? tokenLabels(this.keyTokens) : null);
  }

  override get figureTitle(): string {
    const shown = this.#shown;
    if (shown === null) return '';
    const caption = this.words.attentionCaption(shown.matrix.rows, shown.matrix.columns);
    const of = this.shownHead;
    return of === null
      ? caption
      : this.words.labelled(this.words.headName(of.layer + 1, of.head + 1), caption);
  }

  override get shownHead(): HeadPlace | null {
    const shown = this.#shown;
    const layer = this.#layer;
    return this.pattern === null && shown !== null && layer !== null
      ? { layer, head: shown.head }
      : null;
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const shown = this.#shown;
    if (shown === null) return {};
    return {
      layer: this.#layer ?? this.layer ?? this.figure.head.layer,
      head: shown.head,
      queries: shown.queries.map(({ text }) => text),
      keys: shown.keys.map(({ text }) => text),
      weights: rowsOf(shown.matrix),
    };
  }

  get #pattern(): Tensor | null {
    return tensorIn(this.pattern) ?? this.#activation('pattern');
  }

  /** The scores before the softmax, which tell what is hidden. */
  get #mask(): Tensor | null {
    return this.pattern ? tensorIn(this.mask) : this.#activation('scores');
  }

  #activation(part: string): Tensor | null {
    return this.figure.state.run?.activations[`blocks.${this.#layer}.attn.${part}`] ?? null;
  }

  /** Of the surrounding figure the layer that is shown; null before there is a run. */
  get #layer(): number | null {
    const count = patternsOf(this.figure.state.run?.activations ?? {}, '').length;
    if (count === 0) return null;
    if (this.layer !== null)
      checkWhole('layer', this.asWritten('layer', this.layer), -count, count - 1);
    const chosen = this.layer ?? this.figure.head.layer;
    return chosen < 0 ? count + chosen : Math.min(chosen, count - 1);
  }

  #choose(view: AttentionView): void {
    this.view = view;
    this.send('glass-view', { view });
  }

  #matrix({ pattern, head, matrix, queries, keys }: Shown): TemplateResult {
    return html`<glass-matrix
      .values=${pattern}
      .head=${head}
      .mask=${this.#mask}
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

  #lines(shown: Shown): TemplateResult {
    const { matrix, queries, keys } = shown;
    const lines = attentionLines(matrix, kLines, this.figure.spot);
    return html`<div
        class="lines ${lines.length > kMaxMoving ? 'still' : ''}"
        @pointerleave=${() => this.figure.look(null)}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, queries.length, keys.length)}
      >
        ${this.#side('from', shown)}
        ${drawLines({
          lines,
          frame: kLines,
          rows: Math.max(queries.length, keys.length),
          label: this.words.attentionCaption(matrix.rows, matrix.columns),
        })}
        ${this.#side('to', shown)}
      </div>
      ${lines.length === kMaxLines ? html`<p class="readout">${this.words.strongest(kMaxLines)}</p>` : nothing}`;
  }

  /** The tokens of one side, a button each; the keyboard stands on one of both sides. */
  #side(side: Side, shown: Shown): TemplateResult {
    const { spot, selection } = this.figure;
    const { matrix } = shown;
    const labels = side === 'from' ? shown.queries : shown.keys;
    const name = side === 'from' ? 'query' : 'key';
    const count = side === 'from' ? matrix.rows : matrix.columns;
    const focus = this.place.side === side ? Math.min(this.place.row, labels.length - 1) : -1;
    return html`<div
      class="side ${side}"
      role="group"
      aria-label=${side === 'from' ? this.words.looks : this.words.lookedAt}
    >
      ${labels.slice(0, count).map(
        (label, row) =>
          html`<button
            class=${spot?.[name] === row ? 'on' : ''}
            tabindex=${focus === row ? 0 : -1}
            aria-pressed=${selection.pinned?.[name] === row}
            aria-label=${this.#strongest(side, row, shown)}
            data-side=${side}
            data-row=${row}
            ${styles({ '--hue': label.position === undefined ? 'var(--gf-soft)' : tokenColour(label.position) })}
            @pointerenter=${() => this.figure.look(spotAt(side, row))}
            @focus=${() => this.#focused({ side, row })}
            @blur=${() => this.figure.look(null)}
            @click=${() => this.#pin(side, row)}
          >
            <bdi class=${longOrNot(label.text)}>${shorten(label.text, 14)}</bdi>
          </button>`,
      )}
    </div>`;
  }

  /** A token and its strongest weights, for assistive technology. */
  #strongest(side: Side, row: number, { matrix, scores, queries, keys }: Shown): string {
    const isFrom = side === 'from';
    const weights = isFrom ? rowOf(matrix, row) : columnOf(matrix, row);
    const name = this.#name(isFrom ? queries : keys, row);
    const most = strongest(weights, (other) => {
      const [query, key] = isFrom ? [row, other] : [other, row];
      return scores !== null && isHidden(at(scores, query, key));
    }).map((other) => ({
      token: this.#name(isFrom ? keys : queries, other),
      weight: weights[other] as number,
    }));
    if (most.length === 0) return this.words.quoted(name);
    return isFrom ? this.words.strongestFrom(name, most) : this.words.strongestTo(name, most);
  }

  #name(labels: readonly Label[], place: number): SpokenToken {
    return {
      text: shorten(labels[place]?.text ?? '', 20),
      ordinal: ordinalsOf(labels)[place] ?? 0,
    };
  }

  #focused(place: LinePlace): void {
    this.place = place;
    this.figure.look(spotAt(place.side, place.row));
  }

  #pin(side: Side, row: number): void {
    const spot = spotAt(side, row);
    this.figure.pin(spot);
    this.send('glass-pin', { row: spot.query, column: spot.key });
  }

  #onKey(event: KeyboardEvent, queries: number, keys: number): void {
    const to = moveOnSides(this.place, event.key, { from: queries, to: keys });
    if (to === null) return;
    event.preventDefault();
    this.renderRoot
      .querySelector<HTMLElement>(`[data-side="${to.side}"][data-row="${to.row}"]`)
      ?.focus();
  }

  /** What is looked at, in words; the numbers of a cell in full. */
  #readout(shown: Shown): TemplateResult {
    const { matrix, scores, queries, keys } = shown;
    const spot = this.figure.spot;
    const query = spot?.query ?? null;
    const key = spot?.key ?? null;
    const name = (labels: readonly Label[], place: number) => this.#name(labels, place);
    const advice = this.view === 'lines' ? this.words.pickLine : this.words.pickToRead;
    let sentence = advice;
    if (query !== null && key !== null && query < matrix.rows && key < matrix.columns) {
      const [from, to] = [name(queries, query), name(keys, key)];
      sentence =
        scores !== null && isHidden(at(scores, query, key))
          ? this.words.hiddenCell(this.words.quoted(from), this.words.quoted(to))
          : this.words.looksAt(from, to, at(matrix, query, key));
    } else if (query !== null && query < matrix.rows) {
      const most = argmax(rowOf(matrix, query));
      sentence = this.words.looksMost(
        name(queries, query),
        name(keys, most),
        at(matrix, query, most),
      );
    } else if (key !== null && key < matrix.columns) {
      const column = columnOf(matrix, key);
      const most = argmax(column);
      sentence = this.words.isLookedAtMost(name(keys, key), name(queries, most), column[most] ?? 0);
    }
    // The hint is not part of a saved figure, and comes with what it is about.
    const isAdvice = sentence === advice;
    const isEarly = isAdvice && this.view === 'matrix' && !this.hasMatrix;
    const row = query !== null && query < matrix.rows ? query : null;
    return html`<p class="readout" part="readout" ?data-control=${isAdvice}>
        ${isEarly ? '' : sentence}
      </p>
      <p class="unseen" role="status">
        ${row === null ? nothing : this.#strongest('from', row, shown)}
      </p>`;
  }
}

function spotAt(side: Side, row: number): Spot {
  return side === 'from' ? { query: row, key: null } : { query: null, key: row };
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-attention': GlassAttention;
  }
}
