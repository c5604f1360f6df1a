import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { drawHistogram, drawWeights } from '../../view/drawings/variance.ts';
import { formatFixed } from '../../view/number.ts';
import type { Run } from '../../shared/run-types.ts';
import { controls, whole } from '../base/attributes.ts';
import type { ShownSettings } from '../base/export/context.ts';
import { GlassElement } from '../base/glass-element.ts';
import { LatestAnswer } from '../base/latest.ts';
import { styles } from '../base/styles-directive.ts';
import {
  type Drawn,
  drawScores,
  kAxis,
  kKeys,
  kVectors,
  modelScores,
  type ModelScores,
  type Scores,
} from './scores.ts';
import { varianceStyles } from './glass-variance.styles.ts';
import { problemOf } from '../i18n/problem.ts';
import { common } from '../i18n/subjects/common.ts';
import { sums } from '../i18n/subjects/sums.ts';

const kMaxDoublings = 9; // 512
/** Queries and keys take two seeds of 32 bits: the double, and one more. */
const kMaxSeed = 2 ** 31 - 1;
const kHues = { raw: 'var(--gf-token-1)', scaled: 'var(--gf-token-2)' } as const;
const kTicks = [-kAxis, -kAxis / 2, 0, kAxis / 2, kAxis];

const kVocabulary = common.with(sums);

/**
 * Why scores are divided by √d: random queries and keys of width d (PyTorch's normal numbers, seeded), the spread of
 * their products with and without the division on one axis, the variance of both, and what softmax makes of a row of
 * each. Inside a `<glass-model>` it also says how far the model's own scores lie apart within a row.
 *
 * @element glass-variance
 * @fires glass-draw - other vectors were drawn; detail: { width, seed }
 * @csspart measured - how large a variance is
 */
export class GlassVariance extends GlassElement {
  static override styles = [...[GlassElement.styles].flat(), varianceStyles];
  static override readonly rules = {
    width: whole(1, 2 ** kMaxDoublings),
    seed: whole(0, kMaxSeed),
    fixed: controls('width', 'seed'),
  };
  static override readonly needs: readonly string[] = [
    'blocks.*.attn.q',
    'blocks.*.attn.raw_scores',
    'blocks.*.attn.scores',
  ];

  /** The vectors' width d, from 1 to 512. Its slider has the powers of two. */
  @property({ type: Number }) width = 64;
  /** Seed of the random queries and keys. */
  @property({ type: Number }) seed = 1;

  @state() private drawn: Drawn | null = null;
  readonly #drawings = new LatestAnswer<Pick<Drawn, 'width' | 'seed'>, Drawn>(this, {
    answer: ({ width, seed }) => drawScores(width, seed),
    same: (a, b) => a.width === b.width && a.seed === b.seed,
    isReady: () => this.isConnected,
    isStillShown: () => true,
    take: (drawn) => ([this.drawn, this.problem] = [drawn, '']),
    fail: (error) => (this.problem = problemOf(error)),
  });
  #measured: { readonly run: Run; readonly scores: ModelScores | null } | null = null;

  protected override get words() {
    return this.wordsIn(kVocabulary);
  }

  protected override willUpdate(): void {
    this.#drawings.ask({ width: this.width, seed: this.seed });
  }

  /** @ignore The text is that of the model's scores, where these are shown. */
  override get shownText(): string {
    return this.needsModel ? super.shownText : '';
  }

  /** @ignore Only the sentence about the model's scores does. */
  override get needsModel(): boolean {
    return Boolean(this.#measured?.scores);
  }

  override get shownSettings(): ShownSettings {
    const { drawn } = this;
    return drawn === null ? {} : { width: drawn.width, seed: drawn.seed };
  }

  protected override get settingLines(): readonly string[] {
    const { words, drawn } = this;
    if (drawn === null) return [];
    return [
      words.labelled(words.variance.width, String(drawn.width)),
      words.labelled(words.seed, String(drawn.seed)),
    ];
  }

  protected override render(): TemplateResult {
    const { drawn } = this;
    const placeholder = this.renderPlaceholder(drawn === null, this.words.loading, true);
    if (placeholder || drawn === null) return html`${placeholder}`;
    const { variance } = this.words;
    const { width } = drawn;
    return html`${this.#controls()}
      <div class="pair ${this.isNarrow ? 'narrow' : ''}">
        ${this.#half('raw', variance.raw, drawn.raw, width)}
        ${this.#half('scaled', variance.scaled(width), drawn.scaled, 1)}
      </div>
      <p class="largest">${variance.heights}</p>
      ${this.#model()}`;
  }

  #controls(): TemplateResult {
    const { variance } = this.words;
    return html`<div class="controls">
      <label data-control="width" for="width">${variance.width}</label>
      <input
        data-control="width"
        id="width"
        type="range"
        min="0"
        max=${kMaxDoublings}
        step="1"
        .value=${String(Math.log2(this.width))}
        aria-valuetext=${String(this.width)}
        @input=${(event: Event) => this.#set(2 ** (event.target as HTMLInputElement).valueAsNumber, this.seed)}
      />
      <output data-control="width" for="width">${this.width}</output>
      <button data-control="seed" @click=${() => this.#set(this.width, this.seed + 1)}>
        ${variance.again}
      </button>
    </div>`;
  }

  #half(name: 'raw' | 'scaled', title: string, scores: Scores, theory: number): TemplateResult {
    const { variance } = this.words;
    const { shares, beyond } = scores.spread;
    const hue = kHues[name];
    const largest = Math.max(...scores.weights);
    return html`<div class=${name}>
        <p class="said" part="measured" aria-live="polite">
          <b>${title}</b> <span>${variance.measured(scores.variance, theory)}</span>
        </p>
        ${drawHistogram(shares, hue, variance.histogram(title, scores.variance))}
        <div class="axis" aria-hidden="true">
          ${kTicks.map(
            (tick, i) =>
              html`<span ${styles({ left: `${(i / (kTicks.length - 1)) * 100}%` })}
                >${formatFixed(tick, 0)}</span
              >`,
          )}
        </div>
        <div class="largest">${beyond > 0 ? variance.beyond(beyond) : nothing}</div>
      </div>
      <div class=${name}>
        <p class="said"><span>${variance.softmax(kKeys)}</span></p>
        ${drawWeights(
          scores.weights,
          this.words.labelled(
            variance.softmax(kKeys),
            variance.largest(largest, scores.meanLargest, kVectors),
          ),
        )}
        <div class="largest">${variance.largest(largest, scores.meanLargest, kVectors)}</div>
      </div>`;
  }

  #model(): TemplateResult | typeof nothing {
    const { run } = this.figure.state;
    if (run === null) return nothing;
    if (this.#measured?.run !== run) this.#measured = { run, scores: modelScores(run) };
    const { scores } = this.#measured;
    if (scores === null) return nothing;
    return html`<p class="model" part="measured">${this.words.variance.ofModel(scores)}</p>`;
  }

  #set(width: number, seed: number): void {
    this.choose('width', width);
    this.choose('seed', seed);
    this.send('glass-draw', { width, seed });
  }

  protected override get tryAgain(): () => void {
    return () => {
      this.problem = '';
      this.#drawings.forget();
    };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-variance': GlassVariance;
  }
}
