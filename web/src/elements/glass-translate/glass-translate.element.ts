import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Model } from '../../index.ts';
import { generationRules, generationTranslationControls } from '../../shared/options.ts';
import type { GlossTable } from '../../view/gloss.ts';
import { type HeadPlace, headWithin, type Stack } from '../../view/heads.ts';
import { unknownIn } from '../../view/label.ts';
import { isEncoderDecoder } from '../../shared/architecture.ts';
import {
  asJson,
  checkHead,
  controls,
  headPlace,
  oneOf,
  quoted,
  refuse,
  type Rule,
  someOf,
  under,
  whole,
  wordsIn,
} from '../base/attributes.ts';
import { aGloss } from '../base/kinds.ts';
import { type Json, jsonOf } from '../base/export/json.ts';
import type { FigureContext, Subject } from '../base/figure-context.ts';
import type { ShownSettings } from '../base/export/context.ts';
import { GlassElement } from '../base/glass-element.ts';
import type { Picks } from '../event-types.ts';
import type { Listening } from '../events.ts';
import { LatestAnswer } from '../base/latest.ts';
import { viewChoice } from '../base/view-choice.ts';
import '../glass-attention/glass-attention.ts';
import type { AttentionView } from '../glass-attention/glass-attention.element.ts';
import '../glass-beam-tree/glass-beam-tree.ts';
import '../glass-changes/glass-changes.ts';
import '../glass-heads/glass-heads.ts';
import '../glass-model/glass-model.ts';
import { type Answer, answerOf, isSameQuestion, type Question } from './answer.ts';
import { translateStyles } from './glass-translate.styles.ts';
import { pairIn, type PinnedTokens, type Place, type TokenPair } from './linked.ts';
import { LinkedFigures } from './linked-figures.ts';
import { renderOutputs } from './outputs.ts';
import type { Inside, Looking, Way } from './translation.ts';
import { problemOf } from '../i18n/problem.ts';
import { common } from '../i18n/subjects/common.ts';
import { generating } from '../i18n/subjects/generating.ts';
import { translating } from '../i18n/subjects/translating.ts';

const kBeams = generationTranslationControls.num_beams;
const kRange = generationRules.num_beams;
/** Longer texts are neither what such a model has learned nor to be seen in a figure. */
const kMaxTokens = 120;

const kStacks: readonly Stack[] = ['encoder', 'decoder', 'cross'];

export type { Picks };

const kFirstPicks: Readonly<Record<Stack, HeadPlace>> = {
  encoder: { layer: 0, head: 0 },
  decoder: { layer: 0, head: 0 },
  cross: { layer: 2, head: 0 },
};

const aPinned: Rule = (name, value) => {
  if (typeof (value as PinnedTokens).text !== 'string')
    refuse(name, 'an object with source, target, text and translation', quoted(value));
};

const kVocabulary = common.with(generating).with(translating);

/**
 * A text translated by the surrounding encoder–decoder: greedy and by beam search, the attention of every layer and head
 * while the translation was written (encoder, masked decoder, cross), and the tree of the search. Heads may be switched
 * off; then the translation before stands beside the one after. A token under the pointer is highlighted everywhere:
 * as a chip, in all three kinds of attention, in the translation, and in the tree.
 *
 * @element glass-translate
 * @fires glass-translated - a text was translated; detail: { greedy, beam, text, tokens, changes, unknown }, the first two with text, ids and score each, tokens those of the text, the last two what the model reads otherwise than it is written, and what its list lacks
 * @fires glass-picks - the reader picked a head; detail: { picks }, those of all three kinds
 * @fires glass-pinned - the reader pinned tokens, or let them go; detail: { pinned }, as the property, or null
 * @fires glass-settings - the reader changed the width of the beam; detail: { mode: 'beam', settings: { num_beams } }
 * @fires glass-view - the reader chose matrix or lines; detail: { view }
 * @csspart translation - one translation's text
 * @csspart gloss - the words of one translation, with what they mostly stand for
 * @csspart panel - one kind of attention
 */
