import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Model } from '../../index.ts';
import type { Run } from '../../shared/run-types.ts';
import { tokenColour } from '../../view/colour.ts';
import { type Firing, firingAlong, firingCount, firingMost } from '../../view/feed-forward.ts';
import { longOrNot, shorten } from '../../view/label.ts';
import { sumOf } from '../../view/logits.ts';
import { at, matrixOf, rowOf } from '../../view/matrix.ts';
import { formatFixed } from '../../view/number.ts';
import { controls, whole } from '../base/attributes.ts';
import { classifies } from '../../shared/architecture.ts';
import { type Json, numberOf } from '../base/export/json.ts';
import type { Subject } from '../base/figure-context.ts';
import { GlassElement } from '../base/glass-element.ts';
import type { Listening } from '../events.ts';
import { FigureAnswer } from '../base/figure-answer.ts';
import { LatestAnswer } from '../base/latest.ts';
import { countedChoice } from '../base/counted-choice.ts';
import { layersOf, layerWithin, prefixOf, readingOf, readsSame } from '../base/layered-run.ts';
import { legendStyles } from '../base/legend.styles.ts';
import { lookedToken } from '../base/looked-token.ts';
import { runOptions } from '../base/model-source.ts';
import { inputCode, studyCode } from '../base/recipe.ts';
import { RecipeView, recipeStyles } from '../base/recipe-view.ts';
import { paintStrip, strip, stripScale } from '../base/strips.ts';
import { stripStyles } from '../base/strips.styles.ts';
import { sumStyles } from '../base/written-sum.styles.ts';
import { styles } from '../base/styles-directive.ts';
import { TokenButtons } from '../base/token-buttons.ts';
import { tokenName } from '../base/token-name.ts';
import { wordStyles, wordView } from '../base/word.ts';
import { kWrittenTerms, type WrittenSum, writtenSum } from '../base/written-sum.ts';
import { common } from '../i18n/subjects/common.ts';
import { layers } from '../i18n/subjects/layers.ts';
import { recipes } from '../i18n/subjects/recipes.ts';
import '../glass-tokens/glass-tokens.ts';
import { feedForwardStyles } from './glass-feed-forward.styles.ts';
import { type Hidden, hooksOf, type Question, readHidden } from './hidden-layer.ts';
import { type Reads, readReads } from './reads.ts';
import { type NamedPush, readWrites, type Writes } from '../../study/writes.ts';

/** How many neurons are listed. */
const kListed = 6;
const kDigits = 2;
const kParts = ['pre', 'post'] as const;

interface NeuronQuestion {
  readonly hidden: Hidden;
  readonly neuron: number;
}

/** The sum behind the number of a neuron on one token. */
interface OpenedNeuron extends WrittenSum {
  readonly before: number;
  readonly after: number;
}

const kVocabulary = common.with(layers).with(recipes);

/**
 * The feed-forward of one layer: its formula with the model's activation function, the hidden layer on the token that is
 * looked at before and after it, and the neurons that fire most there. Of a chosen neuron: the sum behind its number,
 * how strongly it fires on each token, and which tokens' logits its row of the second matrix raises and lowers. Of an
 * encoder–decoder it shows the encoder.
 *
 * @element glass-feed-forward
 * @fires glass-pin - a token was chosen; detail: { token: number } (its position)
 * @csspart readout - the sentence about the token that is looked at
 * @csspart neuron - a neuron in the list
 * @csspart sums - the sum behind the chosen neuron's number
 * @cssprop [--glass-feed-forward-max-height=30rem] - height from which the tokens scroll
 */
export class GlassFeedForward extends GlassElement {
  declare addEventListener: Listening<'glass-feed-forward', this>['addEventListener'];
  declare removeEventListener: Listening<'glass-feed-forward', this>['removeEventListener'];
  static override styles = [
    ...[GlassElement.styles].flat(),
    legendStyles,
    stripStyles,
    sumStyles,
    wordStyles,
    feedForwardStyles,
    recipeStyles,
  ];
  static override readonly subjects: readonly Subject[] = ['run', 'text', 'hover', 'pin', 'head'];
  static override readonly rules = {
    layer: whole(0),
    neuron: whole(0),
    fixed: controls('token', 'layer', 'neuron'),
  };

