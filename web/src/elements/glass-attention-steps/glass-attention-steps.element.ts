import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { fillOf, inkOf, tokenColour } from '../../view/colour.ts';
import { moveInGrid } from '../../view/grid.ts';
import { type HeadPlace, patternsOf } from '../../view/heads.ts';
import { at, headsOf, rowOf } from '../../view/matrix.ts';
import { formatFixed, formatWeight } from '../../view/number.ts';
import { attentionHooks, attentionParts, type AttentionParts } from '../../view/run.ts';
import type { Run, Token } from '../../shared/run-types.ts';
import { type Json, jsonOf, numberOf, rowsOf } from '../base/export/json.ts';
import type { Subject } from '../base/figure-context.ts';
import { amount, checkWhole, controls, kMaxDigits, whole } from '../base/attributes.ts';
import { GlassElement } from '../base/glass-element.ts';
import { aRun } from '../base/kinds.ts';
import { styles } from '../base/styles-directive.ts';
import { sumStyles } from '../base/written-sum.styles.ts';
import { legend } from '../base/legend.ts';
import { legendStyles } from '../base/legend.styles.ts';
import { scrollBox, ScrollHint, scrollHintStyles } from '../base/scroll-hint.ts';
import { common } from '../i18n/subjects/common.ts';
import { sums } from '../i18n/subjects/sums.ts';
import '../glass-tokens/glass-tokens.ts';
import { stepsStyles } from './glass-attention-steps.styles.ts';
import { openedSums } from './opened-sums.ts';
import {
  areAllMasked,
  isMasked,
  kMaxNumbers,
  showsKeys,
  type Steps,
  stepsOf,
  sumOver,
} from './steps.ts';

const kVocabulary = common.with(sums);

/**
 * One token's attention, number by number: q·k with every key, the scale, the softmax, the weighted sum of the values.
 * The reader chooses who looks; the sums behind one key and one column of the result stand opened underneath.
 *
 * @element glass-attention-steps
 * @csspart sums - the opened sums
 */
export class GlassAttentionSteps extends GlassElement {
  static override styles = [
    ...[GlassElement.styles].flat(),
    legendStyles,
    scrollHintStyles,
    sumStyles,
    stepsStyles,
  ];
  static override readonly subjects: readonly Subject[] = ['run', 'hover', 'pin'];
  static override readonly rules = {
    run: aRun,
    query: whole(-1),
    digits: whole(0, kMaxDigits),
    extent: amount(0),
    fixed: controls('token'),
  };

  /** In place of the surrounding figure's run. */
  @property({ attribute: false }) run: Run | null = null;
  /** Counted from 0. */
  @property({ type: Number }) layer = 0;
  /** Counted from 0. */
  @property({ type: Number }) head = 0;
  /** The query while none is pinned, counted from 0; -1 is the last one, which also looks where a reader's text has no such token. */
  @property({ type: Number }) query = 0;
  /** Decimal places. */
  @property({ type: Number }) digits = 4;
  /** The number at the end of the scale; 0: the next round number above what is shown. */
  @property({ type: Number }) extent = 0;

  /** What `query` says waits for the text that it is about. */
  #isQueryDue = false;
  /** The last query: it stays when the selection is cleared, so that the table does not jump. */
  #lastQuery: number | null = null;
  /** The column of the result whose sum is opened. */
  #column = 0;

