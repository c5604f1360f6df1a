import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Model } from '../../index.ts';
import type { NormSite } from '../../view/block-weights.ts';
import { tokenColour } from '../../view/colour.ts';
import { signedExtent } from '../../view/extent.ts';
import { visibleText } from '../../view/label.ts';
import { normHooks, normSites } from '../../view/layer-hooks.ts';
import {
  extremes,
  normed,
  normTerm,
  type NormTerm,
  spreadOf,
  type Spread,
} from '../../view/layer-norm.ts';
import { rowOf } from '../../view/matrix.ts';
import { formatFixed, formatPower } from '../../view/number.ts';
import { controls, oneOf, whole } from '../base/attributes.ts';
import { type Json, numberOf } from '../base/export/json.ts';
import type { Subject } from '../base/figure-context.ts';
import { GlassElement } from '../base/glass-element.ts';
import { FigureAnswer } from '../base/figure-answer.ts';
import { countedChoice } from '../base/counted-choice.ts';
import { layersOf, layerWithin, prefixOf, readingOf, readsSame } from '../base/layered-run.ts';
import { legendStyles } from '../base/legend.styles.ts';
import { lookedToken } from '../base/looked-token.ts';
import { segments } from '../base/segments.ts';
import { paintStrip, strip, stripScale } from '../base/strips.ts';
import { stripStyles } from '../base/strips.styles.ts';
import { sumStyles } from '../base/written-sum.styles.ts';
import { styles } from '../base/styles-directive.ts';
import { common } from '../i18n/subjects/common.ts';
import { layers } from '../i18n/subjects/layers.ts';
import { sums } from '../i18n/subjects/sums.ts';
import '../glass-tokens/glass-tokens.ts';
import { normStyles } from './glass-norm.styles.ts';
import { type NormParts, type NormQuestion, readNorm } from './norm-parts.ts';

const kPlaces: readonly NormSite[] = ['attention', 'feedForward', 'end'];
const kDigits = 4;

/** One strip of the figure. */
type Strip = 'before' | 'normed' | 'after' | 'gain' | 'bias';

/** The vectors of one token. */
interface Vectors {
  readonly row: number;
  readonly before: Float32Array;
  /** Without gain and bias. */
  readonly normed: Float32Array;
  readonly after: Float32Array;
  readonly spread: Spread;
  readonly spreadNormed: Spread;
  readonly spreadAfter: Spread;
}

const kVocabulary = common.with(layers).with(sums);

/**
 * Layer norm of the token that is looked at: the vector before it, normed, and after gain and bias, with their means and
 * deviations, what was learned, and the largest and the smallest number worked by hand. The reader chooses the layer and which of
 * its norms. Of an encoder–decoder it shows the encoder.
 *
 * @element glass-norm
 * @csspart readout - the sentence about means and deviations
 * @csspart sums - the two numbers worked by hand
 */
export class GlassNorm extends GlassElement {
  static override styles = [
    ...[GlassElement.styles].flat(),
    legendStyles,
    stripStyles,
    sumStyles,
    normStyles,
  ];
  static override readonly subjects: readonly Subject[] = ['run', 'text', 'hover', 'pin', 'head'];
  static override readonly rules = {
    layer: whole(0),
    place: oneOf(...kPlaces),
    fixed: controls('token', 'layer', 'place'),
  };

  /** Counted from 0. Where absent: that of the head which the reader has picked in the surrounding figure (at first 0). */
  @property({ type: Number }) layer: number | null = null;
  /** Which norm: that of "attention", of the "feedForward", or the one at the "end" of all layers. */
  @property() place: NormSite = 'attention';