  /** Counted from 0. Where absent: that of the head which the reader has picked in the surrounding figure (at first 0). */
  @property({ type: Number }) layer: number | null = null;
  /** Counted from 0. Where absent: the one that fires most on the pinned token, else on the last one. */
  @property({ type: Number }) neuron: number | null = null;

  @state() private writes: Writes | null = null;
  @state() private reads: Reads | null = null;
  readonly #answers = new FigureAnswer<Question, Hidden>(this, {
    answer: readHidden,
    now: () => this.#question,
    same: (a, b) => a.layer === b.layer && readsSame(a, b),
    keepsLast: () => true,
  });
  readonly #written = new LatestAnswer<NeuronQuestion, Writes | null>(this, {
    answer: ({ hidden: { model, run, layer }, neuron }) => readWrites(model, run, layer, neuron),
    same: (a, b) => a.hidden === b.hidden && a.neuron === b.neuron,
    isReady: () => this.figure.modelToAsk() !== null,
    take: (writes) => (this.writes = writes),
    fail: () => (this.writes = null),
  });
  readonly #readBy = new LatestAnswer<NeuronQuestion, Reads | null>(this, {
    answer: ({ hidden, neuron }) => readReads(hidden, neuron),
    same: (a, b) => a.hidden === b.hidden && a.neuron === b.neuron,
    isReady: () => this.figure.modelToAsk() !== null,
    take: (reads) => (this.reads = reads),
    fail: () => (this.reads = null),
  });
  readonly #recipe = new RecipeView(this);
  readonly #tokens = new TokenButtons(this, {
    selector: '.along button',
    direction: 'column',
    pinned: (token) => this.send('glass-pin', { token }),
  });

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  override get neededHooks(): readonly string[] {
    const { model } = this.figure.state;
    if (model === null || prefixOf(model) !== '') return [];
    return hooksOf(model.config.resolved, '', this.#layer);
  }

  protected override willUpdate(): void {
    const { model } = this.figure.state;
    if (model !== null) this.checkPlace('layer', layersOf(model));
    this.#answers.askNow();
    const hidden = this.#answers.shown;
    if (hidden === null) return;
    this.checkPlace('neuron', matrixOf(hidden.post).columns);
    const asked = { hidden, neuron: this.#neuron(hidden) };
    this.#readBy.ask(asked);
    if (prefixOf(hidden.model) === '') this.#written.ask(asked);
  }

  protected override render(): TemplateResult {
    const { words } = this;
    const hidden = this.#answers.shown;
    const isWithout = this.figure.state.model?.config.resolved.d_ff === 0;
    const placeholder = this.renderPlaceholderOf(
      isWithout ? words.feedForward.none : null,
      hidden === null,
      this.#answers.isBusy,
    );
    if (placeholder || hidden === null) return html`${placeholder}`;
    const { model, run, layer } = hidden;
    return html`${lookedToken(
      run.tokens,
      words.feedForward.who,
      countedChoice({
        name: 'layer',
        label: words.layer,
        count: layersOf(model),
        chosen: layer,
        choose: (chosen) => this.choose('layer', chosen),
      }),
      this.#field(hidden),
    )}
    ${this.#formula(model)} ${this.tracked.value(() => this.#token(hidden))}
    ${this.tracked.value(() => this.#sums(hidden))} ${this.#chosen(hidden)}
    ${this.#recipe.render(words, this.recipe())}`;
  }

  protected override afterDrawing(): void {
    const { shades } = this;
    const hidden = this.#answers.shown;
    if (hidden === null) return;
    const { extent } = hidden;
    const row = this.#row(hidden);
    for (const part of kParts) {
      const data = rowOf(matrixOf(hidden[part]), row);
      paintStrip(this.renderRoot, part, { data, extent, shades }, [hidden, row]);
    }
    this.#mark();
  }

  /** Marks the token that is looked at in the list of the chosen neuron. */
  #mark(): void {
    const { spot } = this.figure;
    this.#tokens.mark((button, place) => button.classList.toggle('on', spot?.query === place));
  }

  /** Any neuron, by its number. */
  #field(hidden: Hidden): TemplateResult {
    const { columns } = matrixOf(hidden.post);
    const shown = this.#neuron(hidden) + 1;
    return html`<label data-control="neuron"
      >${this.words.feedForward.neuron} 1–${columns}
      <input
        type="number"
        min="1"
        max=${columns}
        .value=${String(shown)}
        @change=${({ target }: Event) => {
          const field = target as HTMLInputElement;
          const asked = field.valueAsNumber;
          this.#take(Number.isNaN(asked) ? shown : asked, columns);
          field.value = String(this.#neuron(hidden) + 1);
        }}
    /></label>`;
  }

  /** The neuron whose number is pressed in a strip. */
  #press({ target, clientX }: MouseEvent, neurons: number): void {
    const pressed = target as Element;
    if (!pressed.matches('canvas')) return;
    const { left, width } = pressed.getBoundingClientRect();
    this.#take(((clientX - left) / width) * neurons + 1, neurons);
  }

  /** Counted from 1; beyond the ends the last one there. */
  #take(asked: number, neurons: number): void {
    this.choose('neuron', Math.floor(Math.min(neurons, Math.max(1, asked))) - 1);
  }

  #formula({ config: { resolved } }: Model): TemplateResult {
    const { feedForward: words, activations } = this.words;
    const { activation, d_model, d_ff } = resolved;
    return html`<p class="formula">
      <b
        >h = ${activations[activation]}(x W<sub>1</sub> + b<sub>1</sub>), + h W<sub>2</sub> + b<sub
          >2</sub
        ></b
      ><span>${words.widths(d_model, d_ff)}</span><span>${words.activationIs[activation]}</span>
    </p>`;
  }

  /** The hidden layer on the token that is looked at. */
  #token(hidden: Hidden): TemplateResult {
    const { feedForward: words } = this.words;
    const { run, layer, pre, post } = hidden;
    const row = this.#row(hidden);
    const token = this.#name(run, row);
    const found = firingMost(pre, post, row, kListed);
    const neurons = matrixOf(post).columns;
    return html`<p class="title" ${styles({ '--hue': tokenColour(row) })}>
        ${words.title(token, layer + 1)}
      </p>
      <div
        class="strips"
        ${styles({ '--at': ((this.#neuron(hidden) + 0.5) / neurons).toFixed(4) })}
        @click=${(event: MouseEvent) => this.#press(event, neurons)}
      >
        ${kParts.map((part) => strip(part, words[part], words.strip(words[part], neurons)))}
        ${stripScale(hidden.extent, this.shades)}
      </div>
      <p class="readout" part="readout">${this.#sentence(hidden, row, found)}</p>
      <table>
        <caption>
          ${words.most(token)}
        </caption>
        <thead>
          <tr>
            <th scope="col">${words.neuron}</th>
            <th scope="col">${words.pre}</th>
            <th scope="col" class="bar">${words.post}</th>
          </tr>
        </thead>
        <tbody>
          ${found.map((each) => this.#firing(each, found[0]?.after ?? 0, hidden))}
        </tbody>
      </table>`;
  }

  #sentence(hidden: Hidden, row: number, found: readonly Firing[]): string {
    const { feedForward: words } = this.words;
    const { run, post } = hidden;
    const count = firingCount(post, row);
    return words.said(this.#name(run, row), count, matrixOf(post).columns, found[0] ?? null);
  }

  #firing({ neuron, before, after }: Firing, most: number, hidden: Hidden): TemplateResult {
    const isChosen = neuron === this.#neuron(hidden);
    return html`<tr class=${isChosen ? 'on' : ''}>
      <th scope="row">
        <button
          part="neuron"
          aria-pressed=${isChosen}
          ?disabled=${this.hasFixed('neuron')}
          @click=${() => this.choose('neuron', neuron)}
        >
          ${neuron + 1}
        </button>
      </th>
      <td>${formatFixed(before, kDigits)}</td>
      <td class="bar">
        <i ${styles({ '--part': (most > 0 ? Math.max(0, after) / most : 0).toFixed(4) })}></i
        >${formatFixed(after, kDigits)}
      </td>
    </tr>`;
  }

  /** x₁ × w₁ + x₂ × w₂ + … + b = before, of the chosen neuron on the token that is looked at; then the activation function. */
  #sums(hidden: Hidden): TemplateResult | typeof nothing {
    const opened = this.#opened(hidden);
    if (opened === null) return nothing;
    const { feedForward: words } = this.words;
    const neuron = words.neuronOf(this.#neuron(hidden) + 1, hidden.layer + 1);
    const { activation } = hidden.model.config.resolved;
    const written = writtenSum(
      words.byHand(neuron, this.#name(hidden.run, this.#row(hidden))),
      opened,
      [
        [words.sum, opened.before],
        [this.words.activations[activation], opened.after],
      ],
      this.words,
    );
    return html`<div class="sums" part="sums">${written}</div>`;
  }

  /** Null until the weights of the neuron that is shown are there. */
  #opened(hidden: Hidden): OpenedNeuron | null {
    const { reads } = this;
    const neuron = this.#neuron(hidden);
    if (reads?.hidden !== hidden || reads.neuron !== neuron || hidden.input === null) return null;
    // What a script puts into a run is no sum of what stands before it.
    if ((runOptions(this).edits ?? []).length > 0) return null;
    const row = this.#row(hidden);
    const input = rowOf(matrixOf(hidden.input), row);
    const { bias } = reads;
    const before = at(matrixOf(hidden.pre), row, neuron);
    const after = at(matrixOf(hidden.post), row, neuron);
    const sum = sumOf(input, reads.weights, kWrittenTerms);
    const exact = sum.terms.reduce((total, { product }) => total + product, sum.rest + (bias ?? 0));
    const isRounded = hidden.model.dtype === 'int8';
    return { ...sum, bias, rounding: isRounded ? before - exact : null, before, after };
  }

  /** Where the chosen neuron fires, and what it adds. */
  #chosen(hidden: Hidden): TemplateResult {
    const { feedForward: words } = this.words;
    const { run, post, layer } = hidden;
    const neuron = this.#neuron(hidden);
    const along = firingAlong(post, neuron);
    const most = Math.max(...along.map(Math.abs));
    const name = words.neuronOf(neuron + 1, layer + 1);
    return html`<div class="chosen">
      <div>
        <p class="title">${words.along(name)}</p>
        <ol class="along" @keydown=${this.#tokens.onKey} @pointerleave=${this.#tokens.leave}>
          ${run.tokens.map(
            (_token, place) =>
              html`<li>
                <button
                  ${styles({ '--hue': tokenColour(place) })}
                  @pointerenter=${() => this.#tokens.look(place)}
                  @focus=${() => this.#tokens.focus(place)}
                  @blur=${this.#tokens.leave}
                  @click=${() => this.#tokens.pin(place)}
                >
                  <bdi class=${longOrNot(this.#name(run, place))}
                    >${shorten(this.#name(run, place), 14)}</bdi
                  >${this.#bar(along[place] ?? 0, most)}
                </button>
              </li>`,
          )}
        </ol>
      </div>
      ${prefixOf(hidden.model) === '' ? this.#writes(name) : html`<p class="note">${words.encoder}</p>`}
    </div>`;
  }

  #bar(value: number, most: number): TemplateResult {
    const part = most > 0 ? Math.abs(value) / most : 0;
    return html`<i class=${value < 0 ? 'below' : ''} ${styles({ '--part': part.toFixed(4) })}></i
      ><span class="number">${formatFixed(value, kDigits)}</span>`;
  }

  #writes(name: string): TemplateResult | typeof nothing {
    const { feedForward: words } = this.words;
    const { writes } = this;
    if (writes === null) return nothing;
    const { model } = this.figure.state;
    const isOfClasses = model !== null && classifies(model);
    const most = Math.max(
      ...[...writes.raised, ...writes.lowered].map((each) => Math.abs(each.logit)),
    );
    const list = (title: string, all: readonly NamedPush[]) =>
      html`<div>
        <p class="title small">${title}</p>
        <ol class="pushes">
          ${all.map(
            ({ id, text, logit }) =>
              html`<li>
                ${wordView({ text, shown: shorten(isOfClasses ? text : this.#nameOf({ id, text }), 14) }, this.words)}${this.#bar(logit, most)}
              </li>`,
          )}
        </ol>
      </div>`;
    return html`<div>
      <p class="title">${words.writes(name)}</p>
      <div class="pair">
        ${list(isOfClasses ? words.raisedOfClasses : words.raised, writes.raised)}
        ${list(isOfClasses ? words.loweredOfClasses : words.lowered, writes.lowered)}
      </div>
      <p class="note">${isOfClasses ? words.withoutNormOfClasses : words.withoutNorm}</p>
    </div>`;
  }

  override get figureTitle(): string {
    const hidden = this.#answers.shown;
    if (hidden === null) return '';
    return this.words.feedForward.title(
      this.#name(hidden.run, this.#row(hidden)),
      hidden.layer + 1,
    );
  }

  override recipe(): string | null {
    const hidden = this.#answers.shown;
    const { model } = this.figure.state;
    if (hidden === null || hidden.model !== model || prefixOf(model) !== '') return null;
    return studyCode(this, model, {
      name: 'neuron',
      gives: ['along', 'raised', 'lowered'],
      inputs: [inputCode(this.figure.state)],
      options: { layer: hidden.layer, neuron: this.#neuron(hidden) },
      ablations: this.figure.ablations,
    });
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const { writes } = this;
    const hidden = this.#answers.shown;
    if (hidden === null) return {};
    const { run, layer, pre, post } = hidden;
    const token = this.#row(hidden);
    const neuron = this.#neuron(hidden);
    const pushed = (all: readonly NamedPush[]) =>
      all.map(({ id, text, logit }) => ({ id, text, logit: numberOf(logit) }));
    return {
      tokens: run.tokens.map(({ text }) => text),
      layer,
      token,
      neuron,
      pre: Array.from(rowOf(matrixOf(pre), token), numberOf),
      post: Array.from(rowOf(matrixOf(post), token), numberOf),
      ...this.#sumNumbers(hidden),
      along: Array.from(firingAlong(post, neuron), numberOf),
      raised: writes === null ? null : pushed(writes.raised),
      lowered: writes === null ? null : pushed(writes.lowered),
    };
  }

  #sumNumbers(hidden: Hidden): Readonly<Record<string, Json>> {
    const opened = this.#opened(hidden);
    if (opened === null || hidden.input === null) return {};
    const { bias, rounding } = opened;
    const input = rowOf(matrixOf(hidden.input), this.#row(hidden));
    return {
      input: Array.from(input, numberOf),
      weights: Array.from(this.reads?.weights ?? [], numberOf),
      bias: bias === null ? null : numberOf(bias),
      rounding: rounding === null ? null : numberOf(rounding),
    };
  }

  get #layer(): number {
    return layerWithin(this.figure.state.model, this.standing('layer') ?? this.figure.head.layer);
  }

  /** The token that is looked at: the text's last one, unless the reader looks at another. */
  #row({ run }: Hidden): number {
    const { spot } = this.figure;
    return Math.min(spot?.query ?? spot?.key ?? Infinity, run.tokens.length - 1);
  }

  /** A hover does not change which neuron is shown. */
  #neuron({ run, pre, post }: Hidden): number {
    if (this.neuron !== null) return this.neuron;
    const last = run.tokens.length - 1;
    const token = Math.min(this.figure.selection.pinned?.query ?? last, last);
    return firingMost(pre, post, token, 1)[0]?.neuron ?? 0;
  }

  #name({ tokens }: Run, place: number): string {
    const token = tokens[place];
    return token === undefined ? '' : this.#nameOf(token);
  }

  #nameOf(token: { readonly id: number; readonly text: string }): string {
    return tokenName(this.figure.state.model, this.words, token).text;
  }

  get #question(): Question | null {
    const reading = readingOf(this.figure);
    if (reading === null || reading.model.config.resolved.d_ff === 0) return null;
    return { ...reading, layer: this.#layer };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-feed-forward': GlassFeedForward;
  }
}