  constructor() {
    super();
    for (const place of ['first', 'last']) new ScrollHint(this, `.panel:${place}-child .scroller`);
  }

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('query')) this.#isQueryDue = true;
    const { model, text, run } = this.figure.state;
    // It is the reader who will write the text.
    if (model !== null && text === '' && !(this.run ?? run)) this.#isQueryDue = false;
  }

  protected override render(): TemplateResult {
    const found = this.#found;
    const placeholder = this.renderPlaceholder(found === null);
    if (placeholder || found === null) return html`${placeholder}`;
    const { run } = found;
    // Who gives the preview may not know how many tokens the text has.
    if (this.#isQueryDue && run !== this.figure.state.preview?.run) {
      checkWhole('query', this.query, -1, run.tokens.length - 1);
      this.#isQueryDue = false;
    }
    return html`<div class="who" data-control="token">
        <span>${this.words.whoLooks}</span>
        <glass-tokens
          without-ids
          .tokens=${run.tokens}
          .caption=${this.words.whoLooks}
        ></glass-tokens>
        ${this.run === null ? html`<b>${this.words.headName(this.layer + 1, this.head + 1)}</b>` : nothing}
      </div>
      ${this.tracked.value(() => this.#drawing())}`;
  }

  /** The numbers of the token that looks. */
  #drawing(): TemplateResult | typeof nothing {
    const steps = this.#found?.steps;
    if (steps === undefined) return nothing;
    return html`<div
        class="panels"
        @pointerleave=${() => this.figure.look(null)}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, steps)}
      >
        ${this.#scores(steps)} ${this.#values(steps)}
      </div>
      <div class="foot">${legend('signed', steps.extent, null, this.shades)}</div>
      ${openedSums(steps, this.words, this.digits)}`;
  }

  override get neededHooks(): readonly string[] {
    // Of all layers: another one is shown at once.
    return this.run === null ? attentionHooks('blocks.*.attn') : [];
  }

  get #found(): { readonly run: Run; readonly steps: Steps } | null {
    const run = this.run ?? this.figure.state.run;
    if (run === null || run.tokens.length === 0) return null;
    const layers = patternsOf(run.activations, '').length;
    if (layers > 0) checkWhole('layer', this.asWritten('layer', this.layer), 0, layers - 1);
    const parts = attentionParts(run, `blocks.${this.layer}.attn`);
    if (parts === null) return null;
    checkWhole('head', this.asWritten('head', this.head), 0, headsOf(parts.pattern) - 1);
    return { run, steps: this.#steps(run.tokens, parts) };
  }

  override get figureTitle(): string {
    const steps = this.#found?.steps;
    if (steps === undefined) return '';
    const head = this.words.headName(this.layer + 1, this.head + 1);
    return this.words.labelled(head, this.words.howMuch(steps.labels[steps.query] ?? ''));
  }

  override get shownHead(): HeadPlace | null {
    return this.#found && { layer: this.layer, head: this.head };
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const found = this.#found;
    if (found === null) return {};
    const { run, steps } = found;
    const { query, key, q, k, v, rawScores, scores, weights, context } = steps;
    return {
      tokens: run.tokens.map(({ text }) => text),
      layer: this.layer,
      head: this.head,
      query,
      key,
      q: Array.from(rowOf(q, query), numberOf),
      k: rowsOf(k),
      v: rowsOf(v),
      rawScores: jsonOf(rawScores) ?? null,
      scores: jsonOf(scores) ?? null,
      weights: jsonOf(weights) ?? null,
      context: jsonOf(context) ?? null,
    };
  }

  #steps(tokens: readonly Token[], parts: AttentionParts): Steps {
    const { spot } = this.figure;
    const { pinned } = this.figure.selection;
    const { head, extent } = this;
    const column = this.#column;
    const last = tokens.length - 1;
    const given = this.query < 0 ? last : this.query;
    const asked = spot?.query ?? pinned?.query ?? this.#lastQuery ?? given;
    const query = Math.min(asked, last);
    this.#lastQuery = query;
    const key = spot?.key ?? (pinned?.query === query ? pinned.key : null);
    return stepsOf(tokens, parts, { head, query, key, column, extent });
  }

  /** key → k, q·k, ÷√d, softmax. */
  #scores(steps: Steps): TemplateResult {
    const { words } = this;
    const width = steps.k.columns;
    const showsK = showsKeys(steps.k);
    const isRestMasked = areAllMasked(steps, steps.rest);
    const columns = showsK ? Array.from({ length: width }, (_, i) => i) : [];
    return html`<div class="panel">
      ${scrollBox(
        html`<table>
          <caption>
            ${words.howMuch(steps.labels[steps.query] ?? '')}
          </caption>
          <thead>
            <tr>
              <th scope="col"><span class="unseen">${words.key}</span></th>
              ${columns.map((i) => html`<th scope="col">k<sub>${i + 1}</sub></th>`)}
              <th scope="col">${words.score}</th>
              <th scope="col">${words.scaled(width)}</th>
              <th scope="col">${words.softmax}</th>
            </tr>
          </thead>
          <tbody>
            ${steps.shown.map((key) =>
              this.#line(
                steps,
                key,
                html` ${columns.map((i) => this.#shaded(at(steps.k, key, i), steps.extent))}
                  <td class="plain">${formatFixed(steps.rawScores[key] ?? 0, this.digits)}</td>
                  ${
                    isMasked(steps, key)
                      ? html`${this.#masked()}${this.#masked()}`
                      : html`<td class="plain">
                            ${formatFixed(steps.scores[key] ?? 0, this.digits)}
                          </td>
                          ${this.#weight(steps.weights[key] ?? 0)}`
                  }`,
              ),
            )}
            ${this.#rest(steps, columns.length + 2, isRestMasked ? this.#masked() : this.#weight(sumOver(steps.rest, (i) => steps.weights[i] ?? 0)))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">${words.sum}</th>
              ${Array.from({ length: columns.length + 2 }, () => html`<td></td>`)}
              <td class="weight">
                ${formatFixed(
                  sumOver(steps.weights.keys(), (i) => steps.weights[i] ?? 0),
                  this.digits,
                )}
              </td>
            </tr>
          </tfoot>
        </table>`,
      )}
    </div>`;
  }

  /** key → weight × v, added up to the context vector. */
  #values(steps: Steps): TemplateResult {
    const { words } = this;
    const { v, weights, extent } = steps;
    const columns = Array.from({ length: Math.min(v.columns, kMaxNumbers) }, (_, i) => i);
    const isRestMasked = areAllMasked(steps, steps.rest);
    const product = (row: number, column: number) => (weights[row] ?? 0) * at(v, row, column);
    return html`<div class="panel">
      ${scrollBox(
        html`<table>
          <caption>
            ${words.whatItTakes(steps.labels[steps.query] ?? '', columns.length, v.columns)}
          </caption>
          <thead>
            <tr>
              <th scope="col"><span class="unseen">${words.weightTimesValue}</span></th>
              ${columns.map((i) => html`<th scope="col" @pointerenter=${() => this.#showColumn(i)}>α · v<sub>${i + 1}</sub></th>`)}
            </tr>
          </thead>
          <tbody>
            ${steps.shown.map((key) => this.#line(steps, key, html`${columns.map((i) => (isMasked(steps, key) ? this.#masked(i) : this.#shaded(product(key, i), extent, i)))}`))}
            ${this.#rest(
              steps,
              0,
              html`${columns.map((i) =>
                isRestMasked
                  ? this.#masked(i)
                  : this.#shaded(
                      sumOver(steps.rest, (row) => product(row, i)),
                      extent,
                      i,
                    ),
              )}`,
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" title=${words.contextOf(steps.labels[steps.query] ?? '')}>
                ${words.sum}
              </th>
              ${columns.map((i) => this.#shaded(steps.context[i] ?? 0, extent, i))}
            </tr>
          </tfoot>
        </table>`,
      )}
    </div>`;
  }

  #line(steps: Steps, key: number, cells: TemplateResult): TemplateResult {
    const isOn = key === steps.key;
    return html`<tr
      class=${isOn ? 'on' : ''}
      ${styles({ '--hue': tokenColour(key) })}
      @pointerenter=${() => this.figure.look({ query: steps.query, key })}
      @click=${() => this.figure.pin({ query: steps.query, key })}
    >
      <th
        scope="row"
        tabindex=${isOn ? 0 : -1}
        data-key=${key}
        @focus=${() => this.figure.look({ query: steps.query, key })}
        @blur=${() => this.figure.look(null)}
      >
        <bdi>${steps.labels[key]}</bdi>
      </th>
      ${cells}
    </tr>`;
  }

  #rest(steps: Steps, skipped: number, cells: TemplateResult): TemplateResult | typeof nothing {
    if (steps.rest.length === 0) return nothing;
    return html`<tr class="rest">
      <th scope="row">${this.words.others(steps.rest.length)}</th>
      ${Array.from({ length: skipped }, () => html`<td></td>`)}${cells}
    </tr>`;
  }

  #shaded(value: number, extent: number, column?: number): TemplateResult {
    return html`<td
      ${styles({ 'background-color': fillOf(value, extent, 'signed', this.shades), color: inkOf(value, extent, 'signed', this.shades) })}
      @pointerenter=${column === undefined ? nothing : () => this.#showColumn(column)}
    >
      ${formatFixed(value, this.digits)}
    </td>`;
  }

  /** A masked token has no share: no number, no bar. */
  #masked(column?: number): TemplateResult {
    return html`<td
      class="masked"
      @pointerenter=${column === undefined ? nothing : () => this.#showColumn(column)}
    >
      <span class="unseen">${this.words.hidden}</span>
    </td>`;
  }

  #weight(weight: number): TemplateResult {
    return html`<td class="weight">
      <span class="bar"
        ><i ${styles({ '--weight': weight.toFixed(4) })}></i
        >${formatWeight(weight, this.digits)}</span
      >
    </td>`;
  }

  #showColumn(column: number): void {
    this.#column = column;
    this.tracked.write();
  }

  #onKey(event: KeyboardEvent, { column, v }: Steps): void {
    const head = (event.target as Element).closest<HTMLElement>('th[data-key]');
    if (head === null) return;
    const heads = [...(head.closest('tbody')?.querySelectorAll<HTMLElement>('th[data-key]') ?? [])];
    const key = Number(head.dataset['key']);
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.figure.pin({ query: this.#lastQuery ?? 0, key });
    }
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      event.preventDefault();
      const to = column + (event.key === 'ArrowRight' ? 1 : -1);
      this.#showColumn(Math.max(0, Math.min(to, v.columns - 1)));
      return;
    }
    const to = moveInGrid({ row: heads.indexOf(head), column: 0 }, event, heads.length, 1);
    if (to === null) return;
    event.preventDefault();
    heads[to.row]?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-attention-steps': GlassAttentionSteps;
  }
}
