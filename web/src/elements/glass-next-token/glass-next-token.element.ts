import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Model } from '../../index.ts';
import type { Candidate, GenerationOptions } from '../../shared/generation-types.ts';
import { generationControls } from '../../shared/options.ts';
import { type Bar, type Bars, barsOf, comparedBars, softmaxSum } from '../../view/bars.ts';
import { isWritable, ordinalsOf, tokenLabels } from '../../view/label.ts';
import { formatFixed, formatPercent, formatPower, formatShort } from '../../view/number.ts';
import type { Subject } from '../base/figure-context.ts';
import { classifies } from '../../shared/architecture.ts';
import { asJsonOver, amount, checkWhole, controls, whole } from '../base/attributes.ts';
import { GlassElement } from '../base/glass-element.ts';
import type { Listening } from '../events.ts';
import { someTokens } from '../base/kinds.ts';
import { styles } from '../base/styles-directive.ts';
import { FigureAnswer } from '../base/figure-answer.ts';
import { tokenName } from '../base/token-name.ts';
import { renderControl } from '../base/control-view.ts';
import {
  asLearned,
  type ChoiceSettings,
  type Control,
  cutName,
  filterControls,
  isAsLearned,
} from '../base/controls.ts';
import { settingsAs } from '../base/settings-rule.ts';
import { type Answer, ask, isSameQuestion, type Question } from './ask.ts';
import { wordStyles, wordView } from '../base/word.ts';
import { nextTokenStyles } from './glass-next-token.styles.ts';

/** Length of the lists that are compared: a token outside of both is very unlikely. */
const kCompared = 256;
/** Of how many candidates softmax is worked out. */
const kWorked = 2;

/**
 * What may come next: a bar per candidate, likeliest first; below the cut what the filters removed. Of a model that classifies,
 * a bar per class. Without `candidates`
 * it asks the surrounding model: then a bar can be clicked whose token can be written behind the text. With `adjustable` the reader moves temperature, top-k and top-p; once one is moved, an
 * outline behind each bar is the model's own probability. With `compare`, while heads of the surrounding figure are
 * switched off or scaled, the outline is the probability with all heads unchanged.
 *
 * @element glass-next-token
 * @fires glass-choose - a bar was clicked; detail: { id, text }: the token, and its text, with its blank
 * @fires glass-settings - a slider was moved; detail: { mode: 'sample', settings: { temperature, top_k, top_p } }
 * @csspart bar - one candidate
 * @csspart after - the pinned token that the candidates would follow
 * @csspart controls - the sliders
 * @csspart kept - how many tokens are kept
 * @csspart softmax - the probabilities of the first candidates, worked from their logits
 * @cssprop [--glass-bar-motion=200ms] - how long a bar takes to its new length
 */
export class GlassNextToken extends GlassElement {
  declare addEventListener: Listening<'glass-next-token', this>['addEventListener'];
  declare removeEventListener: Listening<'glass-next-token', this>['removeEventListener'];
  static override styles = [...[GlassElement.styles].flat(), wordStyles, nextTokenStyles];
  static override readonly subjects: readonly Subject[] = ['run', 'pin', 'changes'];
  static override readonly rules = {
    candidates: someTokens,
    keptCount: whole(0),
    limit: whole(1),
    chosen: whole(-1),
    settings: settingsAs(asLearned, '"top_k": 1'),
    temperatureMax: amount(generationControls.temperature.min),
    fixed: controls('temperature', 'top_k', 'top_p', 'token', 'choice'),
  };

  /** Given candidates; with `adjustable`, the page gives new ones on `glass-settings`. */
  @property({ attribute: false }) candidates: readonly Candidate[] | null = null;
  /** How many tokens the filters kept, if there are more than `candidates` has. */
  @property({ type: Number, attribute: 'kept-count' }) keptCount: number | null = null;
  /** How many bars at most. */
  @property({ type: Number }) limit = 10;
  /** The token that is taken, marked. */
  @property({ type: Number }) chosen = -1;
  /** What stands at the cut ("top-p 0.9"); where empty, the filter that cut, as far as it is known. */
  @property({ attribute: 'cut-label' }) cutLabel = '';
  /** Bars cannot be clicked. */
  @property({ type: Boolean, attribute: 'read-only' }) readOnly = false;
  /** Sliders for what shapes the probabilities. */
  @property({ type: Boolean }) adjustable = false;
  /** What may follow the token that is pinned in the surrounding figure, as long as one is; else the last. */
  @property({ type: Boolean, attribute: 'at-pinned' }) atPinned = false;
  /**
   * Where the sliders stand: "temperature" (above 0), "top_k" (at least 0, which switches it off) and "top_p" (above 0, at most 1,
   * which switches it off). What is not said leaves the probabilities as they are learned.
   */
  @property({ converter: asJsonOver(asLearned) }) settings: ChoiceSettings = asLearned;
  /** Highest temperature that can be chosen. */
  @property({ type: Number, attribute: 'temperature-max' }) temperatureMax: number =
    generationControls.temperature.max;
  /** Beside each probability what it is with all heads as they were learned. */
  @property({ type: Boolean }) compare = false;
  /** The model's own probability as an outline, where `candidates` come through filters. */
  @property({ type: Boolean, attribute: 'with-own' }) withOwn = false;

