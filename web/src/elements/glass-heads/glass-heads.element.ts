import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Tensor } from '../../shared/run-types.ts';
import { moveInGrid } from '../../view/grid.ts';
import { drawCrossOut } from '../../view/drawings/cross-out.ts';
import {
  factorOf,
  headHabits,
  headWithin,
  type HeadPlace,
  patternsOf,
  samePlace,
  type Stack,
  withFactor,
} from '../../view/heads.ts';
import { type FoundHead, type Habit, habits, rankHeads } from '../../view/head-finder.ts';
import { headsOf, matrixOf, pooled } from '../../view/matrix.ts';
import { type Json, jsonOf, numberOf, rowsOf } from '../base/export/json.ts';
import type { Subject } from '../base/figure-context.ts';
import { checkHead, controls, headPlace, oneOf } from '../base/attributes.ts';
import { LatestAnswer } from '../base/latest.ts';
import { tokenName } from '../base/token-name.ts';
import { problemOf } from '../i18n/problem.ts';
import { finderView } from './finder-view.ts';
import { kNamed } from './named.ts';
import { type Sweep, sweepHeads, type SweepQuestion } from './sweep.ts';
import { sweepView } from './sweep-view.ts';
import { GlassElement } from '../base/glass-element.ts';
import { tensors } from '../base/kinds.ts';
import { styles } from '../base/styles-directive.ts';
import { paint, paintOnce } from '../base/paint.ts';
import { trackStyles } from '../base/track.ts';
import { headsStyles } from './glass-heads.styles.ts';

/** The most that a head's output can be multiplied by. */
const kStrongest = 2;
/** More rows than this a small picture cannot show, even where two pixels stand for one of the page. */
const kMaxRows = 104;

/**
 * All heads of all layers at a glance, a small picture of the weights for each: rows are layers, columns heads. Picking
 * one shows it in the surrounding figure's attention; with `switchable` it may be switched off or scaled, and the
 * surrounding model reads its text again. With `findable` the reader may ask which heads look at the token before, at the
 * same token earlier, and so on. Arrow keys move, Enter picks. With `switchable` and `sweep` it says what each head of a
 * decoder is worth for the surrounding figure's text: the next token's probability without it, one head at a time.
 *
 * @element glass-heads
 * @fires glass-head - a head was picked; detail: { layer, head }
 * @fires glass-ablate - a head's strength changed; detail: { ablations }
 * @csspart head - one head's picture
 * @csspart found - the heads that were found, the best first
 * @csspart sweep - the heads without which the next token's probability changes most
 * @csspart readout - what the picked head does, in words
 * @cssprop [--glass-heads-size=3.25rem] - largest width of a picture
 */
export class GlassHeads extends GlassElement {
  static override styles = [...[GlassElement.styles].flat(), trackStyles, headsStyles];
  static override readonly subjects: readonly Subject[] = ['run', 'head', 'changes'];
  static override readonly rules = {
    patterns: tensors,
    stack: oneOf('encoder', 'decoder', 'cross'),
    picked: headPlace,
    find: oneOf('', ...habits),
    fixed: controls('finder', 'strength', 'sweep', 'head'),
  };

  static override readonly needs: readonly string[] = ['blocks.*.attn.pattern'];

  /** (H, Tq, Tk) of every layer, in place of the surrounding figure's. */
  @property({ attribute: false }) patterns: readonly Tensor[] | null = null;
  /** With `patterns`: a row is of the token that is written next, as in a translator's figures, not of the one that is read. */
  @property({ attribute: false }) rowsAhead = false;
  /** The picked one, in place of the surrounding figure's. */
  @property({ attribute: false }) picked: HeadPlace | null = null;
  /** Which attention these are, where a model has several. */
  @property() stack: Stack = 'decoder';
  /** The picked head may be switched off and scaled. */
  @property({ type: Boolean }) switchable = false;
  /** The reader may ask which heads look at what. Of a decoder's or encoder's own attention in the surrounding figure. */
  @property({ type: Boolean }) findable = false;
  /** With `findable`, what is asked: "previous", "self", "first", "same", "punctuation", or nothing. */
  @property() find: Habit | '' = '';
  /** Each head of the surrounding figure's decoder is left out in turn, which takes a run for each. */
  @property({ type: Boolean }) sweep = false;
  /** What the group is called for assistive technology. */
  @property() caption = '';