  readonly #answers = new FigureAnswer<NormQuestion, NormParts>(this, {
    answer: readNorm,
    now: () => this.#question,
    same: (a, b) => a.layer === b.layer && a.place === b.place && readsSame(a, b),
    keepsLast: () => true,
  });

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  override get neededHooks(): readonly string[] {
    const { model } = this.figure.state;
    if (model === null || prefixOf(model) !== '') return [];
    const place = this.#placeIn(model);
    return (place && normHooks(model.config.resolved, '', this.#layer, place)) ?? [];
  }

  protected override willUpdate(): void {
    const { model } = this.figure.state;
    if (model !== null) this.checkPlace('layer', layersOf(model));
    this.#answers.askNow();
  }

  protected override render(): TemplateResult {
    const { words } = this;
    const parts = this.#answers.shown;
    const { model } = this.figure.state;
    const isWithout = model !== null && normSites(model.config.resolved).length === 0;
    const placeholder = this.renderPlaceholderOf(
      isWithout ? words.norm.none : null,
      parts === null,
      this.#answers.isBusy,
    );
    if (placeholder || parts === null) return html`${placeholder}`;
    const { run, layer, epsilon } = parts;
    return html`${lookedToken(
        run.tokens,
        words.norm.who,
        countedChoice({
          name: 'layer',
          label: words.layer,
          count: layersOf(parts.model),
          chosen: layer,
          choose: (chosen) => this.choose('layer', chosen),
          isDisabled: parts.place === 'end',
        }),
        this.#choice(parts),
      )}
      <p class="formula">
        <b
          >y = (x − ${words.norm.mean}) ÷ ${words.norm.deviation} ×
          ${words.norm.gain}${parts.bias === null ? '' : ` + ${words.norm.bias}`}</b
        ><span>${words.norm.epsilon(formatPower(epsilon), parts.bias !== null)}</span>
      </p>
      ${this.tracked.value(() => this.#token(parts))}`;
  }

  protected override afterDrawing(): void {
    const parts = this.#answers.shown;
    if (parts === null) return;
    const vectors = this.#vectors(parts);
    const extents = this.#extents(parts, vectors);
    const strips: Record<Strip, Float32Array | null> = {
      ...vectors,
      gain: parts.gain,
      bias: parts.bias,
    };
    const { renderRoot, shades } = this;
    for (const name of ['before', 'normed', 'gain', 'bias', 'after'] as const) {
      const { [name]: data } = strips;
      if (data === null) continue;
      paintStrip(renderRoot, name, { data, extent: extents[name], shades }, [parts, vectors.row]);
    }
  }

  #choice({ model }: NormParts): TemplateResult {
    const { norm: words } = this.words;
    const { resolved } = model.config;
    const names = words.places[resolved.norm === 'post' ? 'post' : 'pre'];
    const places = normSites(resolved).map((place) => [place, names[place]] as const);
    return segments(words.place, 'place', places, this.place, (place) =>
      this.choose('place', place),
    );
  }

  #token(parts: NormParts): TemplateResult {
    const { norm: words } = this.words;
    const vectors = this.#vectors(parts);
    const extents = this.#extents(parts, vectors);
    const row = (name: Strip) => {
      const { strips } = words;
      const label = name === 'after' && parts.bias === null ? strips.afterGain : strips[name];
      return strip(name, label, words.strip(label, parts.gain.length));
    };
    return html`<p class="title" ${styles({ '--hue': tokenColour(vectors.row) })}>
        ${this.#title(parts, vectors.row)}
      </p>
      <div class="strips">
        ${row('before')}${stripScale(extents.before, this.shades)} ${row('normed')}${row('after')}
        ${stripScale(extents.after, this.shades)}
        ${row('gain')}${parts.bias === null ? nothing : row('bias')}
        ${stripScale(extents.gain, this.shades)}
      </div>
      <p class="readout" part="readout">
        ${words.said(vectors.spread, vectors.spreadNormed, vectors.spreadAfter, parts.bias !== null)}
      </p>
      <div class="sums" part="sums">
        <p>${words.byHand}</p>
        <dl>
          ${this.#terms(parts, vectors).map(
            (term) =>
              html`<dt>${words.number(term.column + 1)}</dt>
                <dd>${this.#sum(term, vectors.spread)}</dd>`,
          )}
        </dl>
      </div>`;
  }

  /** (x − mean) ÷ deviation × gain + bias = y */
  #sum({ value, gain, bias, result }: NormTerm, { mean, deviation }: Spread): TemplateResult {
    const number = (each: number) => formatFixed(each, kDigits);
    const signed = (each: number) => (each < 0 ? `(${number(each)})` : number(each));
    return html`(${number(value)} − ${signed(mean)}) ÷ ${number(deviation)} ×
      ${signed(gain)}${bias === null ? '' : ` + ${signed(bias)}`}
      <span>= <b>${number(result)}</b></span>`;
  }

  /** The largest and the smallest number before. */
  #terms(parts: NormParts, { before, after }: Vectors): readonly NormTerm[] {
    const { gain, bias } = parts;
    return extremes(before).map((column) => normTerm({ before, after, gain, bias }, column));
  }

  #title({ run, layer, place, model }: NormParts, row: number): string {
    const { norm: words } = this.words;
    const names = words.places[model.config.resolved.norm === 'post' ? 'post' : 'pre'];
    const token = visibleText(run.tokens[row]?.text ?? '');
    return words.title(token, place === 'end' ? null : layer + 1, names[place]);
  }

  override get figureTitle(): string {
    const parts = this.#answers.shown;
    return parts === null ? '' : this.#title(parts, this.#vectors(parts).row);
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const parts = this.#answers.shown;
    if (parts === null) return {};
    const { run, layer, place, gain, bias, epsilon } = parts;
    const { row, before, normed: normedValues, after, spread } = this.#vectors(parts);
    const listed = (values: Float32Array) => Array.from(values, numberOf);
    return {
      tokens: run.tokens.map(({ text }) => text),
      layer,
      place,
      token: row,
      before: listed(before),
      normed: listed(normedValues),
      after: listed(after),
      mean: numberOf(spread.mean),
      deviation: numberOf(spread.deviation),
      epsilon,
      gain: listed(gain),
      bias: bias === null ? null : listed(bias),
    };
  }

  get #layer(): number {
    return layerWithin(this.figure.state.model, this.standing('layer') ?? this.figure.head.layer);
  }

  /** Those of the token that is looked at: the text's last one, unless the reader looks at another. */
  #vectors({ run, before, after, epsilon }: NormParts): Vectors {
    const { spot } = this.figure;
    const row = Math.min(spot?.query ?? spot?.key ?? Infinity, run.tokens.length - 1);
    const [x, y] = [rowOf(before, row), rowOf(after, row)];
    const spread = spreadOf(x, epsilon);
    const z = normed(x, spread);
    return {
      row,
      before: x,
      normed: z,
      after: y,
      spread,
      spreadNormed: spreadOf(z),
      spreadAfter: spreadOf(y),
    };
  }

  /** A scale for what goes in, one for what the norm makes of it, and one for what was learned. */
  #extents(
    { before, after, gain, bias }: NormParts,
    { normed: z }: Vectors,
  ): Readonly<Record<Strip, number>> {
    const made = signedExtent(z, after.data);
    const learned = signedExtent(gain, bias ?? []);
    return {
      before: signedExtent(before.data),
      normed: made,
      after: made,
      gain: learned,
      bias: learned,
    };
  }

  get #question(): NormQuestion | null {
    const reading = readingOf(this.figure);
    const place = reading && this.#placeIn(reading.model);
    return reading && place && { ...reading, layer: this.#layer, place };
  }

  /** The wanted norm, else the first that the model has; null: it has none. */
  #placeIn({ config: { resolved } }: Model): NormSite | null {
    const sites = normSites(resolved);
    const wanted = this.standing('place');
    return sites.includes(wanted) ? wanted : (sites[0] ?? null);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-norm': GlassNorm;
  }
}
