import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Model } from '../../index.ts';
import type { Token } from '../../shared/run-types.ts';
import { type ModelPart, partName, type PartRow, partTowards } from '../../view/ablation.ts';
import { shorten } from '../../view/label.ts';
import { isDecoder, isEncoderDecoder } from '../../shared/architecture.ts';
import { askedStyles } from '../base/asked.styles.ts';
import { checkWhole, controls, oneOf, whole } from '../base/attributes.ts';
import { CellButtons } from '../base/cell-buttons.ts';
import { cellStyles } from '../base/cells.styles.ts';
import { choice } from '../base/choice.ts';
import type { Json } from '../base/export/json.ts';
import type { Subject } from '../base/figure-context.ts';
import type { ShownSettings } from '../base/export/context.ts';
import { GlassElement } from '../base/glass-element.ts';
import { LatestAnswer } from '../base/latest.ts';
import { legendStyles } from '../base/legend.styles.ts';
import { ChosenToken, otherTokenStyles } from '../base/other-token.ts';
import { code, inputCode, studyCode } from '../base/recipe.ts';
import { RecipeView, recipeStyles } from '../base/recipe-view.ts';
import { ScrollHint, scrollHintStyles } from '../base/scroll-hint.ts';
import { segments } from '../base/segments.ts';
import { nameWithBlank, tokenName } from '../base/token-name.ts';
import { trackStyles } from '../base/track.ts';
import { type Problem, problemOf } from '../i18n/problem.ts';
import { common } from '../i18n/subjects/common.ts';
import { recipes } from '../i18n/subjects/recipes.ts';
import { study } from '../i18n/subjects/study.ts';
import {
  type AblatedRuns,
  type AblationQuestion,
  isSame,
  kKinds,
  type Kind,
  readAblated,
  type Target,
} from '../../study/ablated-runs.ts';
import { checkPart } from './check-part.ts';
import { ablationStyles } from './glass-ablation.styles.ts';
import { mostView } from './most-view.ts';
import { numbersOf } from './numbers.ts';
import { partsTable } from './parts-table.ts';
import {
  insteadOf,
  type Measured,
  measuredIn,
  type Now,
  nowOf,
  ofMeasured,
  sumOf,
  type Worth,
} from '../../study/worths.ts';

/** Characters of a token, and of a translation, in the title. */
const kShownText = 14;
const kShownLine = 40;

const kNoTokens: readonly Token[] = [];
/** Longer sources are no sentences any more, and each part is a run of its own. */
const kMaxTokens = 120;

/** The number of a source's tokens, where they are too many. */
interface TooLong {
  readonly tooLong: number;
}

const kVocabulary = common.with(study).with(recipes);

/**
 * Ablation: what every part of a model is worth for a line, each head, each feed-forward and each layer. A run for each leaves
 * the part out; its cell shows what the probability of the next token becomes, of an encoder–decoder that of its translation
 * or of one of its tokens. What is left out hands on zeros, or its mean.
 *
 * @element glass-ablation
 * @fires glass-head - a head of a decoder was chosen; detail: { layer, head }
 * @csspart cell - one part of the model
 * @csspart readout - what becomes without the part that is looked at
 * @csspart most - the parts without which the probability changes most
 * @csspart refusal - why the line cannot be read
 * @cssprop [--glass-ablation-max-height=34rem] - height from which the rows scroll
 */
export class GlassAblation extends GlassElement {
  static override styles = [
    ...[GlassElement.styles].flat(),
    legendStyles,
    askedStyles,
    otherTokenStyles,
    cellStyles,
    scrollHintStyles,
    trackStyles,
    ablationStyles,
    recipeStyles,
  ];
  static override readonly ofWriters = true;
  static override readonly subjects: readonly Subject[] = ['run', 'text', 'changes'];
  static override readonly rules = {
    kind: oneOf(...kKinds),
    token: whole(0),
    place: whole(0),
    fixed: controls('candidate', 'kind', 'without'),
  };

  /** What takes the place of what a part hands on: "zero", or its "mean" over the line's positions. */
  @property() kind: Kind = 'zero';
  /** A text over whose positions the means are, in place of the line. */
  @property() reference = '';
  /** Of a decoder: id of the token whose probability is shown at first. Where absent: the likeliest. */
  @property({ type: Number }) token: number | null = null;
  /**
   * Of an encoder–decoder: the token of the translation, counted from 0, whose probability is shown at first. Where absent, or
   * beyond the end of the translation of what a reader has typed: all of it.
   */
  @property({ type: Number }) place: number | null = null;
  /**
   * The part that is chosen at first, by its hooks as the figure names them, such as "blocks.0.attn.z [2]". Where absent: the one
   * without which most changes.
   */
  @property() without = '';