  @state() private swept: Sweep | null = null;
  readonly #answers = new LatestAnswer<SweepQuestion, Sweep | null>(this, {
    answer: (question) => sweepHeads(question, () => this.sweep && this.#isAsked(question)),
    same: (a, b) => a.tokens === b.tokens && a.ablations === b.ablations && a.model === b.model,
    isReady: () => this.figure.modelOfRun() !== null,
    take: (swept) => {
      this.problem = '';
      this.swept = swept;
    },
    fail: (error, { model }) => {
      if (model === this.figure.state.model) this.problem = problemOf(error);
    },
  });

  /** All heads by what is asked, the best first; null where nothing is. */
  #found: readonly FoundHead[] | null = null;

  protected override willUpdate(_changed: PropertyValues<this>): void {
    const { model, run } = this.figure.state;
    this.#found = this.#find();
    if (!this.#isSweepable) this.swept = null;
    else if (this.sweep && model !== null && run !== null)
      this.#answers.ask({ model, tokens: run.tokens, ablations: this.figure.ablations });
  }

  protected override render(): TemplateResult {
    const patterns = this.#patterns;
    const placeholder = this.renderPlaceholder(patterns.length === 0);
    if (placeholder) return placeholder;
    const heads = patterns[0]?.shape[0] ?? 1;
    const { picked } = this;
    if (picked !== null) checkHead('picked', picked, patterns.length, heads);
    return html`<div
        class="heads"
        role="group"
        aria-label=${this.caption || this.words.allHeads}
        ${styles({ '--heads': String(heads) })}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, patterns.length, heads)}
      >
        ${patterns.map(
          (_, layer) =>
            html`<span class="layer">${this.words.layerName(layer + 1)}</span>
              ${Array.from({ length: heads }, (_none, head) => this.#button({ layer, head }))}`,
        )}
      </div>
      ${this.#readout()} ${this.#finder()} ${this.switchable ? this.#strength() : nothing}
      ${this.#sweeper()}`;
  }

  protected override updated(_changed: PropertyValues<this>): void {
    const patterns = this.#patterns;
    const { shades } = this;
    for (const canvas of this.renderRoot.querySelectorAll('canvas')) {
      const { layer, head } = placeOf(canvas.parentElement as HTMLElement);
      const pattern = patterns[layer];
      if (!pattern) continue;
      paintOnce(canvas, [pattern, head, shades], () => {
        const small = pooled(matrixOf(pattern, head), kMaxRows);
        paint(canvas, small, { scale: 'probability', extent: 1, ...shades });
      });
    }
  }

  override get neededHooks(): readonly string[] {
    return this.patterns === null ? super.neededHooks : [];
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const heads = this.#patterns.flatMap((pattern, layer) =>
      Array.from({ length: headsOf(pattern) }, (_, head) => ({
        layer,
        head,
        strength: numberOf(factorOf(this.figure.ablations, { layer, head }, this.stack)),
        weights: rowsOf(matrixOf(pattern, head)),
      })),
    );
    const [found, { swept }] = [this.#found, this];
    return {
      stack: this.stack,
      heads,
      ...(found === null ? {} : { [this.standing('find')]: jsonOf(found) ?? null }),
      ...(this.sweep && swept !== null ? { sweep: jsonOf(swept) ?? null } : {}),
    };
  }

  override get figureText(): string {
    if (super.figureText === '') return '';
    // In the readout the name stands out by its weight, which a text has not.
    const place = this.#place;
    const name = this.words.headName(place.layer + 1, place.head + 1);
    const does = this.#habits(place);
    return does === '' ? name : this.words.labelled(name, does);
  }

  get #patterns(): readonly Tensor[] {
    return this.patterns ?? patternsOf(this.figure.state.run?.activations ?? {}, '');
  }

  /** The picked head, within what there is. */
  get #place(): HeadPlace {
    return headWithin(this.picked ?? this.figure.head, this.#patterns);
  }

  #button(place: HeadPlace): TemplateResult {
    const isPicked = samePlace(place, this.#place);
    const factor = factorOf(this.figure.ablations, place, this.stack);
    const name = this.words.headName(place.layer + 1, place.head + 1);
    const label = factor === 1 ? name : this.words.listed(name, this.words.strengthOf(factor));
    const does = this.#habits(place);
    const rank = (this.#found ?? []).slice(0, kNamed).findIndex((each) => samePlace(each, place));
    return html`<button
      class="head ${factor === 1 ? '' : factor === 0 ? 'off' : 'scaled'} ${rank < 0 ? '' : 'found'}"
      part="head"
      tabindex=${isPicked ? 0 : -1}
      aria-pressed=${isPicked}
      aria-label=${label}
      aria-description=${does || nothing}
      title=${label}
      data-layer=${place.layer}
      data-head=${place.head}
      ?disabled=${this.hasFixed('head')}
      ${styles({ '--factor': String(factor) })}
      @click=${() => this.#pick(place)}
    >
      <canvas aria-hidden="true"></canvas>
      ${factor === 0 ? drawCrossOut() : factor === 1 ? nothing : html`<span class="factor" aria-hidden="true">${this.words.strengthOf(factor)}</span>`}
    </button>`;
  }

  /** What a head does, in words; nothing where those who look are not those who are looked at. */
  #habits({ layer, head }: HeadPlace): string {
    const matrix = matrixOf(this.#patterns[layer] as Tensor, head);
    const isSquare = this.stack !== 'cross' && matrix.rows === matrix.columns;
    if (!isSquare) return '';
    const habits = headHabits(matrix);
    return this.rowsAhead && this.stack === 'decoder'
      ? this.words.habitsAhead(habits)
      : this.words.habits(habits);
  }

  #find(): readonly FoundHead[] | null {
    const habit = this.standing('find');
    const { run } = this.figure.state;
    if (!this.#isFindable || habit === '' || run === null) return null;
    return rankHeads(this.#patterns, run.tokens, habit);
  }

  /** Whether the patterns are those of the tokens that the surrounding figure shows. */
  get #isFindable(): boolean {
    return this.findable && this.patterns === null && this.stack !== 'cross';
  }

  #finder(): TemplateResult | typeof nothing {
    if (!this.#isFindable) return nothing;
    const { run } = this.figure.state;
    // What one layer can look at all can.
    const [first] = this.#patterns;
    return finderView({
      words: this.words,
      find: this.standing('find'),
      found: this.#found,
      canBeFound: (habit) => !run || !first || rankHeads([first], run.tokens, habit).length > 0,
      ask: (habit) => this.choose('find', habit),
      pick: (place) => this.#pick(place),
    });
  }

  /** The picked head in words. */
  #readout(): TemplateResult {
    const { layer, head } = this.#place;
    return html`<p class="readout" part="readout">
      <b>${this.words.headName(layer + 1, head + 1)}</b>
      ${this.#habits(this.#place)}
    </p>`;
  }

  #strength(): TemplateResult {
    const place = this.#place;
    const factor = factorOf(this.figure.ablations, place, this.stack);
    return html`<div class="strength" data-control="strength">
      <label for="strength">${this.words.strength}</label>
      <input
        id="strength"
        type="range"
        min="0"
        max=${kStrongest}
        step="0.1"
        .value=${String(factor)}
        aria-valuetext=${this.words.strengthOf(factor)}
        @input=${(event: Event) => this.#scale(place, (event.target as HTMLInputElement).valueAsNumber)}
      />
      <output for="strength">${this.words.strengthOf(factor)}</output>
      <button @click=${() => this.#scale(place, factor === 1 ? 0 : 1)}>
        ${factor === 1 ? this.words.switchOff : this.words.putBack}
      </button>
    </div>`;
  }

  /** Whether the patterns are those of a decoder that continues the surrounding figure's text. */
  get #isSweepable(): boolean {
    const { model } = this.figure.state;
    const isDecoder = model?.config.resolved.architecture === 'decoder';
    return this.switchable && this.patterns === null && this.stack === 'decoder' && isDecoder;
  }

  #sweeper(): TemplateResult | typeof nothing {
    if (!this.#isSweepable) return nothing;
    const { model } = this.figure.state;
    return sweepView({
      words: this.words,
      isOn: this.sweep,
      isBusy: this.#answers.isBusy,
      swept: this.swept,
      nameOf: (token) => tokenName(model, this.words, token).text,
      turn: () => this.#turnSweep(),
      pick: (place) => this.#pick(place),
    });
  }

  /** It is about the text and the changes as they are. */
  #isAsked({ tokens, ablations }: SweepQuestion): boolean {
    const { run } = this.figure.state;
    return tokens === run?.tokens && ablations === this.figure.ablations;
  }

  #turnSweep(): void {
    this.choose('sweep', !this.sweep);
    this.swept = null;
    this.#answers.forget();
  }

  #pick(place: HeadPlace): void {
    if (this.hasFixed('head')) return;
    if (this.picked === null) this.figure.pickHead(place);
    this.send('glass-head', place);
  }

  #scale(place: HeadPlace, factor: number): void {
    const ablations = withFactor(this.figure.ablations, place, this.stack, factor);
    this.figure.ablate(ablations);
    this.send('glass-ablate', { ablations });
  }

  #onKey(event: KeyboardEvent, layers: number, heads: number): void {
    const button = (event.target as HTMLElement).closest<HTMLElement>('.head');
    if (button === null) return;
    const { layer, head } = placeOf(button);
    const to = moveInGrid({ row: layer, column: head }, event, layers, heads);
    if (to === null) return;
    event.preventDefault();
    this.renderRoot
      .querySelector<HTMLElement>(`[data-layer="${to.row}"][data-head="${to.column}"]`)
      ?.focus();
  }
}

function placeOf(button: HTMLElement): HeadPlace {
  return { layer: Number(button.dataset['layer']), head: Number(button.dataset['head']) };
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-heads': GlassHeads;
  }
}
