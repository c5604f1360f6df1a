import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { attentionOut } from '../../view/block-weights.ts';
import { tokenColour } from '../../view/colour.ts';
import { signedExtent } from '../../view/extent.ts';
import { ranked, type Share, sharesOf } from '../../view/join.ts';
import { shorten } from '../../view/label.ts';
import { argmax, headsOf, lengthOf, matrixOf, rowOf } from '../../view/matrix.ts';
import { formatFixed } from '../../view/number.ts';
import { controls, whole } from '../base/attributes.ts';
import { type Json, numberOf } from '../base/export/json.ts';
import type { Subject } from '../base/figure-context.ts';
import { GlassElement } from '../base/glass-element.ts';
import { FigureAnswer } from '../base/figure-answer.ts';
import { countedChoice } from '../base/counted-choice.ts';
import { layersOf, layerWithin, prefixOf, readingOf, readsSame } from '../base/layered-run.ts';
import { legend } from '../base/legend.ts';
import { legendStyles } from '../base/legend.styles.ts';
import { lookedToken } from '../base/looked-token.ts';
import { paint, paintOnce } from '../base/paint.ts';
import { stripStyles } from '../base/strips.styles.ts';
import { sumStyles } from '../base/written-sum.styles.ts';
import { styles } from '../base/styles-directive.ts';
import { withSubscripts } from '../base/subscripts.ts';
import { tokenName } from '../base/token-name.ts';
import { common } from '../i18n/subjects/common.ts';
import { layers } from '../i18n/subjects/layers.ts';
import { sums } from '../i18n/subjects/sums.ts';
import '../glass-tokens/glass-tokens.ts';
import { joinStyles } from './glass-join.styles.ts';
import { hooksOf, type Joined, type JoinQuestion, readJoined } from './joined.ts';

const kDigits = 4;

/** The vectors of one token. */
interface Vectors {
  readonly row: number;
  /** The longest first. */
  readonly shares: readonly Share[];
  /** What the engine adds to the stream. */
  readonly out: Float32Array;
}

const kVocabulary = common.with(layers).with(sums);

/**
 * The heads of one layer joined, on the token that is looked at: what each head hands over, side by side; what becomes of it through
 * the head's own rows of W_O, the longest share first; the bias, and their sum, which attention adds to the stream. One
 * number of that sum is opened, summand by summand. Of an encoder–decoder it shows the encoder.
 *
 * @element glass-join
 * @csspart readout - the sentence about the longest share
 * @csspart sums - one number's sum
 */
export class GlassJoin extends GlassElement {
  static override styles = [
    ...[GlassElement.styles].flat(),
    legendStyles,
    stripStyles,
    sumStyles,
    joinStyles,
  ];
  static override readonly subjects: readonly Subject[] = [
    'run',
    'text',
    'hover',
    'pin',
    'head',
    'changes',
  ];
  static override readonly rules = {
    layer: whole(0),
    column: whole(0),
    fixed: controls('token', 'layer', 'column'),
  };

  /** Counted from 0. Where absent: that of the head which the reader has picked in the surrounding figure (at first 0). */
  @property({ type: Number }) layer: number | null = null;
  /** Which number's sum is opened, counted from 0. Where absent: the one farthest from zero on the pinned token, else on the last one. */
  @property({ type: Number }) column: number | null = null;

