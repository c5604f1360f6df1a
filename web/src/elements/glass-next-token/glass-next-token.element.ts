import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Candidate, Run } from '../../shared/types.ts';
import { type Bar, barsOf } from '../../view/bars.ts';
import { visibleText } from '../../view/label.ts';
import { formatPercent } from '../../view/number.ts';
import { GlassElement } from '../base/glass-element.ts';
import { styles } from '../base/styles-directive.ts';
import { nextTokenStyles } from './glass-next-token.styles.ts';

/**
 * What may come next: a bar per candidate, likeliest first, after temperature; below the cut what the filters removed.
 * Without `candidates` it asks the surrounding model.
 *
 * @element glass-next-token
 * @fires glass-choose - a bar was clicked; detail: { id }
 * @csspart bar - one candidate
 */
export class GlassNextToken extends GlassElement {
  static override styles = [...[GlassElement.styles].flat(), nextTokenStyles];

  @property({ attribute: false }) candidates: readonly Candidate[] | null = null;
  /** How many bars at most. */
  @property({ type: Number }) limit = 10;
  /** The token that is taken, marked. */
  @property({ type: Number }) chosen = -1;
  /** What stands at the cut ("top-p 0.9"). */
  @property({ attribute: 'cut-label' }) cutLabel = '';
  @property({ type: Boolean, attribute: 'read-only' }) readOnly = false;

  @state() private own: readonly Candidate[] = [];
  #askedFor: Run | null = null;

  protected override render(): TemplateResult {
    if (this.candidates === null) void this.#ask();
    const { bars, kept } = barsOf(this.candidates ?? this.own, this.limit);
    const face = this.face(bars.length === 0, this.words.noCandidates);
    if (face) return face;
    return html`<ol aria-label=${this.words.nextToken}>
      ${repeat(
        bars,
        (bar) => bar.id,
        (bar, place) =>
          html`${place === kept && kept > 0 ? this.#cut() : nothing}
            <li>${this.#bar(bar)}</li>`,
      )}
    </ol>`;
  }

  #bar(bar: Bar): TemplateResult {
    const text = visibleText(bar.text);
    const share = formatPercent(bar.tempered);
    return html`<button
      class="${bar.kept ? '' : 'dropped'} ${bar.id === this.chosen ? 'chosen' : ''}"
      part="bar"
      aria-pressed=${bar.id === this.chosen}
      ?disabled=${this.readOnly}
      @click=${() => this.send('glass-choose', { id: bar.id })}
    >
      <bdi>${text}</bdi
      ><span class="bar" ${styles({ width: `${(bar.length * 100).toFixed(2)}%` })}></span
      ><span class="share">${share}</span
      >${bar.kept ? nothing : html`<span class="unseen">${this.words.filteredOut}</span>`}
    </button>`;
  }

  #cut(): TemplateResult {
    return html`<li class="cut">${this.cutLabel || this.words.cut}</li>`;
  }

  /** The surrounding model's candidates after its text. */
  async #ask(): Promise<void> {
    const { model, run } = this.figure.state;
    if (model === null || run === null || run === this.#askedFor) return;
    this.#askedFor = run;
    const generation = model.generate(run.tokens, {
      max_new_tokens: 1,
      num_candidates: this.limit,
      ablate: this.figure.ablations,
    });
    try {
      const { candidates } = await generation.step();
      if (run === this.#askedFor) {
        this.own = candidates;
        this.problem = '';
      }
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    } finally {
      await generation.close();
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-next-token': GlassNextToken;
  }
}