  @state() private runs: AblatedRuns | null = null;
  @state() private tooLong = 0;
  @state() private failed: Problem = '';
  /** What the reader has chosen to be measured; null: nothing yet. */
  @state() private target: Measured | null = null;
  /** The part that the reader has chosen; null: none yet. */
  @state() private chosen: number | null = null;
  readonly #other = new ChosenToken(this);
  readonly #recipe = new RecipeView(this);
  readonly #cells = new CellButtons(this, {
    looked: () => this.tracked.write(),
    towards: (from, event) => partTowards(this.runs?.rows ?? [], from, event),
  });
  #asked: AblationQuestion | null = null;
  /** What `place` says waits for the translation that it is about. */
  #isPlaceDue = false;
  readonly #answers = new LatestAnswer<AblationQuestion, AblatedRuns | TooLong | null>(this, {
    answer: (question) => this.#read(question),
    same: isSame,
    isReady: () => this.figure.modelToAsk() !== null,
    take: (answer) => this.#take(answer),
    fail: (error, { model }) => {
      if (model === this.figure.state.model) this.failed = problemOf(error);
    },
  });

  constructor() {
    super();
    this.whenEmptied(() => {
      [this.runs, this.failed, this.tooLong] = [null, '', 0];
      this.#answers.forget();
    });
    new ScrollHint(this, '.scroller');
  }

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('token') || changed.has('place')) this.target = null;
    if (changed.has('place')) this.#isPlaceDue = true;
    if (changed.has('without')) this.chosen = null;
    const { model, run, text } = this.figure.state;
    this.#other.letGoOfAnother(model);
    if (model === null || !canWrite(model)) return;
    if (this.token !== null)
      checkWhole(
        'token',
        this.asWritten('token', this.token),
        0,
        model.config.resolved.vocab_size - 1,
      );
    if (this.without !== '') checkPart(this.without, model.config.resolved);
    const input = isEncoderDecoder(model) ? text.trim() : (run?.tokens ?? kNoTokens);
    if (input.length === 0) {
      // It is the reader who will write the line.
      this.#isPlaceDue = false;
      return;
    }
    const { kind, reference, token } = this;
    const { ablations } = this.figure;
    const question = { model, input, token, kind, reference, ablations };
    if (this.#asked === null || !isSame(this.#asked, question)) this.#asked = question;
    this.#answers.ask(this.#asked);
  }

  protected override render(): TemplateResult {
    const { runs, words, failed, tooLong } = this;
    const { ablation: own } = words.study;
    const { model, text } = this.figure.state;
    const isOther = model !== null && !canWrite(model);
    const isEmpty = runs === null || runs.question.model !== model;
    const isOpen = failed !== '' || tooLong > 0;
    const isUnread = model !== null && isEncoderDecoder(model) && text.trim() === '';
    const placeholder = this.renderPlaceholder(
      (isEmpty && !isOpen) || isOther || isUnread,
      isOther ? own.unsupported : text.trim() === '' ? this.orTextless(own.noLine) : words.empty,
      this.#answers.isBusy && !isOther && !isUnread,
    );
    if (placeholder) return placeholder;
    if (!isOpen) this.#checkPlace();
    return html`${
      isOpen
        ? html`<p class="placeholder failed" role="status" part="refusal">
            ${this.said(failed === '' ? own.tooLong(tooLong, kMaxTokens) : failed)}${isEmpty ? nothing : words.following(words.study.former)}
          </p>`
        : nothing
    }
    ${isEmpty ? nothing : html`<div class=${isOpen ? 'stale' : ''}>${this.#figure(runs)}</div>`}`;
  }

  protected override afterDrawing(): void {
    this.#cells.mark();
  }

  #figure(runs: AblatedRuns): TemplateResult {
    const { ablation: own } = this.words.study;
    const { kind, reference } = runs.question;
    const now = this.#now(runs);
    const { measured, worths, logs, before, shown } = now;
    this.#cells.chosen = shown.at;
    const isWhole = measured === 'whole';
    const others = worths.filter(({ at }) => insteadOf(runs, at, measured) !== null);
    return html`${this.#choices(runs)}
      <p class="title">${this.figureTitle}</p>
      <p class="note">
        ${isWhole ? own.beforeWhole(before, sumOf(logs), logs.length) : own.before(before)}
      </p>
      <div class="both" aria-busy=${this.#answers.isBusy}>
        <div class="map">
          ${partsTable({
            rows: runs.rows,
            worths,
            before,
            title: this.figureTitle,
            words: own,
            rowName: (row) => this.#rowName(row),
            nameOf: (part) => this.#partName(part),
            cells: this.#cells,
            shades: this.shades,
            choose: (worth) => this.#choose(worth),
          })}
          <p class="note">
            ${isOfText(runs) ? own.reference(shorten(reference.trim(), kShownLine)) : own.taken[kind]}
          </p>
        </div>
        <div class="list">
          ${this.tracked.value(() => this.#readout(runs, now))}
          <p class="title">${own.most}</p>
          ${mostView({
            worths,
            before,
            nameOf: (part) => this.#partName(part),
            choose: (worth) => this.#choose(worth),
          })}
          <p class="small">
            ${own.asItIs}${isWhole ? nothing : this.words.following(own.changed(others.length, worths.length))}
          </p>
        </div>
      </div>
      ${this.#recipe.render(this.words, this.recipe())}`;
  }

  /** Throws where the translation has no such token: later ones may be shorter, and of each of these all is shown. */
  #checkPlace(): void {
    const { runs, place } = this;
    if (!this.#isPlaceDue || runs === null || runs.question !== this.#asked) return;
    const isOfTranslation = place !== null && runs.line.expected !== null;
    if (isOfTranslation) checkWhole('place', place, 0, runs.targets.length - 1);
    this.#isPlaceDue = false;
  }

  #choices(runs: AblatedRuns): TemplateResult {
    const { ablation: own } = this.words.study;
    const measured = this.#measured(runs);
    const options: (readonly [value: Measured, name: string])[] = runs.targets.map(
      (each, i) =>
        [i, shorten(nameWithBlank(runs.question.model, this.words, each), kShownText)] as const,
    );
    if (runs.line.expected !== null) options.unshift(['whole', own.wholeTranslation]);
    const kinds = kKinds.map((each) => [each, own.kinds[each]] as const);
    return html`<div class="asked" data-control>
      ${choice(
        'candidate',
        own.measured,
        options.map(([value, name]) => [String(value), name] as const),
        String(measured),
        (value) => this.#measure(value === 'whole' ? value : Number(value)),
      )}
      ${runs.line.expected === null ? this.#other.render(runs.question.model, own.measured, this.words) : nothing}
      <span class="kind" data-control="kind"
        >${own.kind}
        ${segments(own.kind, 'kind', kinds, runs.question.kind, (each) => this.choose('kind', each))}</span
      >
    </div>`;
  }

  /** Of the part that is looked at, else of the chosen one. */
  #readout(runs: AblatedRuns, { worths, before, measured, shown }: Now): TemplateResult {
    const { ablation: own } = this.words.study;
    const { at, part, probability } = worths[this.#cells.looked ?? -1] ?? shown;
    const other = insteadOf(runs, at, measured);
    return html`<p class="readout" part="readout">
      ${own.said(this.#partName(part), probability, before, other && this.#name(other))}
      <code>${partName(part)}</code>
    </p>`;
  }

  override get figureTitle(): string {
    const { runs } = this;
    if (runs === null) return '';
    const { ablation: own } = this.words.study;
    const { targets, line } = runs;
    const [token] = ofMeasured(targets, this.#measured(runs)) as [Target];
    if (line.expected === null) {
      const last = runs.tokens.at(-1);
      return own.title(this.#name(token), last ? this.#name(last) : '');
    }
    const text = shorten(runs.translation, kShownLine);
    const isWhole = this.#measured(runs) === 'whole';
    return isWhole ? own.titleOf(text) : own.titleIn(this.#name(token), text);
  }

  override get shownSettings(): ShownSettings {
    const { runs } = this;
    if (runs === null) return {};
    const { kind, reference } = runs.question;
    return { kind, ...(isOfText(runs) ? { reference } : {}) };
  }

  protected override get settingLines(): readonly string[] {
    const { words, runs } = this;
    if (runs === null) return [];
    const { ablation: own } = words.study;
    const { kind, reference } = runs.question;
    return [
      isOfText(runs) ? own.reference(reference.trim()) : words.labelled(own.kind, own.kinds[kind]),
    ];
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const { runs } = this;
    if (runs === null) return {};
    const { measured, shown } = this.#now(runs);
    return numbersOf(runs, measured, shown);
  }

  override get chosenAttributes(): Readonly<Record<string, string | null>> {
    const { runs, target, chosen } = this;
    if (runs === null || runs.question.model !== this.figure.state.model) return {};
    const part = runs.without[chosen ?? -1]?.part;
    const measured = target === 'whole' ? null : String(target);
    const isTranslation = runs.line.expected !== null;
    const token = String(runs.targets[Number(target)]?.id);
    return {
      ...(part === undefined ? {} : { without: partName(part) }),
      ...(target === null ? {} : isTranslation ? { place: measured } : { token }),
    };
  }

  override recipe(): string | null {
    const { runs } = this;
    if (runs === null) return null;
    const { model, input, kind, reference, ablations } = runs.question;
    const { measured } = this.#now(runs);
    const isTranslation = runs.line.expected !== null;
    const at = measured === 'whole' ? null : measured;
    return studyCode(this, model, {
      name: 'ablation',
      gives: ['probability', 'without'],
      inputs: [isTranslation ? code(input as string) : inputCode(this.figure.state)],
      options: {
        kind,
        reference: kind === 'zero' || reference.trim() === '' ? null : reference,
        token: isTranslation || at === null ? null : (runs.targets[at]?.id ?? null),
        place: isTranslation ? at : null,
      },
      ablations,
    });
  }

  /** Null where another question comes before the end. */
  async #read(question: AblationQuestion): Promise<AblatedRuns | TooLong | null> {
    const { model, input } = question;
    if (isEncoderDecoder(model)) {
      const { length } = await model.sourceTokenizer.encode(input as string);
      if (length > kMaxTokens) return { tooLong: length };
    }
    return readAblated(question, () => this.#asked === question);
  }

  /** Null: another question has come before the end. */
  #take(answer: AblatedRuns | TooLong | null): void {
    if (answer === null) return;
    this.failed = '';
    this.tooLong = 'tooLong' in answer ? answer.tooLong : 0;
    if ('tooLong' in answer) return;
    const [before, now] = [this.runs?.question, answer.question];
    // What was chosen of another line's tokens, or of another model's parts, is gone.
    const isOther = (name: 'model' | 'input') => before?.[name] !== now[name];
    if (isOther('input')) this.target = null;
    if (isOther('model')) {
      this.chosen = null;
      this.#cells.restart();
    }
    this.#cells.leave();
    this.runs = answer;
  }

  #measured(runs: AblatedRuns): Measured {
    const isTranslation = runs.line.expected !== null;
    return measuredIn(runs, this.target ?? (isTranslation ? this.place : null));
  }

  #now(runs: AblatedRuns): Now {
    const first = runs.without.findIndex(({ part }) => partName(part) === this.without);
    return nowOf(runs, this.#measured(runs), this.chosen ?? first);
  }

  #rowName({ stack, layer }: PartRow): string {
    const { ablation: own } = this.words.study;
    const translates = this.runs?.line.expected !== null;
    return translates ? own.row[stack](layer + 1) : this.words.layerName(layer + 1);
  }

  #partName({ kind, stack, layer, head }: ModelPart): string {
    const { ablation: own } = this.words.study;
    const name =
      kind === 'head' ? own.part.head(layer + 1, (head ?? 0) + 1) : own.part[kind](layer + 1);
    return this.runs?.line.expected === null ? name : own.partOf(name, own.stacks[stack]);
  }

  #name(token: { readonly id: number; readonly text: string }): string {
    return shorten(tokenName(this.figure.state.model, this.words, token).text, kShownText);
  }

  #measure(target: Measured): void {
    this.target = target;
    this.tellChosen(this.runs?.line.expected === null ? 'token' : 'place');
  }

  /** A head of a decoder is picked in the surrounding figure, too. */
  #choose({ at, part: { stack, layer, head } }: Worth): void {
    if (this.hasFixed('without')) return;
    this.chosen = at;
    this.tellChosen('without');
    if (head === null || stack !== 'decoder' || this.runs?.line.expected !== null) return;
    this.figure.pickHead({ layer, head });
    this.send('glass-head', { layer, head });
  }
}

const canWrite = (model: Model) => isDecoder(model) || isEncoderDecoder(model);

/** The means are taken over a text of the reader's. */
function isOfText({ question: { kind, reference } }: AblatedRuns): boolean {
  return kind === 'mean' && reference.trim() !== '';
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-ablation': GlassAblation;
  }
}
