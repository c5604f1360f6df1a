import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Model } from '../../index.ts';
import { fillOf, tokenColour } from '../../view/colour.ts';
import { shorten } from '../../view/label.ts';
import { formatFixed } from '../../view/number.ts';
import { isDecoder } from '../../shared/architecture.ts';
import { asJson, checkWhole, controls, whole, wholes } from '../base/attributes.ts';
import { type Json, numberOf } from '../base/export/json.ts';
import type { Subject } from '../base/figure-context.ts';
import { withSubscripts } from '../base/subscripts.ts';
import { GlassElement } from '../base/glass-element.ts';
import { FigureAnswer } from '../base/figure-answer.ts';
import { lookedToken } from '../base/looked-token.ts';
import { candidateStyles, lookedTokenStyles } from '../base/looked-token.styles.ts';
import { OtherToken, otherTokenStyles } from '../base/other-token.ts';
import { inputCode, studyCode } from '../base/recipe.ts';
import { RecipeView, recipeStyles } from '../base/recipe-view.ts';
import { segments } from '../base/segments.ts';
import { styles } from '../base/styles-directive.ts';
import { nameWithBlank, tokenName } from '../base/token-name.ts';
import { common } from '../i18n/subjects/common.ts';
import { recipes } from '../i18n/subjects/recipes.ts';
import { layers } from '../i18n/subjects/layers.ts';
import { study } from '../i18n/subjects/study.ts';
import '../glass-tokens/glass-tokens.ts';
import { attributionStyles } from './glass-attribution.styles.ts';
import {
  hooksOf,
  type Named,
  type Part,
  readShares,
  type Shares,
  type SharesQuestion,
} from '../../study/shares.ts';

const kDigits = 3;
/** Characters of a token on a button. */
const kShownText = 14;

const kVocabulary = common.with(layers).with(study).with(recipes);

/**
 * Direct logit attribution: the logit of a token after the pinned token, else after the last one, as the sum of what each
 * part of a pre-norm decoder gives to it: the embedding, the position, the attention of each layer (which opens into its heads and its
 * bias) and each feed-forward. With a second token it is the difference of the two logits. The last norm's
 * deviation is held as it was.
 *
 * @element glass-attribution
 * @csspart part - one part's bar
 * @csspart sum - the sum, beside the engine's logit
 * @csspart readout - the sentence about the largest parts
 */
export class GlassAttribution extends GlassElement {
  static override styles = [
    ...[GlassElement.styles].flat(),
    lookedTokenStyles,
    candidateStyles,
    otherTokenStyles,
    attributionStyles,
    recipeStyles,
  ];
  static override readonly ofWriters = true;
  static override readonly subjects: readonly Subject[] = ['run', 'pin'];
  static override readonly rules = {
    token: whole(0),
    against: whole(0),
    opened: wholes,
    fixed: controls('token', 'candidate', 'against', 'opened'),
  };

  /** Id of the token whose logit is taken apart at first. Where absent: the likeliest. */
  @property({ type: Number }) token: number | null = null;
  /** Id of a token whose logit is taken off at first. Where absent: none is. */
  @property({ type: Number }) against: number | null = null;
  /** The layers (counted from 0) whose attention is opened into its heads. */
  @property({ converter: asJson, hasChanged: isOtherList }) opened: readonly number[] = [];