  /** The logit of each candidate, and how softmax makes a probability of it. */
  @property({ type: Boolean, attribute: 'with-logits' }) withLogits = false;

  /** The last one: what it has answered stays until another one has come. */
  #model: Model | null = null;
  /** A bar had the focus before the update. */
  #hadFocus = false;
  readonly #answers = new FigureAnswer<Question, Answer>(this, {
    answer: ask,
    same: isSameQuestion,
  });

  protected override willUpdate(_changed: PropertyValues<this>): void {
    const { model } = this.figure.state;
    this.#model = model ?? this.#model;
    if (model !== null) checkWhole('chosen', this.chosen, -1, model.config.resolved.vocab_size - 1);
    if (this.candidates === null) this.#wonder();
    this.#hadFocus = this.#focusedBar !== null;
  }

  /** The bar that was pressed may be gone: the focus stays in the list. */
  protected override updated(_changed: PropertyValues<this>): void {
    if (this.#hadFocus && this.#focusedBar === null)
      this.renderRoot
        .querySelector<HTMLElement>('[part=bar]:enabled')
        ?.focus({ preventScroll: true });
  }

  /** A bar, or the way back, which is gone when it has been taken. */
  get #focusedBar(): Element | null {
    const { activeElement } = this.renderRoot as ShadowRoot;
    return activeElement?.closest('[part=bar], [part=after]') ?? null;
  }

  /** @ignore */
  override get needsModel(): boolean {
    return this.candidates === null;
  }

  protected override render(): TemplateResult {
    const { bars, kept } = this.#bars;
    const isAsking = this.candidates === null && this.#answers.isBusy;
    const placeholder = this.renderPlaceholder(
      bars.length === 0,
      this.isUnread ? this.words.ofPair : this.orTextless(this.words.noCandidates),
      isAsking,
    );
    if (placeholder) return placeholder;
    const hasGhosts = this.#hasGhosts;
    const isFiltered = this.#isAdjustable || this.withOwn;
    const total = this.keptCount ?? this.#answers.shown?.keptCount ?? kept;
    const hidden = kept === bars.length ? total - kept : 0;
    return html`${this.#isAdjustable ? this.#controls() : nothing}
      <ol
        class="${hasGhosts ? 'ghosts' : ''} ${this.withLogits ? 'logits' : ''} ${this.#isOfClasses ? 'classes' : ''} ${isAsking ? 'asking' : ''}"
        aria-busy=${isAsking}
        aria-label=${this.#what}
      >
        ${repeat(
          bars,
          (bar) => bar.id,
          (bar, place) =>
            html`${place === kept && kept > 0 ? this.#cut(bar) : nothing}
              <li>${this.#bar(bar, hasGhosts)}</li>`,
        )}
        ${hidden > 0 && isFiltered ? this.#more(hidden, total < this.#vocabulary) : nothing}
      </ol>
      ${this.#after()}
      ${this.#foot(total, hasGhosts)}${this.withLogits ? this.#softmax(bars, total) : nothing}`;
  }

  override get figureTitle(): string {
    const chosen = this.#chosen.map(([label, shown]) => `${label} ${shown}`);
    return this.words.listed(this.#what, ...chosen);
  }

  protected override get settingLines(): readonly string[] {
    return this.#chosen.map(([label, shown]) => this.words.labelled(label, shown));
  }

  /** Its controls, and what each is at. */
  get #chosen(): readonly (readonly [label: string, shown: string])[] {
    if (!this.#isAdjustable) return [];
    const limits = { temperature: this.temperatureMax, vocabulary: this.#vocabulary };
    return filterControls(this.words, limits).map(({ name, label, show }) => [
      label,
      show(this.settings[name as keyof ChoiceSettings]),
    ]);
  }

  override get shownSettings(): Readonly<Record<string, number>> {
    return this.#isAdjustable ? { ...this.settings } : {};
  }

  get #bars(): Bars {
    if (this.candidates !== null) return barsOf(this.candidates, this.limit);
    const { candidates = this.#foreseen, learned = null } = this.#answers.shown ?? {};
    return learned === null
      ? barsOf(candidates, this.limit)
      : comparedBars(candidates, learned, this.limit);
  }

  /** What may follow the whole text, before there is a model that could be asked. */
  get #foreseen(): readonly Candidate[] {
    const isAsked = this.#pinned === null && !this.#isAdjustable;
    return (isAsked && this.figure.state.preview?.candidates) || [];
  }

  get #isCompared(): boolean {
    return this.candidates === null && Boolean(this.#answers.shown?.learned);
  }

  get #hasGhosts(): boolean {
    return this.#isCompared || this.withOwn || (this.#isAdjustable && !isAsLearned(this.settings));
  }

  /** The surrounding model classifies: its bars are classes, which no filter removes and nobody writes. */
  get #isOfClasses(): boolean {
    const { model } = this.figure.state;
    return this.candidates === null && model !== null && classifies(model);
  }

  get #isAdjustable(): boolean {
    return this.adjustable && !this.#isOfClasses;
  }

  get #what(): string {
    return this.#isOfClasses ? this.words.classes : this.words.nextToken;
  }

  /** How a bar's token or class is called. */
  #nameOf(bar: Bar): { readonly text: string; readonly isMark: boolean } {
    if (this.#isOfClasses) return { text: bar.text, isMark: false };
    return tokenName(this.#model, this.words, bar);
  }

  get #vocabulary(): number {
    const { model } = this.figure.state;
    const { labels, vocab_size } = model?.config.resolved ?? {};
    return (this.#isOfClasses ? labels?.length : vocab_size) ?? this.candidates?.length ?? 0;
  }

  #controls(): TemplateResult {
    const limits = { temperature: this.temperatureMax, vocabulary: this.#vocabulary };
    return html`<div class="controls" part="controls" role="group" aria-label=${this.words.mode}>
      ${filterControls(this.words, limits).map((control) => {
        const name = control.name as keyof ChoiceSettings;
        return renderControl(control, this.settings[name], (slider) => this.#set(control, slider));
      })}
    </div>`;
  }

  /** The pinned token that is asked about; null where it is the last one anyway. */
  get #pinned(): number | null {
    const { run } = this.figure.state;
    const { pinned } = this.figure.selection;
    const place = pinned?.query ?? pinned?.key ?? null;
    const isAsked = this.atPinned && this.candidates === null && !this.#isOfClasses && run !== null;
    return isAsked && place !== null && place < run.tokens.length - 1 ? place : null;
  }

  /** Below the bars, in room that is always there: pinning moves nothing. */
  #after(): TemplateResult | typeof nothing {
    if (!this.atPinned) return nothing;
    const { model, run } = this.figure.state;
    const place = this.#pinned;
    if (run === null || place === null) return html`<p class="after" data-control></p>`;
    const { text } = tokenName(model, this.words, run.tokens[place]!);
    const ordinal = ordinalsOf(tokenLabels(run.tokens))[place] ?? 0;
    return html`<p class="after" part="after">
      <span role="status">${this.words.afterPinned({ text, ordinal })}</span>
      <button data-control="token" @click=${() => this.figure.clearSelection()}>
        ${this.words.toLast}
      </button>
    </p>`;
  }

  #set(control: Control, slider: number): void {
    if (!Number.isFinite(slider)) return;
    this.settings = { ...this.settings, [control.name]: control.fromSlider(slider) };
    this.send('glass-settings', { mode: 'sample', settings: this.settings });
  }

  /** The bars are about the end of the text, so that a token can be written behind it. */
  get #isOpen(): boolean {
    return (
      !this.readOnly && !this.hasFixed('choice') && this.#pinned === null && !this.#isOfClasses
    );
  }

  /** While an answer is under way, the bars are about the text before. */
  #choose({ id, text }: Bar): void {
    if (this.candidates === null && this.#answers.isBusy) return;
    this.send('glass-choose', { id, text });
  }

  #bar(bar: Bar, hasGhost: boolean): TemplateResult {
    const { text, isMark } = this.#nameOf(bar);
    const share = this.#probability(bar.shown, bar.isBound === 'final');
    const isOwn = this.candidates === null;
    return html`<button
      class="${bar.kept ? '' : 'dropped'} ${bar.id === this.chosen ? 'chosen' : ''} ${bar.standing}"
      part="bar"
      aria-pressed=${bar.id === this.chosen}
      ?disabled=${!this.#isOpen || (isOwn && (isMark || !isWritable(bar)))}
      @click=${() => this.#choose(bar)}
    >
      ${wordView({ text: bar.text, shown: text, kind: isMark ? 'mark' : '' }, this.words)}${this.withLogits ? html`<span class="logit"><span class="unseen">logit </span>${formatFixed(bar.logit, 2)}</span>` : nothing}<span
        class="track"
        >${hasGhost ? html`<span class="ghost" ${styles({ width: wide(bar.beforeLength) })}></span>` : nothing}<span
          class="bar"
          ${styles({ width: wide(bar.length) })}
        ></span></span
      >${hasGhost ? this.#change(bar, share) : html`<span class="share">${share}</span>`}${bar.kept ? nothing : html`<span class="unseen">${this.words.filteredOut}</span>`}
    </button>`;
  }

  /** "42.0 % ↑ 55.1 %" */
  #change(bar: Bar, share: string): TemplateResult {
    const { words } = this;
    const was = this.#probability(bar.before, bar.isBound === 'before');
    const now = bar.kept ? share : words.noProbability;
    const rises = bar.kept ? Math.sign(bar.final - bar.before) : -1;
    const isSame = was === now;
    const standing = bar.standing === 'stays' ? '' : words.standing[bar.standing];
    return html`<span class="was"
        ><span class="unseen"
          >${this.#isCompared ? words.learnedProbability : words.ownProbability} </span
        >${was}</span
      ><span class="arrow" aria-hidden="true">${isSame ? '=' : rises > 0 ? '↑' : '↓'}</span
      ><span class="share"
        ><span class="unseen">${words.listed('', words.probabilityNow)} </span
        >${now}${standing ? html`<small>${standing}</small>` : nothing}</span
      >`;
  }

  #probability(probability: number, isBound: boolean): string {
    const percent = formatPercent(probability);
    return isBound && !percent.startsWith('<') ? `<${percent}` : percent;
  }

  /** Kept ones that are not shown. With sliders the line below counts them. */
  #more(hidden: number, isCut: boolean): TemplateResult {
    if (!this.#isAdjustable)
      return html`<li class="more">${this.words.moreKept(hidden)}</li>
        ${isCut ? this.#cut(null) : nothing}`;
    return isCut
      ? html`<li class="more" aria-hidden="true">⋮</li>
          ${this.#cut(null)}`
      : html`${nothing}`;
  }

  #cut(below: Bar | null): TemplateResult {
    return html`<li class="cut">
      ${this.cutLabel || this.#filterNames(below) || this.words.cut}
    </li>`;
  }

  /** The filter that removed the first bar below the cut; both, where that bar is not shown. */
  #filterNames(below: Bar | null): string {
    if (!this.#isAdjustable) return '';
    const candidates = this.candidates ?? this.#answers.shown?.candidates ?? [];
    const removed = candidates.find(({ id }) => id === below?.id);
    return cutName(this.words, this.settings, removed);
  }

  #foot(kept: number, hasGhosts: boolean): TemplateResult {
    const { words } = this;
    if (!hasGhosts && !this.#isAdjustable) return html`${nothing}`;
    return html`<p class="foot">
      ${this.#isAdjustable ? html`<span part="kept" role="status">${words.keptOf(kept, this.#vocabulary)}</span>` : nothing}
      ${hasGhosts ? html`<span class="key" aria-hidden="true"><i></i>${this.#isCompared ? words.learnedProbability : words.ownProbability}</span>` : nothing}
    </p>`;
  }

  /** e^(logit ÷ T) ÷ sum, of the first ones that are kept. */
  #softmax(bars: readonly Bar[], kept: number): TemplateResult | typeof nothing {
    const { temperature } = this.#isAdjustable ? this.settings : asLearned;
    const over = this.#isOfClasses ? '' : ` ÷ ${formatShort(temperature, 2)}`;
    const first = bars.filter((bar) => bar.kept).slice(0, kWorked);
    const sums = first.map((bar) => softmaxSum(bar, temperature));
    if (first.length === 0 || !sums.every(Number.isFinite)) return nothing;
    return html`<div class="softmax" part="softmax">
      <p>${this.words.softmaxOver(kept, this.#vocabulary, this.#isOfClasses)}</p>
      ${first.map(
        (bar, i) =>
          html`<p>
            <bdi>${this.#nameOf(bar).text}</bdi>
            <span
              >e<sup>${formatFixed(bar.logit, 2)}${over}</sup> ÷
              ${formatPower(sums[i] as number, 'measured')} ≈
              <b>${formatPercent(bar.final)}</b></span
            >
          </p>`,
      )}
    </div>`;
  }

  /** Asks the surrounding model what follows its text. */
  #wonder(): void {
    const { model, run } = this.figure.state;
    if (model === null || run === null) return;
    this.#answers.ask({
      model,
      tokens: run.tokens,
      count: (this.#pinned ?? run.tokens.length - 1) + 1,
      ablations: this.figure.ablations,
      options: this.#options,
      compare: this.compare,
    });
  }

  get #options(): GenerationOptions {
    const num_candidates = this.compare ? Math.max(kCompared, this.limit) : this.limit;
    if (!this.#isAdjustable) return { num_candidates };
    return { num_candidates, do_sample: true, ...this.settings };
  }
}

function wide(part: number): string {
  return `${(part * 100).toFixed(2)}%`;
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-next-token': GlassNextToken;
  }
}
