import { html, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { tokenColour } from '../../view/colour.ts';
import { signedExtent } from '../../view/extent.ts';
import { shorten } from '../../view/label.ts';
import { productsOf, sumOf } from '../../view/logits.ts';
import { matrixOf, rowOf } from '../../view/matrix.ts';
import { formatFixed } from '../../view/number.ts';
import { isDecoder, isEncoderDecoder } from '../../shared/architecture.ts';
import { checkWhole, controls, whole } from '../base/attributes.ts';
import { type Json, numberOf } from '../base/export/json.ts';
import type { Subject } from '../base/figure-context.ts';
import { GlassElement } from '../base/glass-element.ts';
import { FigureAnswer } from '../base/figure-answer.ts';
import { legendStyles } from '../base/legend.styles.ts';
import { lookedToken } from '../base/looked-token.ts';
import { candidateStyles } from '../base/looked-token.styles.ts';
import { segments } from '../base/segments.ts';
import { inputCode, studyCode } from '../base/recipe.ts';
import { RecipeView, recipeStyles } from '../base/recipe-view.ts';
import { paintStrip, strip, stripScale } from '../base/strips.ts';
import { stripStyles } from '../base/strips.styles.ts';
import { sumStyles } from '../base/written-sum.styles.ts';
import { styles } from '../base/styles-directive.ts';
import { nameWithBlank, tokenName } from '../base/token-name.ts';
import { kWrittenTerms, type WrittenSum, writtenSum } from '../base/written-sum.ts';
import { common } from '../i18n/subjects/common.ts';
import { layers } from '../i18n/subjects/layers.ts';
import { recipes } from '../i18n/subjects/recipes.ts';
import { sums } from '../i18n/subjects/sums.ts';
import '../glass-tokens/glass-tokens.ts';
import {
  hooksOf,
  type Likely,
  type Output,
  type OutputQuestion,
  readOutput,
} from '../../study/output.ts';

/** How many of the likeliest tokens can be chosen. */
const kLikeliest = 5;
const kStrips = ['vector', 'row', 'products'] as const;
type Strip = (typeof kStrips)[number];

/** The numbers of one logit. */
interface Sum extends WrittenSum {
  readonly token: Likely;
  readonly strips: Readonly<Record<Strip, Float32Array>>;
}

const kVocabulary = common.with(layers).with(sums).with(recipes);

/**
 * The output head: the vector of a token after all layers, times the row of a token in the table, number by number, and
 * their sum, which is that token's logit. The reader chooses whose vector (the pinned token's, else the last one's), and one of the
 * likeliest tokens to follow it. Only for models that write: a decoder, not an encoder–decoder.
 *
 * @element glass-logits
 * @csspart readout - the sentence about the logit
 * @csspart sums - the sum of its products
 */
export class GlassLogits extends GlassElement {
  static override styles = [
    ...[GlassElement.styles].flat(),
    legendStyles,
    stripStyles,
    sumStyles,
    candidateStyles,
    recipeStyles,
  ];
  static override readonly ofWriters = true;
  static override readonly subjects: readonly Subject[] = ['run', 'pin'];
  static override readonly rules = { token: whole(0), fixed: controls('token', 'candidate') };

  /** Id of the token whose logit is shown at first. Where absent: the likeliest. */
  @property({ type: Number }) token: number | null = null;

  /** The token that the reader has chosen for the shown vector. */
  @state() private chosen: number | null = null;
  readonly #recipe = new RecipeView(this);
  readonly #answers = new FigureAnswer<OutputQuestion, Output>(this, {
    answer: readOutput,
    same: (a, b) => a.run === b.run && a.row === b.row && a.asked === b.asked,
    changes: (output, last) => {
      if (last?.run !== output?.run || last?.row !== output?.row) this.chosen = null;
    },
  });

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  override get neededHooks(): readonly string[] {
    const { model } = this.figure.state;
    return model === null || isEncoderDecoder(model) || this.isOfWriter ? [] : hooksOf(model);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('token')) this.chosen = null;
    const { model, run } = this.figure.state;
    if (model === null || run === null || isEncoderDecoder(model) || this.isOfWriter) return;
    const { token } = this;
    const { vocab_size } = model.config.resolved;
    if (token !== null) checkWhole('token', this.asWritten('token', token), 0, vocab_size - 1);
    this.#answers.ask({ model, run, row: this.#row(run), count: kLikeliest, asked: token });
  }

  protected override render(): TemplateResult {
    const { words } = this;
    const output = this.#answers.shown;
    const { model } = this.figure.state;
    const isWithout = model !== null && isEncoderDecoder(model);
    const placeholder = this.renderPlaceholderOf(
      isWithout ? words.logits.none : null,
      output === null,
      this.#answers.isBusy,
    );
    if (placeholder || output === null) return html`${placeholder}`;
    const { run, table, likeliest, vectors } = output;
    const { resolved } = output.model.config;
    const sum = this.#sum(output);
    const options = likeliest.map((each) => {
      const name = shorten(nameWithBlank(output.model, words, each), 14);
      return [String(each.id), `${name} ${formatFixed(each.logit, 2)}`] as const;
    });
    return html`${lookedToken(
        run.tokens,
        words.logits.who,
        segments(words.logits.which, 'candidate', options, String(sum.token.id), (id) =>
          this.#choose(Number(id)),
        ),
      )}
      <p class="formula">
        <b>logit = x · e${table.bias === null ? '' : ` + ${words.logits.bias}`}</b
        ><span>${words.logits.widths(vectors.columns, matrixOf(table.rows).rows)}</span
        ><span>${resolved.tied_head ? words.logits.tied : words.logits.own}</span>
      </p>
      <p class="title" ${styles({ '--hue': tokenColour(output.row) })}>${this.figureTitle}</p>
      <div class="strips">${kStrips.map((name) => this.#strip(name, sum))}</div>
      <p class="readout" part="readout">${this.#sentence(sum)}</p>
      <div class="sums" part="sums">
        ${writtenSum(words.logits.byHand, sum, [[words.logits.sum, sum.token.logit]], words)}
      </div>
      ${this.#recipe.render(words, this.recipe())}`;
  }

  protected override updated(): void {
    const { shades } = this;
    const output = this.#answers.shown;
    if (output === null) return;
    const { strips, token } = this.#sum(output);
    for (const name of kStrips) {
      const { [name]: data } = strips;
      const painted = { data, extent: signedExtent(data), shades };
      paintStrip(this.renderRoot, name, painted, [output, token.id]);
    }
  }

  #strip(name: Strip, { strips, token }: Sum): TemplateResult {
    const { logits: words } = this.words;
    const title = words.strips[name](this.#name(token, 14));
    return html`${strip(name, title, words.strip(title, strips[name].length))}
    ${stripScale(signedExtent(strips[name]), this.shades)}`;
  }

  #sentence({ token, strips: { products }, bias }: Sum): string {
    const [above, below] = [Math.max, Math.min].map((end) =>
      products.reduce((sum, each) => sum + end(0, each), 0),
    ) as [number, number];
    return this.words.logits.said(this.#name(token, 14), above, below, bias, token.logit);
  }

  override get figureTitle(): string {
    const { words } = this;
    const output = this.#answers.shown;
    if (output === null) return '';
    const { run, row } = output;
    const last = run.tokens[row];
    const read = last === undefined ? '' : this.#name(last);
    return words.logits.title(this.#name(this.#sum(output).token), read);
  }

  #choose(token: number): void {
    this.chosen = token;
    this.tellChosen('token');
  }

  override get chosenAttributes(): Readonly<Record<string, string>> {
    return this.chosen === null ? {} : { token: String(this.chosen) };
  }

  override recipe(): string | null {
    const output = this.#answers.shown;
    const { model } = this.figure.state;
    if (output === null || output.model !== model || !isDecoder(model)) return null;
    return studyCode(this, model, {
      name: 'logit',
      gives: ['products', 'bias', 'sum'],
      inputs: [inputCode(this.figure.state)],
      options: { row: output.row, token: this.#sum(output).token.id },
      ablations: this.figure.ablations,
    });
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const output = this.#answers.shown;
    if (output === null) return {};
    const { run, row, likeliest } = output;
    const { token, strips, bias, rounding } = this.#sum(output);
    const listed = (values: Float32Array) => Array.from(values, numberOf);
    const named = ({ id, text, logit }: Likely) => ({ id, text, logit: numberOf(logit) });
    return {
      tokens: run.tokens.map(({ text }) => text),
      token: row,
      likeliest: likeliest.map(named),
      shown: named(token),
      vector: listed(strips.vector),
      row: listed(strips.row),
      products: listed(strips.products),
      bias: bias === null ? null : numberOf(bias),
      rounding: rounding === null ? null : numberOf(rounding),
    };
  }

  /** Of the pinned token, else of the last one. */
  #row({ tokens }: { readonly tokens: readonly unknown[] }): number {
    const { pinned } = this.figure.selection;
    return Math.min(pinned?.query ?? pinned?.key ?? Infinity, tokens.length - 1);
  }

  #sum({ model, row, vectors, table, likeliest }: Output): Sum {
    const wanted = this.chosen ?? this.standing('token');
    const token = likeliest.find(({ id }) => id === wanted) ?? (likeliest[0] as Likely);
    const vector = rowOf(vectors, row);
    const own = rowOf(matrixOf(table.rows), token.id);
    const products = productsOf(vector, own);
    const bias = table.bias === null ? null : (table.bias[token.id] ?? 0);
    const sum = products.reduce((total, each) => total + each, bias ?? 0);
    return {
      ...sumOf(vector, own, kWrittenTerms),
      token,
      strips: { vector, row: own, products },
      bias,
      rounding: model.dtype === 'int8' ? token.logit - sum : null,
    };
  }

  #name(token: { readonly id: number; readonly text: string }, length = Infinity): string {
    return shorten(tokenName(this.figure.state.model, this.words, token).text, length);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-logits': GlassLogits;
  }
}