export class GlassTranslate extends GlassElement {
  declare addEventListener: Listening<'glass-translate', this>['addEventListener'];
  declare removeEventListener: Listening<'glass-translate', this>['removeEventListener'];
  static override styles = [...[GlassElement.styles].flat(), translateStyles];
  static override readonly ofWriters = true;
  static override readonly subjects: readonly Subject[] = ['run', 'text', 'changes'];
  static override readonly exampleModel = 'en-zh';
  static override readonly rules = {
    beams: whole(kRange.min, kRange.max),
    shown: oneOf('greedy', 'beam'),
    view: oneOf('matrix', 'lines'),
    attention: someOf(...kStacks),
    picks: under(kStacks, headPlace),
    pinned: aPinned,
    gloss: aGloss,
    fixed: controls('shown', 'num_beams', 'strength', 'view', 'head'),
  };

  /** Width of the beam. */
  @property({ type: Number }) beams: number = kBeams.initial;
  /** The translation whose attention is shown. */
  @property() shown: Way = 'beam';
  /** How attention is shown at first: "lines" or "matrix". */
  @property() view: AttentionView = 'lines';
  /** Which attentions are shown: "encoder", "decoder", "cross", separated by blanks. */
  @property() attention = 'encoder decoder cross';
  /**
   * The head of each kind of attention that is shown large; of a kind that is left out, the one it begins with. As an
   * attribute it is JSON.
   */
  @property({ converter: asJson }) picks: Picks = {};
  /**
   * The tokens that are pinned: those of the source and of the translation, counted from 0 (or null), with both texts.
   * They show where these very texts do. As an attribute it is JSON.
   */
  @property({ converter: asJson }) pinned: PinnedTokens | null = null;
  /** Leaves the tree of the search away. */
  @property({ type: Boolean, attribute: 'without-tree' }) withoutTree = false;

  /**
   * What the words of a translation mostly stand for, shown beneath it: by words, in small letters, each with a word of the reader's
   * language, or its reading and that. Those of the shipped models are in `glassformer/models/en-zh/gloss.json` and
   * `glassformer/models/zh-en/gloss.json`.
   */
  @property({ attribute: false }) gloss: GlossTable | null = null;

