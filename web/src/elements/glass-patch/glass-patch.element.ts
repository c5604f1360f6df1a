import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Model } from '../../index.ts';
import type { Candidate } from '../../shared/generation-types.ts';
import { fillOf, inkOf, tokenColour } from '../../view/colour.ts';
import { moveInGrid } from '../../view/grid.ts';
import { shorten } from '../../view/label.ts';
import { rowOf } from '../../view/matrix.ts';
import { formatFixed } from '../../view/number.ts';
import { logitDifference } from '../../view/patching.ts';
import { isDecoder } from '../base/architecture.ts';
import { asJson, cellPlace, oneOf } from '../base/attributes.ts';
import { CellButtons } from '../base/cell-buttons.ts';
import { cellStyles } from '../base/cells.styles.ts';
import { type Json, numberOf } from '../base/export/json.ts';
import type { Subject } from '../base/figure-context.ts';
import { GlassElement } from '../base/glass-element.ts';
import { LatestAnswer } from '../base/latest.ts';
import { legend } from '../base/legend.ts';
import { legendStyles } from '../base/legend.styles.ts';
import { code, loadingLines, optionsCode } from '../base/recipe.ts';
import { pairStyles } from '../base/pair.styles.ts';
import { RecipeView, recipeStyles } from '../base/recipe-view.ts';
import { scrollBox, ScrollHint, scrollHintStyles } from '../base/scroll-hint.ts';
import { segments } from '../base/segments.ts';
import { styles } from '../base/styles-directive.ts';
import { tokenName } from '../base/token-name.ts';
import { typed } from '../base/typed.ts';
import { type Problem, problemOf } from '../i18n/problem.ts';
import { common } from '../i18n/subjects/common.ts';
import { recipes } from '../i18n/subjects/recipes.ts';
import { layers } from '../i18n/subjects/layers.ts';
import { study } from '../i18n/subjects/study.ts';
import '../glass-next-token/glass-next-token.ts';
import { patchStyles } from './glass-patch.styles.ts';
import {
  candidatesOf,
  hookOf,
  kMaxTokens,
  kActivations,
  type Activation,
  type PatchedRuns,
  type PatchQuestion,
  readPatched,
  type Refusal,
  strongestCell,
} from './patched-runs.ts';

/** How many candidates of a patched run are shown. */
const kCandidates = 5;
/** Characters of a token beside its row. */
const kShownText = 10;

interface Cell {
  readonly layer: number;
  readonly place: number;
}

interface CellQuestion {
  readonly runs: PatchedRuns;
  readonly cell: Cell;
}

const kVocabulary = common.with(layers).with(study).with(recipes);

/**
 * Activation patching: two lines of as many tokens, of which the model goes on differently. Each cell puts the vector of the
 * first line (clean) at one place and one layer into the run of the second (corrupted), and shows how far the difference of the two
 * answers' logits comes back: 0 as in the second run, 1 as in the first. Of the chosen cell it shows what would come next.
 * Only for decoders.
 *
 * @element glass-patch
 * @csspart cell - one patched place
 * @csspart answers - what each of the two lines goes on with
 * @csspart readout - the numbers of the cell that is looked at
 * @csspart refusal - why the two lines cannot be compared
 * @cssprop [--glass-patch-max-height=34rem] - height from which the rows scroll
 */
export class GlassPatch extends GlassElement {
  static override styles = [
    ...[GlassElement.styles].flat(),
    legendStyles,
    pairStyles,
    cellStyles,
    scrollHintStyles,
    patchStyles,
    recipeStyles,
  ];
  static override readonly subjects: readonly Subject[] = ['run', 'changes'];
  static override readonly rules = { activation: oneOf(...kActivations), cell: cellPlace };

  /** The line whose vectors are taken. */
  @property() clean = 'Once upon a time there was a little boy named';
  /** The line into whose run they are put. */
  @property() corrupted = 'Once upon a time there was a little girl named';
  /** What is patched: the stream before a layer ("resid_pre"), or what its attention ("attn_out") or feed-forward ("mlp_out") adds. */
  @property() activation: Activation = 'resid_pre';
  /**
   * The cell that is chosen at first: `layer` and `place` (of the token in its line), counted from 0. Where absent, or beyond the
   * lines: the one where most comes back.
   */
  @property({ converter: asJson }) cell: Cell | null = null;

