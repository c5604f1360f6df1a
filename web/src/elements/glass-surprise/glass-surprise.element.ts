import { html, nothing, type TemplateResult } from 'lit';
import type { Model } from '../../index.ts';
import type { Run } from '../../shared/run-types.ts';
import { tokenColour } from '../../view/colour.ts';
import { longOrNot, shorten } from '../../view/label.ts';
import { formatFixed, formatPercent } from '../../view/number.ts';
import { mostSurprising, perplexityOf } from '../../view/surprise.ts';
import { isDecoder } from '../../shared/architecture.ts';
import { type Json, numberOf } from '../base/export/json.ts';
import type { Subject } from '../base/figure-context.ts';
import { GlassElement } from '../base/glass-element.ts';
import type { Listening } from '../events.ts';
import { FigureAnswer } from '../base/figure-answer.ts';
import { inputCode, studyCode } from '../base/recipe.ts';
import { RecipeView, recipeStyles } from '../base/recipe-view.ts';
import { styles } from '../base/styles-directive.ts';
import { TokenButtons } from '../base/token-buttons.ts';
import { tokenName } from '../base/token-name.ts';
import { common } from '../i18n/subjects/common.ts';
import { recipes } from '../i18n/subjects/recipes.ts';
import { study } from '../i18n/subjects/study.ts';
import { type Expectations, type Expected, readExpectations } from '../../study/expectations.ts';
import { surpriseStyles } from './glass-surprise.styles.ts';

/** Characters of a token that its bar has room for. */
const kShownText = 14;

interface Question {
  readonly model: Model;
  readonly run: Run;
}

const kVocabulary = common.with(study).with(recipes);

/**
 * How many bits each token of the text surprises a decoder: −log₂ of the probability that it was given by what stands before
 * it, as a bar over the token, with the mean and the perplexity of the text. Of the token that is looked at it says what
 * the model expected instead; while none is, of the most surprising one.
 *
 * @element glass-surprise
 * @fires glass-pin - a token was chosen; detail: { token: number } (its position)
 * @csspart token - one token with its bar
 * @csspart mean - the mean and the perplexity
 * @csspart readout - the sentence about the token that is looked at
 * @csspart expected - what the model expected there
 * @cssprop [--glass-surprise-bar-height=4.5rem] - height of the longest bar
 * @cssprop [--glass-surprise-max-height=28rem] - height from which the tokens scroll
 */
export class GlassSurprise extends GlassElement {
  declare addEventListener: Listening<'glass-surprise', this>['addEventListener'];
  declare removeEventListener: Listening<'glass-surprise', this>['removeEventListener'];
  static override styles = [...[GlassElement.styles].flat(), surpriseStyles, recipeStyles];
  static override readonly ofWriters = true;
  static override readonly subjects: readonly Subject[] = ['run', 'hover', 'pin'];
  static override readonly needs: readonly string[] = ['logits'];

