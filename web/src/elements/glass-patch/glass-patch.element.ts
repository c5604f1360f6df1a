import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Model } from '../../index.ts';
import type { Candidate } from '../../shared/generation-types.ts';
import { moveInGrid } from '../../view/grid.ts';
import { rowOf } from '../../view/matrix.ts';
import {
  type Activation,
  activationsOf,
  hasHeads,
  headsOf,
  kActivations,
} from '../../view/patching.ts';
import { isDecoder } from '../../shared/architecture.ts';
import { askedStyles } from '../base/asked.styles.ts';
import { asJson, cellPlace, checkWhole, controls, oneOf, whole } from '../base/attributes.ts';
import { CellButtons } from '../base/cell-buttons.ts';
import { cellStyles } from '../base/cells.styles.ts';
import type { Json } from '../base/export/json.ts';
import type { Subject } from '../base/figure-context.ts';
import type { ShownSettings } from '../base/export/context.ts';
import { GlassElement } from '../base/glass-element.ts';
import { LatestAnswer } from '../base/latest.ts';
import { legendStyles } from '../base/legend.styles.ts';
import { code, studyCode } from '../base/recipe.ts';
import { ChosenToken, otherTokenStyles } from '../base/other-token.ts';
import { pairStyles } from '../base/pair.styles.ts';
import { RecipeView, recipeStyles } from '../base/recipe-view.ts';
import { ScrollHint, scrollHintStyles } from '../base/scroll-hint.ts';
import { type Problem, problemOf } from '../i18n/problem.ts';
import { common } from '../i18n/subjects/common.ts';
import { recipes } from '../i18n/subjects/recipes.ts';
import { layers } from '../i18n/subjects/layers.ts';
import { study } from '../i18n/subjects/study.ts';
import { patchChoices } from './choices.ts';
import { patchStyles } from './glass-patch.styles.ts';
import { PatchNames } from './names.ts';
import { numbersOf } from './numbers.ts';
import { cellAt, numberOfCell, patchTable } from './patch-table.ts';
import { readout, saidNext } from './readout.ts';
import { kMaxTokens, lineFields, linesOf, refused, unreadInBoth } from './two-lines.ts';
import {
  areSameRuns,
  type Cell,
  candidatesOf,
  follow,
  type Followed,
  haveSameAnswer,
  type PatchedRuns,
  type PatchQuestion,
  readPatched,
  type Refusal,
  strongestCell,
} from '../../study/patched-runs.ts';

/** How many candidates of a patched run are shown. */
const kCandidates = 5;

interface CellQuestion {
  readonly runs: PatchedRuns;
  readonly cell: Cell;
}

const kVocabulary = common.with(layers).with(study).with(recipes);

