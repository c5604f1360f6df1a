import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Model } from '../../index.ts';
import type { Ablation, Tensor, Token } from '../../shared/run-types.ts';
import { tokenColour } from '../../view/colour.ts';
import { type Label, tokenLabels, visibleText } from '../../view/label.ts';
import type { HeadPlace } from '../../view/heads.ts';
import { toTensor } from '../../view/matrix.ts';
import { meanOf, withColumn } from '../../view/padding.ts';
import { isEncoderDecoder } from '../../shared/architecture.ts';
import { asJson, controls, leftOut, whole } from '../base/attributes.ts';
import type { Subject } from '../base/figure-context.ts';
import type { ShownSettings } from '../base/export/context.ts';
import { GlassElement } from '../base/glass-element.ts';
import { strings } from '../base/kinds.ts';
import { pairStyles } from '../base/pair.styles.ts';
import { segments } from '../base/segments.ts';
import { styles } from '../base/styles-directive.ts';
import { LatestAnswer } from '../base/latest.ts';
import { typed } from '../base/typed.ts';
import '../glass-heads/glass-heads.ts';
import '../glass-matrix/glass-matrix.ts';
import '../glass-model/glass-model.ts';
import {
  attentionOf,
  kMaxTokens,
  type PaddedBatch,
  patternsOfAll,
  readBatch,
  type Reading,
} from './batch.ts';
import { paddingStyles } from './glass-padding.styles.ts';
import { type Problem, problemOf } from '../i18n/problem.ts';
import { common } from '../i18n/subjects/common.ts';
import { sums } from '../i18n/subjects/sums.ts';
import { translating } from '../i18n/subjects/translating.ts';

const kTexts = ['I love you.', "The moon is beautiful tonight, isn't it?"];

interface Question {
  readonly model: Model;
  readonly texts: readonly string[];
  readonly ablations: readonly Ablation[];
}

const kVocabulary = common.with(sums).with(translating);

/**
 * Padding: two sentences of unequal length in one batch of the surrounding encoder–decoder, and what one head of the
 * encoder makes of the shorter one, with the padding masked (hatched, weight 0) or read as if it were tokens: then part
 * of the attention goes to nothing, and the output of the real tokens moves. The head is picked among all of the encoder.
 *
 * @element glass-padding
 * @fires glass-head - a head of the encoder was picked; detail: { layer, head }
 * @fires glass-padded - the batch was read; detail: { masked, unmasked, sentences }, the first two
 *   { share, moved }, each sentence { text, tokens }
 * @csspart refusal - why the sentences are not read
 * @csspart said - how much attention goes to padding, and how far the output moves
 */
export class GlassPadding extends GlassElement {
  static override styles = [...[GlassElement.styles].flat(), pairStyles, paddingStyles];
  static override readonly subjects: readonly Subject[] = ['run', 'head', 'changes'];
  static override readonly exampleModel = 'en-zh';
  static override readonly rules = {
    layer: whole(0),
    head: whole(0),
    text: leftOut('glass-padding', 'texts'),
    texts: strings,
    fixed: controls('texts', 'mask', 'head'),
  };

  /** Two sentences, in place of a `text`; where absent "I love you." and "The moon is beautiful tonight, isn't it?". As an attribute it is JSON. */
  @property({ converter: asJson }) texts: readonly string[] = kTexts;
  /** Reads the padding as if it were tokens. */
  @property({ type: Boolean, reflect: true }) unmasked = false;
  /** Where absent: what the reader has picked in the surrounding figure (at first 0). */
  @property({ type: Number }) layer: number | null = null;
  /** As `layer`. */
  @property({ type: Number }) head: number | null = null;