  readonly #recipe = new RecipeView(this);
  readonly #tokens = new TokenButtons(this, {
    selector: '.token',
    direction: 'row',
    pinned: (token) => this.send('glass-pin', { token }),
  });
  readonly #answers = new FigureAnswer<Question, Expectations>(this, {
    answer: ({ model, run }) => readExpectations(model, run),
    same: (a, b) => a.run === b.run,
  });

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  protected override willUpdate(): void {
    const { model, run } = this.figure.state;
    if (model !== null && run !== null && isDecoder(model)) this.#answers.ask({ model, run });
  }

  protected override render(): TemplateResult {
    const { words } = this;
    const found = this.#answers.shown;
    const { model } = this.figure.state;
    const isWithout = model !== null && !isDecoder(model);
    const placeholder = this.renderPlaceholderOf(
      isWithout ? words.study.decoderOnly : null,
      found === null,
      this.#answers.isBusy,
    );
    if (placeholder || found === null) return html`${placeholder}`;
    const { run, bits } = found;
    const guess = this.#guess(found);
    const end = Math.max(
      guess,
      ...bits.filter((each) => each !== null && Number.isFinite(each)).map(Number),
    );
    return html`<p class="what">${words.study.surprise.what(guess, this.#vocabulary(found))}</p>
      ${this.#mean(found)}
      <div
        class="tokens"
        role="group"
        aria-label=${this.figureTitle}
        ${styles({ '--guess': (end > 0 ? guess / end : 0).toFixed(4) })}
        @keydown=${this.#tokens.onKey}
        @pointerleave=${this.#tokens.leave}
      >
        ${run.tokens.map((_token, place) => this.#token(found, place, end))}
      </div>
      ${this.tracked.value(() => this.#looked(found))} ${this.#recipe.render(words, this.recipe())}`;
  }

  /** Marks the tokens that are looked at and pinned. */
  protected override afterDrawing(): void {
    const { spot, selection } = this.figure;
    this.#tokens.mark((token, place) => {
      const isPinned = selection.pinned?.query === place;
      token.classList.toggle('on', spot?.query === place || spot?.key === place);
      token.classList.toggle('pinned', isPinned);
      token.setAttribute('aria-pressed', String(isPinned));
    });
  }

  #mean({ mean, bits }: Expectations): TemplateResult | typeof nothing {
    const { surprise: words } = this.words.study;
    if (mean === null) return nothing;
    return html`<p class="mean" part="mean">
      ${words.mean(mean, perplexityOf(mean), bits.length - 1)}
    </p>`;
  }

  #token({ run, bits }: Expectations, place: number, end: number): TemplateResult {
    const { surprise: words } = this.words.study;
    const value = bits[place] ?? null;
    const name = this.#name(run.tokens[place]);
    const part = value === null || end === 0 ? 0 : Math.min(1, value / end);
    return html`<button
      class="token"
      part="token"
      ${styles({ '--hue': tokenColour(place), '--part': part.toFixed(4) })}
      @pointerenter=${() => this.#tokens.look(place)}
      @focus=${() => this.#tokens.focus(place)}
      @blur=${this.#tokens.leave}
      @click=${() => this.#tokens.pin(place)}
    >
      <span class="number"
        >${value === null ? html`<span aria-hidden="true">–</span>` : html`${formatFixed(value, 1)}<span class="unseen"> ${words.bits}</span>`}</span
      ><span class="track"><i></i></span
      ><bdi class=${longOrNot(name)}>${shorten(name, kShownText)}</bdi>
    </button>`;
  }

  /** What was expected in the place of the token that is looked at. */
  #looked(found: Expectations): TemplateResult {
    const { surprise: words } = this.words.study;
    const { run, bits, expected } = found;
    const place = this.#place(found);
    const token = this.#name(run.tokens[place]);
    const before = this.#name(run.tokens[place - 1]);
    const value = bits[place] ?? null;
    return html`<p class="readout" part="readout">
        ${value === null ? words.first(token) : words.said(token, before, value, 2 ** -value)}
      </p>
      <ol class="expected" part="expected" aria-label=${words.expected}>
        ${(expected[place] ?? []).map((each) => this.#expected(each, each.id === run.tokens[place]?.id))}
      </ol>`;
  }

  #expected(each: Expected, isIt: boolean): TemplateResult {
    return html`<li class=${isIt ? 'it' : ''}>
      <bdi class=${longOrNot(this.#name(each))}>${shorten(this.#name(each), kShownText)}</bdi>
      <i ${styles({ '--part': each.probability.toFixed(4) })}></i>
      <span class="number">${formatPercent(each.probability)}</span>
    </li>`;
  }

  override get figureTitle(): string {
    return this.#answers.shown === null ? '' : this.words.study.surprise.title;
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const found = this.#answers.shown;
    if (found === null) return {};
    const { run, bits, mean, expected } = found;
    return {
      tokens: run.tokens.map(({ text }) => text),
      bits: bits.map((each) => (each === null ? null : numberOf(each))),
      mean: mean === null ? null : numberOf(mean),
      perplexity: mean === null ? null : numberOf(perplexityOf(mean)),
      expected: expected.map((all) =>
        all.map(({ id, text, probability }) => ({ id, text, probability: numberOf(probability) })),
      ),
    };
  }

  override recipe(): string | null {
    const found = this.#answers.shown;
    const { state, ablations } = this.figure;
    const call = { name: 'surprise', gives: ['bits'], inputs: [inputCode(state)], ablations };
    return found && studyCode(this, found.model, call);
  }

  #vocabulary({ model }: Expectations): number {
    return model.config.resolved.vocab_size;
  }

  /** The bits of a guess among all tokens. */
  #guess(found: Expectations): number {
    return Math.log2(this.#vocabulary(found));
  }

  /** The token that is looked at, else the most surprising one. */
  #place({ run, bits }: Expectations): number {
    const { spot } = this.figure;
    const looked = spot?.query ?? spot?.key ?? mostSurprising(bits);
    return Math.min(looked, run.tokens.length - 1);
  }

  #name(token: { readonly id: number; readonly text: string } | undefined): string {
    if (token === undefined) return '';
    return tokenName(this.figure.state.model, this.words, token).text;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-surprise': GlassSurprise;
  }
}