  /** What the reader has chosen for the shown place. */
  @state() private chosen: {
    readonly token: number | null;
    readonly against: number | null;
  } | null = null;
  readonly #others = (['token', 'against'] as const).map(
    (each) =>
      new OtherToken(this, {
        name: each === 'token' ? 'candidate' : each,
        take: (id) => this.#choose({ [each]: id }),
      }),
  ) as [OtherToken, OtherToken];
  readonly #recipe = new RecipeView(this);
  #asked: SharesQuestion | null = null;
  readonly #answers = new FigureAnswer<SharesQuestion, Shares>(this, {
    answer: readShares,
    same: (a, b) =>
      a.run === b.run &&
      a.row === b.row &&
      a.token === b.token &&
      a.against === b.against &&
      a.opened === b.opened,
  });

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  override get neededHooks(): readonly string[] {
    const { model } = this.figure.state;
    return model === null || this.#none(model) !== null ? [] : hooksOf(model);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('token') || changed.has('against')) this.chosen = null;
    const { model, run } = this.figure.state;
    if (model === null || run === null || this.#none(model) !== null) return;
    for (const name of ['token', 'against'] as const)
      if (this[name] !== null)
        checkWhole(name, this.asWritten(name, this[name]), 0, model.config.resolved.vocab_size - 1);
    this.checkPlace('opened', model.config.resolved.decoder_layers);
    const row = this.#row(run);
    // What was chosen of the likeliest tokens of another place is gone.
    if (run !== this.#asked?.run || row !== this.#asked.row) this.chosen = null;
    const { token, against } = this.chosen ?? this;
    const { opened } = this;
    this.#asked = { model, run, row, token, against, opened };
    this.#answers.ask(this.#asked);
  }

  protected override render(): TemplateResult {
    const { words } = this;
    const shares = this.#answers.shown;
    const { model } = this.figure.state;
    const none = model === null ? null : this.#none(model);
    const placeholder = this.renderPlaceholder(
      shares === null || none !== null,
      none ?? words.empty,
      this.#answers.isBusy && none === null,
    );
    if (placeholder || shares === null) return html`${placeholder}`;
    const { attribution: own } = words.study;
    const { run, row } = shares.question;
    const extent = this.#extent(shares);
    return html`${lookedToken(run.tokens, words.logits.who, this.#choices(shares))}
      <p class="title" ${styles({ '--hue': tokenColour(row) })}>${this.figureTitle}</p>
      <p class="readout" part="readout">${this.#said(shares)}</p>
      <table
        aria-label=${this.figureTitle}
        ${styles({ '--above': fillOf(1, 1, 'signed', this.shades), '--below': fillOf(-1, 1, 'signed', this.shades) })}
      >
        <tbody>
          ${shares.parts.map((part) => this.#part(part, extent))}
          ${shares.normBias === null ? nothing : this.#bar(own.normBias, shares.normBias, extent)}
          ${shares.headBias === null ? nothing : this.#bar(words.logits.bias, shares.headBias, extent)}
        </tbody>
        <tfoot part="sum">
          <tr>
            <th scope="row">${own.sum}</th>
            <td colspan="2">${formatFixed(shares.sum, kDigits)}</td>
          </tr>
          <tr>
            <th scope="row">${shares.against === null ? own.engine : own.engineDifference}</th>
            <td colspan="2">${formatFixed(shares.logit, kDigits)}</td>
          </tr>
        </tfoot>
      </table>
      <p class="note">
        ${shares.question.model.config.resolved.final_norm ? own.held : own.heldWithoutNorm}
      </p>
      ${this.#recipe.render(words, this.recipe())}`;
  }

  #choices({ question: { model }, likeliest, token, against }: Shares): TemplateResult {
    const { logits, study } = this.words;
    const { attribution: own } = study;
    const options = likeliest.map(
      (each) =>
        [String(each.id), shorten(nameWithBlank(model, this.words, each), kShownText)] as const,
    );
    const [other, otherAgainst] = this.#others;
    return html`${segments(logits.which, 'candidate', options, String(token.id), (id) => this.#choose({ token: Number(id) }))}
      ${other.render(model, logits.which, this.words)}
      <span class="against other" data-control="against"
        ><label
          >${own.against}
          <select
            @change=${({ target }: Event) => {
              const { value } = target as HTMLSelectElement;
              this.#choose({ against: value === '' ? null : Number(value) });
            }}
          >
            <option value="" ?selected=${against === null}>${own.nobody}</option>
            ${options
              .filter(([id]) => id !== String(token.id))
              .map(
                ([id, name]) =>
                  html`<option value=${id} ?selected=${id === String(against?.id)}>
                    ${name}
                  </option>`,
              )}
          </select></label
        >${otherAgainst.render(model, own.against, this.words)}</span
      >`;
  }

  #part(part: Part, extent: number): TemplateResult {
    const name = this.#partName(part);
    const isAttention = part.hook.endsWith('attn_out') && part.layer !== null;
    if (!isAttention) return this.#bar(name, part.share, extent);
    const { layer, heads } = part;
    const isOpened = this.opened.includes(layer as number);
    const title = this.hasFixed('opened')
      ? name
      : html`<button aria-expanded=${isOpened} @click=${() => this.#turn(layer as number)}>
          ${name}
        </button>`;
    return html`${this.#bar(title, part.share, extent)}
    ${heads === null || !isOpened ? nothing : this.#heads(part, extent)}`;
  }

  #heads({ heads, layer }: Part, extent: number): TemplateResult {
    const { attribution: own } = this.words.study;
    if (heads === null) return html`${nothing}`;
    return html`${heads.heads.map((share, head) =>
      this.#bar(this.words.headName((layer as number) + 1, head + 1), share, extent, 'inner'),
    )}
    ${heads.bias === null ? nothing : this.#bar(withSubscripts(own.outputBias), heads.bias, extent, 'inner')}`;
  }

  /** One part: its name, its bar from the middle, and its number. */
  #bar(name: TemplateResult | string, share: number, extent: number, kind = ''): TemplateResult {
    const part = extent > 0 ? Math.min(1, Math.abs(share) / extent) : 0;
    return html`<tr class=${kind} part="part">
      <th scope="row">${name}</th>
      <td class="bar">
        <span class="track"
          ><i class=${share < 0 ? 'below' : ''} ${styles({ '--part': part.toFixed(4) })}></i
        ></span>
      </td>
      <td class="number">${formatFixed(share, kDigits)}</td>
    </tr>`;
  }

  #partName({ hook, layer }: Part): string {
    const { attribution: own } = this.words.study;
    if (layer === null) return hook === 'embed' ? own.embed : own.position;
    return hook.endsWith('attn_out') ? own.attention(layer + 1) : own.feedForward(layer + 1);
  }

  /** The three parts that give most, and the one that takes most away. */
  #said({ parts }: Shares): string {
    const { attribution: own } = this.words.study;
    const sorted = [...parts].sort((a, b) => b.share - a.share);
    const named = (part: (typeof parts)[number]) => own.part(this.#partName(part), part.share);
    const most = sorted.slice(0, 3).filter(({ share }) => share > 0);
    const least = sorted.at(-1);
    return (
      (most.length > 0 ? own.most(most.map(named)) : '') +
      (least !== undefined && least.share < 0 ? own.least(named(least)) : '')
    );
  }

  override get figureTitle(): string {
    const { words } = this;
    const shares = this.#answers.shown;
    if (shares === null) return '';
    const { token, against, question } = shares;
    const read = question.run.tokens[question.row];
    const after = read === undefined ? '' : this.#name(read);
    return against === null
      ? words.logits.title(this.#name(token), after)
      : words.study.attribution.difference(this.#name(token), this.#name(against), after);
  }

  override get chosenAttributes(): Readonly<Record<string, string | null>> {
    const { chosen } = this;
    if (chosen === null || this.#asked?.model !== this.figure.state.model) return {};
    const written = (id: number | null) => (id === null ? null : String(id));
    return { token: written(chosen.token), against: written(chosen.against) };
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const shares = this.#answers.shown;
    if (shares === null) return {};
    const { question, token, against, parts, normBias, headBias, sum, logit } = shares;
    const named = ({ id, text, logit: own }: Named) => ({ id, text, logit: numberOf(own) });
    const orNull = (value: number | null) => (value === null ? null : numberOf(value));
    return {
      tokens: question.run.tokens.map(({ text }) => text),
      token: question.row,
      shown: named(token),
      against: against === null ? null : named(against),
      shares: Object.fromEntries(parts.map(({ hook, share }) => [hook, numberOf(share)])),
      heads: Object.fromEntries(
        parts.flatMap(({ hook, heads }) =>
          heads === null
            ? []
            : [[hook, { heads: heads.heads.map(numberOf), bias: orNull(heads.bias) }]],
        ),
      ),
      norm_bias: orNull(normBias),
      head_bias: orNull(headBias),
      sum: numberOf(sum),
      logit: numberOf(logit),
    };
  }

  override recipe(): string | null {
    const shares = this.#answers.shown;
    if (shares === null) return null;
    const { question, token, against } = shares;
    const { state, ablations } = this.figure;
    return studyCode(this, question.model, {
      name: 'logitAttribution',
      gives: ['shares', 'heads', 'sum'],
      inputs: [inputCode(state)],
      options: { row: question.row, token: token.id, against: against?.id ?? null },
      ablations,
    });
  }

  #choose(change: { readonly token?: number; readonly against?: number | null }): void {
    const { token = null, against = null } = this.chosen ?? this;
    this.chosen = { token, against, ...change };
    for (const attribute of Object.keys(change)) this.tellChosen(attribute);
  }

  #turn(layer: number): void {
    const opened = this.opened.includes(layer)
      ? this.opened.filter((each) => each !== layer)
      : [...this.opened, layer].sort((a, b) => a - b);
    this.choose('opened', opened);
  }

  /** Why a model's logits cannot be taken apart; null where they can. */
  #none(model: Model): string | null {
    if (!isDecoder(model)) return this.words.study.decoderOnly;
    return model.config.resolved.norm === 'post' ? this.words.study.attribution.postNorm : null;
  }

  /** The longest bar's number. */
  #extent({ parts, normBias, headBias }: Shares): number {
    const all = parts.flatMap(({ share, heads }) => [
      share,
      ...(heads?.heads ?? []),
      heads?.bias ?? 0,
    ]);
    return Math.max(...[...all, normBias ?? 0, headBias ?? 0].map(Math.abs));
  }

  /** Of the pinned token, else of the last one. */
  #row({ tokens }: { readonly tokens: readonly unknown[] }): number {
    const { pinned } = this.figure.selection;
    return Math.min(pinned?.query ?? pinned?.key ?? Infinity, tokens.length - 1);
  }

  #name(token: { readonly id: number; readonly text: string }, length = Infinity): string {
    return shorten(tokenName(this.figure.state.model, this.words, token).text, length);
  }
}

/** Two lists of the same numbers are one. */
function isOtherList(value: unknown, before: unknown): boolean {
  return JSON.stringify(value) !== JSON.stringify(before);
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-attribution': GlassAttribution;
  }
}