  @state() private runs: PatchedRuns | null = null;
  @state() private refusal: Refusal | null = null;
  /** What went wrong with the lines that stand there. */
  @state() private failed: Problem = '';
  /** The cell that the reader has chosen; null: none. */
  @state() private chosen: Cell | null = null;
  @state() private candidates: readonly Candidate[] | null = null;
  readonly #recipe = new RecipeView(this);
  readonly #cells = new CellButtons(this, {
    looked: () => this.tracked.write(),
    towards: (from, event) => this.#towards(from, event),
  });
  #asked: PatchQuestion | null = null;
  readonly #answers = new LatestAnswer<PatchQuestion, PatchedRuns | Refusal | null>(this, {
    answer: (question) => readPatched(question, () => this.#asked === question),
    same: isSame,
    isReady: () => this.figure.modelToAsk() !== null,
    take: (answer) => this.#take(answer),
    fail: (error, { model }) => {
      if (model === this.figure.state.model) this.failed = problemOf(error);
    },
  });
  readonly #next = new LatestAnswer<CellQuestion, Candidate[]>(this, {
    answer: ({ runs, cell }) =>
      candidatesOf(runs.question.model, this.#logitsOf(runs, cell).slice(), kCandidates),
    same: (a, b) =>
      a.runs === b.runs && a.cell.layer === b.cell.layer && a.cell.place === b.cell.place,
    isReady: () => this.figure.modelToAsk() !== null,
    take: (candidates) => (this.candidates = candidates),
    fail: () => (this.candidates = null),
  });

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  constructor() {
    super();
    new ScrollHint(this, '.scroller');
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('cell')) this.chosen = null;
    const { model } = this.figure.state;
    if (model === null || !isDecoder(model)) return;
    const { clean, corrupted } = this;
    const isThere = this.#activationsOf(model).includes(this.activation);
    const activation = isThere ? this.activation : 'resid_pre';
    const question = { model, clean, corrupted, activation, ablations: this.figure.ablations };
    if (this.#asked === null || !isSame(this.#asked, question)) this.#asked = question;
    this.#answers.ask(this.#asked);
    const { runs } = this;
    if (runs !== null && this.#isShown(runs)) this.#next.ask({ runs, cell: this.#cell(runs) });
  }

  protected override render(): TemplateResult {
    const { runs, words, refusal, failed } = this;
    const { model } = this.figure.state;
    const isWithout = model !== null && !isDecoder(model);
    const isEmpty = runs === null || !this.#isShown(runs);
    const isOpen = refusal !== null || failed !== '';
    const placeholder = this.renderPlaceholder(
      (isEmpty && !isOpen) || isWithout,
      isWithout ? words.study.decoderOnly : words.empty,
      this.#answers.isBusy && !isWithout,
    );
    if (placeholder || model === null) return html`${placeholder}`;
    return html`${this.#lines()}${isOpen ? this.#refused(isEmpty) : nothing}
    ${isEmpty ? nothing : this.#grid(runs, model)}`;
  }

  protected override trackedWritten(): void {
    this.#cells.mark();
  }

  #lines(): TemplateResult {
    const { patch: words } = this.words.study;
    const field = (name: 'clean' | 'corrupted', label: string) =>
      html`<label
        >${label}
        <input
          type="text"
          autocomplete="off"
          spellcheck="false"
          ${typed(this[name], (text) => (this[name] = text))}
      /></label>`;
    return html`<div class="pair" data-control>
      ${field('clean', words.clean)}${field('corrupted', words.corrupted)}
    </div>`;
  }

  #refused(isAlone: boolean): TemplateResult {
    const { patch: words } = this.words.study;
    const { refusal, failed } = this;
    const sentence = () => {
      if (refusal === null) return failed;
      if (refusal.why === 'empty') return words.tooFew;
      if (refusal.why === 'tooLong') return words.tooLong(...refusal.counts, kMaxTokens);
      if (refusal.why === 'sameAnswer') return words.sameAnswer(this.#name(refusal.answer));
      return words.unequal(...refusal.counts);
    };
    return html`<p class="placeholder failed" role="status" part="refusal">
      ${this.said(sentence())}${isAlone ? nothing : this.words.following(this.words.study.former)}
    </p>`;
  }

  #grid(runs: PatchedRuns, model: Model): TemplateResult {
    const { patch: words } = this.words.study;
    const { clean, corrupted, restored } = runs;
    this.#cells.chosen = numberOfCell(runs, this.#cell(runs));
    const activations = this.#activationsOf(model).map(
      (each) => [each, words.activations[each]] as const,
    );
    return html`<p class="answers" part="answers">
        ${words.answers(this.#name(clean.answer), clean.answer.probability, this.#name(corrupted.answer), corrupted.answer.probability)}
      </p>
      ${segments(words.activation, 'activation', activations, runs.question.activation, (each) => (this.activation = each))}
      <div class="both" aria-busy=${this.#answers.isBusy}>
        <div class="map">
          <p class="title">${this.figureTitle}</p>
          ${scrollBox(
            html`<table
              aria-label=${this.figureTitle}
              @keydown=${this.#cells.onKey}
              @pointerleave=${() => this.#cells.look(null)}
            >
              <thead>
                <tr>
                  <td></td>
                  <th scope="colgroup" colspan=${restored.length}>${this.words.layer}</th>
                </tr>
                <tr>
                  <th scope="col">${words.token}</th>
                  ${restored.map((_all, layer) => html`<th scope="col">${layer + 1}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${corrupted.tokens.map((_token, place) => this.#row(runs, place))}
              </tbody>
            </table>`,
          )}
          <div class="foot">${legend('signed', 1, null)}<span>${words.scale}</span></div>
        </div>
        <div class="said">
          ${this.tracked.value(() => this.#readout(runs))} ${this.#after(runs)}
        </div>
      </div>
      ${this.#recipe.render(this.words, this.recipe())}`;
  }

  #row(runs: PatchedRuns, place: number): TemplateResult {
    const [from, own] = this.#tokensAt(runs, place);
    return html`<tr>
      <th scope="row" ${styles({ '--hue': tokenColour(place) })}>
        ${from === own ? nothing : html`<bdi class="from">${shorten(from, kShownText)}</bdi><span aria-hidden="true"> → </span>`}<bdi
          >${shorten(own, kShownText)}</bdi
        >
      </th>
      ${runs.restored.map((all, layer) => this.#button(runs, { layer, place }, all[place] as number))}
    </tr>`;
  }

  #button(runs: PatchedRuns, cell: Cell, value: number): TemplateResult {
    const { patch: words } = this.words.study;
    const [from] = this.#tokensAt(runs, cell.place);
    const at = numberOfCell(runs, cell);
    return html`<td>
      <button
        part="cell"
        aria-label=${words.cell(from, words.where[runs.question.activation](cell.layer + 1), value)}
        ${styles({ '--fill': fillOf(value, 1, 'signed'), '--ink': inkOf(value, 1, 'signed') })}
        @pointerenter=${() => this.#cells.look(at)}
        @focus=${() => this.#cells.focus(at)}
        @blur=${() => this.#cells.look(null)}
        @click=${() => (this.chosen = cell)}
      >
        ${formatFixed(value, 2)}
      </button>
    </td>`;
  }

  /** The numbers of the cell that is looked at, else of the chosen one. */
  #readout(runs: PatchedRuns): TemplateResult {
    const { patch: words } = this.words.study;
    const { clean, corrupted, question } = runs;
    const { looked } = this.#cells;
    const cell = looked === null ? this.#cell(runs) : cellAt(runs, looked);
    const answers = [this.#name(clean.answer), this.#name(corrupted.answer)] as const;
    const [from] = this.#tokensAt(runs, cell.place);
    return html`<p class="readout" part="readout">
      ${words.said(from, words.where[question.activation](cell.layer + 1), answers, {
        clean: clean.difference,
        corrupted: corrupted.difference,
        patched: this.#difference(runs, cell),
        restored: runs.restored[cell.layer]?.[cell.place] ?? 0,
      })}
    </p>`;
  }

  /** What the patched run would say next. */
  #after(runs: PatchedRuns): TemplateResult | typeof nothing {
    const { patch: words } = this.words.study;
    const { layer, place } = this.#cell(runs);
    if (this.candidates === null) return nothing;
    const [from] = this.#tokensAt(runs, place);
    return html`<p class="title">
        ${words.after(from, words.where[runs.question.activation](layer + 1))}
      </p>
      <glass-next-token
        read-only
        .limit=${kCandidates}
        .candidates=${this.candidates}
      ></glass-next-token>`;
  }

  override get figureTitle(): string {
    const { runs } = this;
    if (runs === null) return '';
    return this.words.study.patch.title(
      this.#name(runs.clean.answer),
      this.#name(runs.corrupted.answer),
    );
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const { runs } = this;
    if (runs === null) return {};
    const { question, clean, corrupted, restored } = runs;
    const chosen = this.#cell(runs);
    const line = (text: string, { tokens, answer, difference }: PatchedRuns['clean']) => ({
      text,
      tokens: tokens.map((each) => each.text),
      answer: { id: answer.id, text: answer.text, probability: numberOf(answer.probability) },
      logit_difference: numberOf(difference),
    });
    return {
      clean: line(question.clean, clean),
      corrupted: line(question.corrupted, corrupted),
      activation: question.activation,
      restored: restored.map((all) => all.map(numberOf)),
      chosen: {
        ...chosen,
        logit_difference: numberOf(this.#difference(runs, chosen)),
        restored: numberOf(restored[chosen.layer]?.[chosen.place] ?? 0),
        candidates: (this.candidates ?? []).map(({ id, text, probability }) => ({
          id,
          text,
          probability: numberOf(probability),
        })),
      },
    };
  }

  override get chosenAttributes(): Readonly<Record<string, string>> {
    const { runs, chosen } = this;
    const isOther = runs?.question.model !== this.figure.state.model;
    return chosen === null || isOther ? {} : { cell: JSON.stringify(chosen) };
  }

  override recipe(): string | null {
    const { runs } = this;
    const loading = runs && loadingLines(this, runs.question.model);
    if (runs === null || loading === null) return null;
    const { question, clean, corrupted } = runs;
    const { layer, place } = this.#cell(runs);
    const { ablations } = question;
    const name = hookOf(layer, question.activation);
    const hook = code(name);
    const lines = [question.clean, question.corrupted].map(code);
    return `${loading}const [clean, corrupted] = await Promise.all([
  ${lines.join(',\n  ')},
].map((text) => model.forward(text, ${optionsCode([name, 'logits'], ablations)})));
const [from, own] = [clean, corrupted].map((run) => run.activations[${hook}]);
const [start, end] = [${place}, ${place + 1}].map((row) => row * own.shape[1]);
const set = own.data.slice();
set.set(from.data.subarray(start, end), start);
const edits = [{ hook: ${hook}, set }];
const patched = await model.forward(corrupted.tokens, ${optionsCode(['logits'], ablations, ', edits')});
const difference = ({ activations: { logits: { shape: [rows, size], data } } }) =>
  data[(rows - 1) * size + ${clean.answer.id}] - data[(rows - 1) * size + ${corrupted.answer.id}];
const restored =
  (difference(patched) - difference(corrupted)) / (difference(clean) - difference(corrupted));
`;
  }

  /** Null: another question has come before the end. */
  #take(answer: PatchedRuns | Refusal | null): void {
    if (answer === null) return;
    this.failed = '';
    this.refusal = 'why' in answer ? answer : null;
    if ('why' in answer) return;
    const { runs } = this;
    const isAlike =
      runs?.clean.tokens.length === answer.clean.tokens.length &&
      runs.question.activation === answer.question.activation;
    if (!isAlike) {
      this.chosen = null;
      this.#cells.restart();
    }
    this.#cells.leave();
    this.candidates = null;
    this.runs = answer;
  }

  /** Those that the model's layers have. */
  #activationsOf({ config }: Model): readonly Activation[] {
    return kActivations.filter((each) => each !== 'mlp_out' || config.resolved.d_ff > 0);
  }

  /** What was computed with another model is not shown. */
  #isShown({ question }: PatchedRuns): boolean {
    return question.model === this.figure.state.model;
  }

  #cell(runs: PatchedRuns): Cell {
    const cell = this.chosen ?? this.standing('cell');
    const isThere = cell !== null && runs.restored[cell.layer]?.[cell.place] !== undefined;
    return isThere ? cell : strongestCell(runs);
  }

  #logitsOf({ logits }: PatchedRuns, { layer, place }: Cell): Float32Array {
    const rows = logits[layer];
    return rows === undefined ? new Float32Array() : rowOf(rows, place);
  }

  #difference(runs: PatchedRuns, cell: Cell): number {
    const answers = { clean: runs.clean.answer.id, corrupted: runs.corrupted.answer.id };
    return logitDifference(this.#logitsOf(runs, cell), answers);
  }

  /** The names of the two lines' tokens at a place. */
  #tokensAt({ clean, corrupted }: PatchedRuns, place: number): readonly [string, string] {
    return [clean, corrupted].map(({ tokens }) => {
      const token = tokens[place];
      return token === undefined ? '' : this.#name(token);
    }) as [string, string];
  }

  #name(token: { readonly id: number; readonly text: string }): string {
    return tokenName(this.figure.state.model, this.words, token).text;
  }

  #towards(from: number, event: KeyboardEvent): number | null {
    const { runs } = this;
    if (runs === null) return null;
    const { layer: column, place: row } = cellAt(runs, from);
    const { restored, corrupted } = runs;
    const to = moveInGrid({ row, column }, event, corrupted.tokens.length, restored.length);
    return to && numberOfCell(runs, { layer: to.column, place: to.row });
  }
}

/** The cells are counted from 0, row by row: a place has one for each layer. */
const numberOfCell = ({ restored }: PatchedRuns, { layer, place }: Cell): number =>
  place * restored.length + layer;

const cellAt = ({ restored: { length } }: PatchedRuns, at: number): Cell => ({
  layer: at % length,
  place: Math.floor(at / length),
});

function isSame(a: PatchQuestion, b: PatchQuestion): boolean {
  return (
    a.model === b.model &&
    a.clean === b.clean &&
    a.corrupted === b.corrupted &&
    a.activation === b.activation &&
    a.ablations === b.ablations
  );
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-patch': GlassPatch;
  }
}