  @state() private batch: PaddedBatch | null = null;
  /** What went wrong with the sentences; 'tooFew' where one of them is empty. */
  @state() private refusal: Problem | 'tooFew' = '';
  readonly #batches = new LatestAnswer<Question, PaddedBatch | null>(this, {
    answer: async ({ model, texts, ablations }) => {
      const isTooFew = texts.length < 2 || texts.some((text) => text.trim() === '');
      return isTooFew ? null : readBatch(model, texts.slice(0, 2), ablations);
    },
    same: (a, b) => a.model === b.model && a.texts === b.texts && a.ablations === b.ablations,
    isReady: () => this.figure.modelToAsk() !== null,
    isStillShown: ({ model }) => model === this.figure.state.model,
    take: (batch) => this.#take(batch),
    fail: (error, { model }) => {
      if (model === this.figure.state.model) this.refusal = problemOf(error);
    },
  });
  #patterns: { readonly of: Reading; readonly all: readonly Tensor[] } | null = null;

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  protected override willUpdate(): void {
    const { model } = this.figure.state;
    if (model === null || !isEncoderDecoder(model)) return;
    const { encoder_layers, num_heads } = model.config.resolved;
    this.checkPlace('layer', encoder_layers);
    this.checkPlace('head', num_heads);
    this.#batches.ask({ model, texts: this.texts, ablations: this.figure.ablations });
  }

  override get shownText(): string {
    return this.texts.slice(0, 2).join(' / ');
  }

  override get shownHead(): HeadPlace | null {
    const { batch } = this;
    return batch && attentionOf(batch, this.#readingOf(batch), this.#place);
  }

  override get shownSettings(): ShownSettings {
    return { unmasked: this.unmasked };
  }

  protected override get settingLines(): readonly string[] {
    const { words, unmasked } = this;
    const { padding } = words;
    return [words.labelled(padding.mask, unmasked ? padding.off : padding.on)];
  }

  protected override render(): TemplateResult {
    const { model } = this.figure.state;
    const isOther = model !== null && !isEncoderDecoder(model);
    const placeholder = this.renderPlaceholder(
      this.batch === null || isOther,
      isOther ? this.words.needsPair : undefined,
      this.#batches.isBusy && !isOther,
    );
    if (placeholder && (isOther || this.refusal === '')) return placeholder;
    return html`${this.#fields()} ${this.refusal ? this.#refused(this.refusal) : nothing}
    ${this.batch ? this.#figure(this.batch) : nothing}`;
  }

  #fields(): TemplateResult {
    const { first, second } = this.words.padding;
    return html`<div class="pair" data-control="texts">
      ${[first, second].map(
        (name, i) =>
          html`<label
            >${name}<input
              type="text"
              autocomplete="off"
              spellcheck="false"
              ${typed(this.texts[i] ?? '', (text) => this.#write(i, text))}
          /></label>`,
      )}
    </div>`;
  }

  /** A sentence that nobody has typed yet is no mistake. */
  #refused(refusal: Problem | 'tooFew'): TemplateResult {
    const isTooFew = refusal === 'tooFew';
    return html`<p
      class=${isTooFew ? 'placeholder' : 'placeholder failed'}
      role="status"
      part="refusal"
    >
      ${this.said(isTooFew ? this.words.padding.empty : refusal)}
    </p>`;
  }

  #figure(batch: PaddedBatch): TemplateResult {
    const { padding, pad } = this.words;
    const { sentences, short, places } = batch;
    const tokens = sentences[short] ?? [];
    const reading = this.#readingOf(batch);
    const { weights, scores, layer, head, shares } = attentionOf(batch, reading, this.#place);
    const pads = Array.from({ length: places - tokens.length }, () => ({ text: pad }));
    const columns: readonly Label[] = [...tokenLabels(tokens), ...pads, { text: padding.share }];
    return html`${batch.cut > 0 ? html`<p class="placeholder" role="status">${padding.readsFirst(batch.cut, kMaxTokens)}</p>` : nothing}
      <p class="title">${padding.batch}</p>
      <div class="batch" tabindex="0" role="group" aria-label=${padding.batch}>
        ${sentences.map((sentence) => this.#sentence(sentence, places))}
      </div>
      <div class="controls">
        <div class="mask" data-control="mask">
          <span>${padding.mask}</span>
          ${segments(
            padding.mask,
            'mask',
            [
              [false, padding.on],
              [true, padding.off],
            ],
            this.unmasked,
            (unmasked) => this.choose('unmasked', unmasked),
          )}
        </div>
        <span class="where">${padding.head(layer + 1, head + 1)}</span>
      </div>
      <div class="looks">
        <glass-heads
          stack="encoder"
          .fixed=${this.hasFixed('head') && 'head'}
          .patterns=${this.#patternsOf(batch, reading)}
          .picked=${{ layer, head }}
          .caption=${this.words.attentionOf.encoder.heads}
          @glass-head=${(event: CustomEvent<HeadPlace>) => this.#pick(event)}
        ></glass-heads>
        <glass-model>
          <glass-matrix
            .values=${toTensor(withColumn(weights, shares))}
            .mask=${toTensor(withColumn(scores, shares))}
            .rowLabels=${tokenLabels(tokens)}
            .columnLabels=${columns}
            rows-as="query"
            columns-as="key"
            scale="probability"
            legend
            .caption=${padding.matrix(tokens.length, places)}
          ></glass-matrix>
        </glass-model>
      </div>
      <p class="said" part="said" role="status">
        ${pads.length === 0 ? padding.equal : html`<b>${padding.toNothing(meanOf(shares))}</b>${this.words.following(padding.moved(reading.moved, batch.length))}`}
      </p>`;
  }

  #sentence(tokens: readonly Token[], places: number): TemplateResult {
    const { pad } = this.words;
    return html`<ol ${styles({ '--places': String(places) })}>
      ${tokens.map(
        ({ text }, position) =>
          html`<li ${styles({ '--hue': tokenColour(position) })}>
            <bdi>${visibleText(text)}</bdi>
          </li>`,
      )}
      ${Array.from({ length: places - tokens.length }, () => html`<li class="pad"><bdi>${pad}</bdi></li>`)}
    </ol>`;
  }

  #readingOf({ masked, unmasked }: PaddedBatch): Reading {
    return this.unmasked ? unmasked : masked;
  }

  /** The head that is asked for, which the model may not have. */
  get #place(): HeadPlace {
    const { layer, head } = this.figure.head;
    return { layer: this.layer ?? layer, head: this.head ?? head };
  }

  #pick(event: CustomEvent<HeadPlace>): void {
    event.stopPropagation();
    const { layer, head } = event.detail;
    if (this.layer !== null) this.layer = layer;
    if (this.head !== null) this.head = head;
    this.figure.pickHead({ layer, head });
    this.send('glass-head', { layer, head });
  }

  /** The same arrays for the same reading, so that they are painted once. */
  #patternsOf(batch: PaddedBatch, reading: Reading): readonly Tensor[] {
    if (this.#patterns?.of !== reading)
      this.#patterns = { of: reading, all: patternsOfAll(batch, reading) };
    return this.#patterns.all;
  }

  #write(index: number, text: string): void {
    this.choose(
      'texts',
      [0, 1].map((i) => (i === index ? text : (this.texts[i] ?? ''))),
    );
  }

  /** Null where a sentence is empty. */
  #take(batch: PaddedBatch | null): void {
    this.refusal = batch === null ? 'tooFew' : '';
    if (batch === null) return;
    this.batch = batch;
    this.send('glass-padded', {
      masked: this.#told(batch, 'masked'),
      unmasked: this.#told(batch, 'unmasked'),
      sentences: batch.sentences.map((tokens, i) => ({ text: batch.texts[i] ?? '', tokens })),
    });
  }

  #told(batch: PaddedBatch, way: 'masked' | 'unmasked'): { share: number; moved: number } {
    const { shares } = attentionOf(batch, batch[way], this.#place);
    return { share: meanOf(shares), moved: batch[way].moved };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-padding': GlassPadding;
  }
}