  readonly #answers = new FigureAnswer<JoinQuestion, Joined>(this, {
    answer: readJoined,
    now: () => this.#question,
    same: (a, b) => a.layer === b.layer && readsSame(a, b),
    keepsLast: () => true,
  });

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  override get neededHooks(): readonly string[] {
    return hooksOf(this.#layer);
  }

  protected override willUpdate(): void {
    const { model } = this.figure.state;
    if (model !== null) {
      this.checkPlace('layer', layersOf(model));
      this.checkPlace('column', model.config.resolved.d_model);
    }
    this.#answers.askNow();
  }

  protected override render(): TemplateResult {
    const { words } = this;
    const joined = this.#answers.shown;
    const { model } = this.figure.state;
    const isUnknown =
      model !== null && attentionOut(model.weights, prefixOf(model), this.#layer) === null;
    const placeholder = this.renderPlaceholderOf(
      isUnknown ? words.join.none : null,
      joined === null,
      this.#answers.isBusy,
    );
    if (placeholder || joined === null) return html`${placeholder}`;
    const { run, z, bias, out, layer } = joined;
    const heads = headsOf(z);
    return html`${lookedToken(
        run.tokens,
        words.join.who,
        countedChoice({
          name: 'layer',
          label: words.layer,
          count: layersOf(joined.model),
          chosen: layer,
          choose: (chosen) => this.choose('layer', chosen),
        }),
        countedChoice({
          name: 'column',
          label: words.join.which,
          count: out.columns,
          chosen: this.#column(joined),
          choose: (chosen) => this.choose('column', chosen),
        }),
      )}
      <p class="formula">
        <b
          >[${heads > 1 ? html`z<sub>1</sub> … z<sub>${heads}</sub>` : 'z'}]
          W<sub>O</sub>${bias === null ? '' : ' + b'}</b
        ><span>${withSubscripts(words.join.widths(heads, matrixOf(z).columns, out.columns))}</span>
      </p>
      ${this.tracked.value(() => this.#token(joined))}`;
  }

  protected override afterDrawing(): void {
    const joined = this.#answers.shown;
    if (joined === null) return;
    const vectors = this.#vectors(joined);
    const extents = this.#extents(joined, vectors);
    for (const { head, z, share } of vectors.shares) {
      this.#paint(`.heads .strip:nth-child(${head + 1})`, z, extents.z, [joined, vectors.row]);
      this.#paint(`.share[data-head="${head}"]`, share, extents.share, [joined, vectors.row, head]);
    }
    this.#paint('.bias', joined.bias, extents.share, [joined]);
    this.#paint('.out', vectors.out, extents.share, [joined, vectors.row]);
  }

  #token(joined: Joined): TemplateResult {
    const { join: words } = this.words;
    const vectors = this.#vectors(joined);
    const { row, shares, out } = vectors;
    const extents = this.#extents(joined, vectors);
    const { bias } = joined;
    const width = out.length;
    const strip = (name: string, values: Float32Array, className: string, head: number | null) =>
      html`<span>${head === null ? name : this.#headName(head, joined.layer)}</span>
        <div class="strip ${className}" data-head=${head ?? nothing}>
          <canvas role="img" aria-label=${words.strip(name, width)}></canvas>
        </div>
        <span class="number">${formatFixed(lengthOf(values), 2)}</span>`;
    return html`<p class="title" ${styles({ '--hue': tokenColour(row) })}>
        ${this.#title(joined, row)}
      </p>
      <p class="caption">${words.before}</p>
      <div class="heads">
        ${[...shares]
          .sort((a, b) => a.head - b.head)
          .map(
            ({ head, z }) =>
              html`<div class="strip">
                <canvas
                  role="img"
                  aria-label=${words.strip(words.handsOver(head + 1), z.length)}
                ></canvas>
              </div>`,
          )}
      </div>
      <div class="heads" aria-hidden="true">
        ${shares.map((_share, head) => html`<span>${words.head(head + 1)}</span>`)}
      </div>
      <div class="foot">${legend('signed', extents.z, null, this.shades)}</div>
      <p class="caption">${withSubscripts(words.after)}</p>
      <div class="strips">
        ${shares.map(({ head, share }) => strip(words.head(head + 1), share, 'share', head))}
        ${bias === null ? nothing : strip(`+ ${words.bias}`, bias, 'bias', null)}
        <span class="total">${words.sum}</span>
        <div class="strip out">
          <canvas role="img" aria-label=${words.strip(words.sum, width)}></canvas>
        </div>
        <span class="number total">${formatFixed(lengthOf(out), 2)}</span>
      </div>
      <div class="foot">${legend('signed', extents.share, null, this.shades)}</div>
      <p class="readout" part="readout">${this.#sentence(vectors)}</p>
      ${this.#opened(joined, vectors)}`;
  }

  #sentence({ shares, out }: Vectors): string {
    const { head, length } = shares[0] as Share;
    return this.words.join.said(head + 1, length, lengthOf(out));
  }

  /** One number: a summand for each head, the bias, and what the engine made. */
  #opened(joined: Joined, { shares, out }: Vectors): TemplateResult {
    const { join: words } = this.words;
    const column = this.#column(joined);
    const row = (name: string, value: number, sum = '') =>
      html`<dt class=${sum}>${name}</dt>
        <dd class=${sum}>${formatFixed(value, kDigits)}</dd>`;
    return html`<div class="sums" part="sums">
      <p>${words.byHand(column + 1)}</p>
      <dl>
        ${shares.map(({ head, share }) => row(words.head(head + 1), share[column] as number))}
        ${joined.bias === null ? nothing : row(words.bias, joined.bias[column] as number)}
        ${row(words.sum, out[column] as number, 'sum')}
      </dl>
    </div>`;
  }

  /** With what the reader has changed of it. */
  #headName(head: number, layer: number): TemplateResult | string {
    const change = this.figure.ablations.find(
      (each) =>
        each.layer === layer &&
        each.head === head &&
        (each.stack ?? 'decoder') === (this.#isEncoder ? 'encoder' : 'decoder'),
    );
    if (change === undefined) return this.words.join.head(head + 1);
    return html`<span class="changed"
      >${this.words.headChanged(head + 1, change.factor ?? 0)}</span
    >`;
  }

  get #isEncoder(): boolean {
    const { model } = this.figure.state;
    return model !== null && prefixOf(model) !== '';
  }

  #title({ run, model, layer }: Joined, row: number): string {
    const token = run.tokens[row];
    const name = token === undefined ? '' : tokenName(model, this.words, token).text;
    return this.words.join.title(shorten(name, 24), layer + 1);
  }

  override get figureTitle(): string {
    const joined = this.#answers.shown;
    return joined === null ? '' : this.#title(joined, this.#row(joined));
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const joined = this.#answers.shown;
    if (joined === null) return {};
    const { run, layer, bias } = joined;
    const { row, shares, out } = this.#vectors(joined);
    const listed = (values: Float32Array) => Array.from(values, numberOf);
    return {
      tokens: run.tokens.map(({ text }) => text),
      layer,
      token: row,
      heads: shares.map(({ head, z, share, length }) => ({
        head,
        z: listed(z),
        share: listed(share),
        length: numberOf(length),
      })),
      bias: bias === null ? null : listed(bias),
      attn_out: listed(out),
      column: this.#column(joined),
    };
  }

  get #layer(): number {
    return layerWithin(this.figure.state.model, this.standing('layer') ?? this.figure.head.layer);
  }

  /** The token that is looked at: the text's last one, unless the reader looks at another. */
  #row({ run }: Joined): number {
    const { spot } = this.figure;
    return Math.min(spot?.query ?? spot?.key ?? Infinity, run.tokens.length - 1);
  }

  /** A hover does not change which number is opened. */
  #column({ run, out }: Joined): number {
    const chosen = this.standing('column');
    if (chosen !== null) return Math.min(chosen, out.columns - 1);
    const last = run.tokens.length - 1;
    const token = Math.min(this.figure.selection.pinned?.query ?? last, last);
    return argmax(rowOf(out, token).map(Math.abs));
  }

  #vectors(joined: Joined): Vectors {
    const { z, weight, isInOut, out } = joined;
    const row = this.#row(joined);
    const shares = ranked(sharesOf(z, row, weight, isInOut));
    return { row, shares, out: rowOf(out, row) };
  }

  /** A scale for what the heads hand over, and one for all that is added up. */
  #extents({ z, bias }: Joined, { shares, out }: Vectors): Readonly<Record<'z' | 'share', number>> {
    return {
      z: signedExtent(z.data),
      share: signedExtent(out, bias ?? [], ...shares.map(({ share }) => share)),
    };
  }

  #paint(
    place: string,
    data: Float32Array | null,
    extent: number,
    sources: readonly unknown[],
  ): void {
    const canvas = this.renderRoot.querySelector<HTMLCanvasElement>(`${place} canvas`);
    if (canvas === null || data === null) return;
    const { shades } = this;
    paintOnce(canvas, [...sources, extent, shades], () =>
      paint(
        canvas,
        { rows: 1, columns: data.length, data },
        { scale: 'signed', extent, ...shades },
      ),
    );
  }

  get #question(): JoinQuestion | null {
    const reading = readingOf(this.figure);
    return reading && { ...reading, layer: this.#layer, ablations: this.figure.ablations };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-join': GlassJoin;
  }
}