  @state() private answer: Answer | null = null;
  /** The number of tokens of a text that is longer than is translated; else 0. */
  @state() private tooLong = 0;
  #picksOfReader: Picks | null = null;
  /** The figures whose selections follow each other. */
  readonly #linked = new LinkedFigures({
    looked: () => this.tracked.write(),
    pinned: (pair) => this.#pin(pair),
  });
  /** The answer; or the number of tokens, where they are too many. */
  readonly #answers = new LatestAnswer<Question, Answer | number>(this, {
    answer: async (question) => {
      const { length } = await question.model.sourceTokenizer.encode(question.text);
      if (length > kMaxTokens) return length;
      this.tooLong = 0;
      return answerOf(question, this.answer);
    },
    same: isSameQuestion,
    isReady: () => this.figure.modelToAsk() !== null,
    isStillShown: ({ model }) => model === this.figure.state.model,
    take: (answer) => {
      this.problem = '';
      if (typeof answer === 'number') this.tooLong = answer;
      else this.#take(answer);
    },
    fail: (error, { model }) => {
      if (model === this.figure.state.model) this.problem = problemOf(error);
    },
  });

  constructor() {
    super();
    this.whenTextChanges(() => this.#read());
    this.whenEmptied(() => {
      this.answer = null;
      this.tooLong = 0;
      this.#answers.forget();
    });
    this.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.#linked.release();
    });
  }

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  protected override willUpdate(_changed: PropertyValues<this>): void {
    const { model } = this.figure.state;
    if (model !== null && isEncoderDecoder(model)) this.#checkPicks(model);
    this.#linked.pin(this.#pinnedHere);
    this.#read();
  }

  /** Throws where an author has picked a head that the model lacks: readers pick those of a model that they see. */
  #checkPicks({ config: { resolved } }: Model): void {
    const { picks } = this;
    if (picks === this.#picksOfReader) return;
    for (const stack of kStacks) {
      const place = picks[stack];
      const layers = resolved[stack === 'encoder' ? 'encoder_layers' : 'decoder_layers'];
      if (place) checkHead(`picks.${stack}`, place, layers, resolved.num_heads);
    }
  }

  protected override updated(_changed: PropertyValues<this>): void {
    const places = new Map<FigureContext, Place>([[this.figure, 'chips']]);
    for (const model of this.renderRoot.querySelectorAll('glass-model'))
      places.set(model.figure, model.parentElement?.dataset['stack'] as Stack);
    this.#linked.linkOnly(places);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#linked.unlinkAll();
  }

  protected override render(): TemplateResult {
    const { answer, words, tooLong } = this;
    const { model } = this.figure.state;
    const isOther = model !== null && !isEncoderDecoder(model);
    const refusal = tooLong > 0 ? words.tooManyTokens(tooLong, kMaxTokens) : '';
    const placeholder = this.renderPlaceholder(
      answer === null || isOther,
      isOther ? words.needsPair : refusal || this.orTextless(words.noSource),
      this.#answers.isBusy && !isOther,
    );
    if (placeholder || answer === null) return html`${placeholder}`;
    return html`${refusal ? html`<p class="placeholder failed" role="status">${refusal}${words.showsBefore}</p>` : nothing}
      ${this.tracked.value(() => this.#outputs(answer))} ${this.#controls()}
      <div class="panels ${this.#stacks.length === 1 ? 'single' : ''}">
        ${repeat(
          this.#stacks,
          (stack) => stack,
          (stack) => this.#panel(stack, answer.inside[this.shown]),
        )}
      </div>
      ${this.withoutTree ? nothing : this.#tree(answer)}`;
  }

  #outputs(answer: Answer): TemplateResult {
    return renderOutputs({
      answer,
      words: this.words,
      gloss: this.gloss,
      shown: this.shown,
      target: this.#linked.target,
      isBusy: this.#answers.isBusy,
      choose: (way) => this.choose('shown', way),
      lookAt: (target) => this.#linked.lookAtTarget(target),
    });
  }

  get #stacks(): readonly Stack[] {
    const attention = wordsIn(this.standing('attention'));
    return kStacks.filter((stack) => attention.includes(stack));
  }

  #tree(answer: Answer): TemplateResult {
    return html`<div class="tree">
      <p class="title">${this.words.beamTree}</p>
      <glass-beam-tree
        .steps=${answer.now.steps}
        .path=${this.tracked.value(() => this.#path(answer))}
        @glass-look=${(event: CustomEvent<{ ids: readonly number[] | null }>) => this.#lookedInTree(event, answer)}
      ></glass-beam-tree>
    </div>`;
  }

  override get figureTitle(): string {
    const { words, answer } = this;
    return answer === null ? words.translations : words.translationsOf(answer.question.text);
  }

  override get shownSettings(): ShownSettings {
    const { answer } = this;
    if (answer === null) return {};
    return { num_beams: answer.question.beams, shown: this.standing('shown') };
  }

  protected override get settingLines(): readonly string[] {
    const { words, answer } = this;
    if (answer === null) return [];
    return [words.labelled(words.beamWidth, String(answer.question.beams))];
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const { answer } = this;
    if (answer === null) return {};
    const { text, beams, ablations } = answer.question;
    const { greedy, beam } = answer.now;
    const shown = this.standing('shown');
    const attention = Object.fromEntries(
      this.#stacks.map((stack) => [stack, numbersOf(answer.inside[shown][stack])]),
    );
    const told = { text, beams, ablations, greedy, beam, shown, attention };
    return jsonOf(told) as Record<string, Json>;
  }

  /** The shown translation as far as the token that is looked at: where that is in the tree. */
  #path({ now }: Answer): readonly number[] | null {
    const target = this.#linked.target;
    return target === null ? null : now[this.shown].ids.slice(0, target + 1);
  }

  /** A node on the shown translation's way is one of its tokens. */
  #lookedInTree(event: CustomEvent<{ ids: readonly number[] | null }>, { now }: Answer): void {
    event.stopPropagation();
    const path = event.detail.ids ?? [];
    const { ids } = now[this.shown];
    const isOnTheWay = path.length > 0 && path.every((id, i) => id === ids[i]);
    this.#linked.lookAtTarget(isOnTheWay ? path.length - 1 : null);
  }

  #controls(): TemplateResult {
    return html`<div class="controls">
      <div class="width" data-control="num_beams">
        <label for="beam-width">${this.words.beamWidth}</label>
        <input
          id="beam-width"
          type="range"
          min=${kBeams.min}
          max=${kBeams.max}
          step=${kBeams.step}
          .value=${String(this.beams)}
          @input=${(event: Event) => this.#widen((event.target as HTMLInputElement).valueAsNumber)}
        />
        <output for="beam-width">${this.beams}</output>
      </div>
      <glass-changes data-control="strength"></glass-changes>
      ${viewChoice(this.words, this.view, (view) => {
        this.view = view;
        this.send('glass-view', { view });
      })}
    </div>`;
  }

  #panel(stack: Stack, inside: Inside): TemplateResult {
    const looking = inside[stack];
    const picked = headWithin(this.picks[stack] ?? kFirstPicks[stack], looking.patterns);
    const texts = this.words.attentionOf[stack];
    return html`<div
      class="panel"
      part="panel"
      role="group"
      aria-label=${texts.title}
      data-stack=${stack}
    >
      <p class="title">${texts.title}</p>
      <p class="what">${texts.what}</p>
      <glass-heads
        switchable
        .fixed=${['strength', 'head'].filter((name) => this.hasFixed(name)).join(' ')}
        stack=${stack}
        .patterns=${looking.patterns}
        .rowsAhead=${true}
        .picked=${picked}
        .caption=${texts.heads}
        @glass-head=${(event: CustomEvent<HeadPlace>) => this.#pick(stack, event.detail)}
      ></glass-heads>
      <glass-model>
        <glass-attention
          fixed-view
          .view=${this.view}
          .pattern=${looking.patterns[picked.layer] ?? null}
          .mask=${looking.masks[picked.layer] ?? null}
          .queryLabels=${looking.queries}
          .keyLabels=${looking.keys}
          .head=${picked.head}
        ></glass-attention>
      </glass-model>
    </div>`;
  }

  #pick(stack: Stack, place: HeadPlace): void {
    const picks = { ...kFirstPicks, ...this.picks, [stack]: place };
    this.picks = this.#picksOfReader = picks;
    this.send('glass-picks', { picks });
  }

  #widen(beams: number): void {
    this.beams = beams;
    this.send('glass-settings', { mode: 'beam', settings: { num_beams: beams } });
  }

  #pin(pair: TokenPair | null): void {
    const { answer } = this;
    if (answer === null) return;
    const { text } = answer.question;
    const { text: translation } = answer.now[this.standing('shown')];
    const pinned = pair && { ...pair, text, translation };
    this.pinned = pinned;
    this.send('glass-pinned', { pinned });
  }

  /** The pinned tokens that the shown texts have. */
  get #pinnedHere(): TokenPair | null {
    const { answer, pinned } = this;
    if (answer === null || pinned === null) return null;
    const shown = this.standing('shown');
    const { sourceTokens } = answer.inside.beam;
    const targetCount = answer.inside[shown].decoder.queries.length;
    const [{ text }, translation] = [answer.question, answer.now[shown].text];
    return pairIn(pinned, { text, translation, sourceTokens, targetCount });
  }

  protected override get tryAgain(): () => void {
    return () => {
      this.#answers.forget();
      this.#read();
    };
  }

  /** Translates the newest text. */
  #read(): void {
    const { model, text } = this.figure.state;
    const { startOfText: start, endOfText: end } = this.words;
    if (model === null || !isEncoderDecoder(model) || text.trim() === '') return;
    this.#answers.ask({
      model,
      text: text.trim(),
      beams: this.standing('beams'),
      ablations: this.figure.ablations,
      names: { start, end },
    });
  }

  #take(answer: Answer): void {
    // Another text has other tokens.
    if (answer.question.text !== this.answer?.question.text) this.#linked.clearPins();
    this.answer = answer;
    const tokens = answer.inside.beam.sourceTokens;
    const { text } = answer.question;
    this.figure.change({
      run: { tokens, activations: {} },
      read: text,
      status: 'ready',
      problem: '',
    });
    const changes = this.figure.state.model?.sourceTokenizer.changes(text) ?? [];
    const { greedy, beam } = answer.now;
    const unknown = unknownIn(text, tokens);
    this.send('glass-translated', { greedy, beam, text, tokens, changes, unknown });
  }
}

/** The weights: [layer][head][query][key]. */
const numbersOf = ({ patterns, queries, keys }: Looking) => ({
  queries: queries.map(({ text }) => text),
  keys: keys.map(({ text }) => text),
  weights: patterns,
});

declare global {
  interface HTMLElementTagNameMap {
    'glass-translate': GlassTranslate;
  }
}