/**
 * Activation patching: two lines of as many tokens, of which the model goes on differently. Each cell puts the vector of the
 * first line (clean) at one place and one layer into the run of the second (corrupted), and shows how far the difference of the two
 * answers' logits, or the logit of a token, comes back: 0 as in the second run, 1 as in the first. Of the chosen cell it shows
 * what would come next.
 * Only for decoders.
 *
 * @element glass-patch
 * @fires glass-patched - the cells are those of other lines; detail: { clean, corrupted }
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
    askedStyles,
    otherTokenStyles,
    pairStyles,
    cellStyles,
    scrollHintStyles,
    patchStyles,
    recipeStyles,
  ];
  static override readonly ofWriters = true;
  static override readonly subjects: readonly Subject[] = ['run', 'changes'];
  static override readonly rules = {
    activation: oneOf(...kActivations),
    head: whole(0),
    token: whole(0),
    cell: cellPlace,
    fixed: controls('clean', 'corrupted', 'activation', 'head', 'candidate', 'cell'),
  };

  /** The line whose vectors are taken. */
  @property() clean = 'Once upon a time there was a little boy named';
  /** The line into whose run they are put. */
  @property() corrupted = 'Once upon a time there was a little girl named';
  /**
   * What is patched: the stream before a layer ("resid_pre"), after its attention ("resid_mid"), or a layer's last sum ("resid_post"),
   * what its norms give ("ln1", "ln2"), what its attention ("attn_out") or feed-forward ("mlp_out") adds, its queries ("attn.q"),
   * keys ("attn.k") or values ("attn.v"), its scores ("attn.raw_scores") or weights ("attn.pattern") of attention, what its heads
   * hand over ("attn.z"), or its neurons before ("mlp.pre") or after ("mlp.post") the activation function.
   */
  @property() activation: Activation = 'resid_pre';
  /** Of what is in heads (the activations that begin with "attn."): the only head, counted from 0. Where absent: all. */
  @property({ type: Number }) head: number | null = null;
  /**
   * Id of the token whose logit is followed at first. Where absent: the difference of the two answers' logits, and where both lines
   * have the same answer its logit, or that of the likeliest token whose logits differ.
   */
  @property({ type: Number }) token: number | null = null;
  /**
   * The cell that is chosen at first: `layer` and `place` (of the token in its line), counted from 0. Where absent, or where
   * the reader's lines have no such place: the one where most comes back.
   */
  @property({ converter: asJson }) cell: Cell | null = null;

  @state() private runs: PatchedRuns | null = null;
  @state() private refusal: Refusal | null = null;
  /** What went wrong with the lines that stand there. */
  @state() private failed: Problem = '';
  /** The cell that the reader has chosen; null: none. */
  @state() private chosen: Cell | null = null;
  /** What the reader has chosen to be followed: a token's id, or the "difference"; null: nothing yet. */
  @state() private target: number | 'difference' | null = null;
  @state() private candidates: readonly Candidate[] | null = null;
  readonly #other = new ChosenToken(this);
  readonly #recipe = new RecipeView(this);
  readonly #cells = new CellButtons(this, {
    looked: () => this.tracked.write(),
    towards: (from, event) => this.#towards(from, event),
  });
  #asked: PatchQuestion | null = null;
  #known: {
    readonly runs: PatchedRuns;
    readonly target: number | null;
    readonly followed: Followed;
  } | null = null;
  readonly #answers = new LatestAnswer<PatchQuestion, PatchedRuns | Refusal | null>(this, {
    answer: (question) => readPatched(question, this.runs, () => this.#asked === question),
    same: isSame,
    isReady: () => this.figure.modelToAsk() !== null,
    take: (answer) => this.#take(answer),
    fail: (error, { model }) => {
      if (model !== this.figure.state.model) return;
      this.refusal = null;
      this.failed = problemOf(error);
    },
  });
  readonly #next = new LatestAnswer<CellQuestion, Candidate[]>(this, {
    answer: ({ runs, cell }) =>
      candidatesOf(runs.question.model, this.#logitsOf(runs, cell).slice(), kCandidates),
    same: (a, b) =>
      a.runs.logits === b.runs.logits &&
      a.cell.layer === b.cell.layer &&
      a.cell.place === b.cell.place,
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
    if (changed.has('token')) this.target = null;
    const { model } = this.figure.state;
    this.#other.letGoOfAnother(model);
    if (model === null || !isDecoder(model)) return;
    const { clean, corrupted, token } = this;
    if (token !== null)
      checkWhole('token', this.asWritten('token', token), 0, model.config.resolved.vocab_size - 1);
    const { resolved } = model.config;
    const at = this.chosen === null ? this.cell : null;
    if (at !== null) checkWhole('cell.layer', at.layer, 0, resolved.decoder_layers - 1);
    const there = activationsOf(resolved);
    // What the reader has chosen is let go, for they have changed the model, too.
    if (!this.isByReader('activation')) oneOf(...there)('activation', this.activation);
    const isThere = there.includes(this.activation);
    const activation = isThere ? this.activation : 'resid_pre';
    const isInHeads = hasHeads(activation);
    if (isInHeads) this.checkPlace('head', headsOf(resolved, activation));
    const head = isInHeads ? this.head : null;
    const { ablations } = this.figure;
    const question = {
      model,
      clean,
      corrupted,
      activation,
      head,
      token,
      ablations,
      maxTokens: kMaxTokens,
    };
    if (this.#asked === null || !isSame(this.#asked, question)) this.#asked = question;
    this.#answers.ask(this.#asked);
    const { runs } = this;
    const isByReader = this.isByReader('clean') || this.isByReader('corrupted');
    if (at !== null && !isByReader && runs !== null && areSameRuns(runs.question, question))
      checkWhole('cell.place', at.place, 0, runs.corrupted.tokens.length - 1);
    if (runs !== null && this.#isShown(runs)) this.#next.ask({ runs, cell: this.#cell(runs) });
  }

  protected override render(): TemplateResult {
    const { runs, words, refusal, failed } = this;
    const { model } = this.figure.state;
    const isWithout = model !== null && !isDecoder(model);
    const isEmpty = runs === null || !this.#isShown(runs);
    const isOpen = refusal !== null || failed !== '';
    const placeholder = this.renderPlaceholderOf(
      isWithout ? words.study.decoderOnly : null,
      isEmpty && !isOpen,
      this.#answers.isBusy,
    );
    if (placeholder || model === null) return html`${placeholder}`;
    return html`${lineFields(this, words.study.patch, (name, text) => this.choose(name, text))}
    ${isOpen ? refused(refusal, failed, words, isEmpty) : nothing}
    ${isEmpty ? nothing : html`<div class=${isOpen ? 'stale' : ''}>${unreadInBoth(runs, words)}${this.#grid(runs, model)}</div>`}`;
  }

  protected override afterDrawing(): void {
    this.#cells.mark();
  }

  #grid(runs: PatchedRuns, model: Model): TemplateResult {
    const names = this.#names(runs);
    const { words } = names;
    const followed = this.#followed(runs);
    const { restored, target, unmoved } = followed;
    const { clean, corrupted } = runs;
    const chosen = this.#cell(runs);
    this.#cells.chosen = numberOfCell(runs, chosen);
    const isAlike = unmoved === null && haveSameAnswer(runs);
    const [first, second] = names.answers;
    return html`<p class="answers" part="answers">
        ${words.answers(first, clean.answer.probability, second, corrupted.answer.probability)}${isAlike ? this.words.following(words.sameAnswer(names.followed(target))) : nothing}
      </p>
      ${patchChoices({
        ...{ runs, followed, model, names },
        other: this.#other.render(model, words.followed, this.words),
        patch: (activation) => this.choose('activation', activation),
        patchHead: (head) => this.choose('head', head),
        follow: (each) => this.#follow(each),
      })}${unmoved === null ? nothing : html`<p class="placeholder failed" role="status" part="refusal">${words.unmoved(names.token(unmoved), names.followed(target))}</p>`}
      <div class="both" aria-busy=${this.#answers.isBusy}>
        <div class="map">
          <p class="title">${this.figureTitle}</p>
          ${patchTable({
            runs,
            restored,
            title: this.figureTitle,
            names,
            layerName: this.words.layer,
            cells: this.#cells,
            shades: this.shades,
            choose: (cell) => this.#choose(cell),
          })}
        </div>
        <div class="said">
          ${this.tracked.value(() => this.#readout(runs))}
          ${saidNext(chosen, this.candidates, kCandidates, names)}
        </div>
      </div>
      ${this.#recipe.render(this.words, this.recipe())}`;
  }

  #follow(target: number | 'difference'): void {
    this.target = target;
    this.tellChosen('token');
  }

  #choose(cell: Cell): void {
    if (this.hasFixed('cell')) return;
    this.chosen = cell;
    this.tellChosen('cell');
  }

  /** Of the cell that is looked at, else of the chosen one. */
  #readout(runs: PatchedRuns): TemplateResult {
    const { looked } = this.#cells;
    const cell = looked === null ? this.#cell(runs) : cellAt(runs, looked);
    return readout(cell, this.#followed(runs), this.#names(runs));
  }

  /** @ignore Its lines are among its settings: the text around it is none of them. */
  override get shownText(): string {
    return '';
  }

  override get shownSettings(): ShownSettings {
    const { runs } = this;
    const [clean, corrupted] = this.#shownLines;
    if (runs === null) return { clean, corrupted };
    const { activation, head } = runs.question;
    const { target } = this.#followed(runs);
    return {
      ...{ clean, corrupted, activation },
      ...(head === null ? {} : { head }),
      followed: target === null ? 'difference' : target.id,
    };
  }

  protected override get settingLines(): readonly string[] {
    const { words, runs } = this;
    const { patch } = words.study;
    const [clean, corrupted] = this.#shownLines;
    const lines = [words.labelled(patch.clean, clean), words.labelled(patch.corrupted, corrupted)];
    if (runs === null) return lines;
    const { activation, head } = runs.question;
    const what = patch.activations[activation];
    const { target } = this.#followed(runs);
    return [
      ...lines,
      words.labelled(patch.activation, head === null ? what : patch.inHead(what, head + 1)),
      words.labelled(patch.followed, this.#names(runs).followed(target)),
    ];
  }

  override get figureTitle(): string {
    const { runs } = this;
    if (runs === null) return '';
    const names = this.#names(runs);
    const { target } = this.#followed(runs);
    return target === null
      ? names.words.title(...names.answers)
      : names.words.titleOf(names.token(target));
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const { runs } = this;
    if (runs === null) return {};
    return numbersOf(runs, {
      followed: this.#followed(runs),
      chosen: this.#cell(runs),
      candidates: this.candidates ?? [],
    });
  }

  override get chosenAttributes(): Readonly<Record<string, string | null>> {
    const { runs, chosen } = this;
    if (runs?.question.model !== this.figure.state.model) return {};
    return {
      ...(chosen === null ? {} : { cell: JSON.stringify(chosen) }),
      ...(this.target === null
        ? {}
        : { token: this.target === 'difference' ? null : String(this.target) }),
    };
  }

  override recipe(): string | null {
    const { runs } = this;
    if (runs === null) return null;
    const { model, clean, corrupted, activation, head, ablations } = runs.question;
    const { target } = this.#followed(runs);
    return studyCode(this, model, {
      name: 'activationPatching',
      gives: ['patched', 'restored'],
      inputs: [clean, corrupted].map((line) => code(line as string)),
      options: { activation, head, token: target?.id ?? null },
      ablations,
    });
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
    const isGone =
      this.target === 'difference'
        ? haveSameAnswer(answer)
        : !answer.targets.some(({ id }) => id === this.target);
    if (isGone) this.target = null;
    if (!isAlike) {
      this.chosen = null;
      this.#cells.restart();
    }
    this.#cells.leave();
    if (runs?.logits !== answer.logits) this.candidates = null;
    this.runs = answer;
    const [clean, corrupted] = linesOf(answer);
    const [cleanBefore, corruptedBefore] = runs === null ? [] : linesOf(runs);
    if (clean !== cleanBefore || corrupted !== corruptedBefore)
      this.send('glass-patched', { clean, corrupted });
  }

  /** What was computed with another model is not shown. */
  #isShown({ question }: PatchedRuns): boolean {
    return question.model === this.figure.state.model;
  }

  #cell(runs: PatchedRuns): Cell {
    const cell = this.chosen ?? this.standing('cell');
    const followed = this.#followed(runs);
    const isThere = cell !== null && followed.restored[cell.layer]?.[cell.place] !== undefined;
    return isThere ? cell : strongestCell(runs, followed);
  }

  /** While the reader's own cannot be compared, those before them. */
  get #shownLines(): [string, string] {
    return this.runs === null ? [this.clean, this.corrupted] : linesOf(this.runs);
  }

  get #target(): number | null {
    const { target } = this;
    return target === 'difference' ? null : (target ?? this.token);
  }

  /** Computed once for what is chosen. */
  #followed(runs: PatchedRuns): Followed {
    const target = this.#target;
    if (this.#known?.runs !== runs || this.#known.target !== target)
      this.#known = { runs, target, followed: follow(runs, target) };
    return this.#known.followed;
  }

  #logitsOf({ logits }: PatchedRuns, { layer, place }: Cell): Float32Array {
    const rows = logits[layer];
    return rows === undefined ? new Float32Array() : rowOf(rows, place);
  }

  #names(runs: PatchedRuns): PatchNames {
    return new PatchNames(runs, this.figure.state.model, this.words);
  }

  #towards(from: number, event: KeyboardEvent): number | null {
    const { runs } = this;
    if (runs === null) return null;
    const { layer: column, place: row } = cellAt(runs, from);
    const { logits, corrupted } = runs;
    const to = moveInGrid({ row, column }, event, corrupted.tokens.length, logits.length);
    return to && numberOfCell(runs, { layer: to.column, place: to.row });
  }
}

const isSame = (a: PatchQuestion, b: PatchQuestion): boolean =>
  areSameRuns(a, b) && a.token === b.token;

declare global {
  interface HTMLElementTagNameMap {
    'glass-patch': GlassPatch;
  }
}
