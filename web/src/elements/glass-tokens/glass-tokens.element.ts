import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Token } from '../../shared/run-types.ts';
import { tokenColour } from '../../view/colour.ts';
import { moveInGrid } from '../../view/grid.ts';
import { isUnknown, visibleText } from '../../view/label.ts';
import { controls } from '../base/attributes.ts';
import type { Json } from '../base/export/json.ts';
import type { Subject } from '../base/figure-context.ts';
import { GlassElement } from '../base/glass-element.ts';
import type { Listening } from '../events.ts';
import { someTokens } from '../base/kinds.ts';
import { styles } from '../base/styles-directive.ts';
import { wordStyles, wordView } from '../base/word.ts';
import { tokensStyles } from './glass-tokens.styles.ts';

/** Further tokens are only counted. */
const kMaxChips = 240;

/**
 * The tokens of the text as chips with their ids. Hovering a chip highlights the token in every element; choosing it
 * pins it as the one that looks.
 *
 * @element glass-tokens
 * @fires glass-pin - a token was chosen; detail: { token: number } (its position)
 * @csspart token - one chip
 * @cssprop [--glass-tokens-max-height=9.5rem] - height from which the chips scroll
 * @cssprop [--glass-tokens-wrap=wrap] - "nowrap" keeps them in one line that scrolls
 */
export class GlassTokens extends GlassElement {
  declare addEventListener: Listening<'glass-tokens', this>['addEventListener'];
  declare removeEventListener: Listening<'glass-tokens', this>['removeEventListener'];
  static override styles = [...[GlassElement.styles].flat(), wordStyles, tokensStyles];
  static override readonly rules = {
    tokens: someTokens,
    fixed: controls(),
  };
  static override readonly subjects: readonly Subject[] = ['run', 'hover', 'pin'];

  /** In place of the surrounding figure's tokens. */
  @property({ attribute: false }) tokens: readonly Token[] | null = null;
  /** Hides the ids. */
  @property({ type: Boolean, attribute: 'without-ids' }) withoutIds = false;
  /** What the group is called for assistive technology. */
  @property() caption = '';

  @state() private focused = 0;

  /** @ignore */
  override get needsModel(): boolean {
    return this.tokens === null;
  }

  protected override render(): TemplateResult {
    const tokens = this.tokens ?? this.figure.state.run?.tokens ?? [];
    const placeholder = this.renderPlaceholder(
      tokens.length === 0,
      this.isUnread ? this.words.ofPair : this.orTextless(this.words.noTokens),
    );
    if (placeholder) return placeholder;
    const focused = Math.min(this.focused, tokens.length - 1);
    return html`<div
      class="tokens"
      role="group"
      aria-label=${this.caption || this.words.tokens}
      @keydown=${this.#onKey}
      @pointerleave=${() => this.figure.look(null)}
    >
      ${tokens.slice(0, kMaxChips).map((token, place) => this.#chip(token, place, place === focused))}
      ${tokens.length > kMaxChips ? html`<span class="rest">${this.words.moreTokens(tokens.length - kMaxChips)}</span>` : nothing}
    </div>`;
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const tokens = this.tokens ?? this.figure.state.run?.tokens ?? [];
    return { tokens: tokens.map(({ id, text, start, end }) => ({ id, text, start, end })) };
  }

  #chip(token: Token, place: number, focused: boolean): TemplateResult {
    const text = visibleText(token.text);
    const written = isUnknown(token) ? this.#written(token) : '';
    return html`<button
      class="token"
      part="token"
      tabindex=${focused ? 0 : -1}
      data-place=${place}
      ${styles({ '--hue': tokenColour(place) })}
      @pointerenter=${() => this.#look(place)}
      @focus=${() => this.#focus(place)}
      @blur=${() => this.figure.look(null)}
      @click=${() => this.#pin(place)}
    >
      ${written && html`<bdi class="written">${written}</bdi><span class="to" aria-hidden="true">→</span>`}${wordView({ text: token.text, shown: text }, this.words)}${this.withoutIds ? nothing : html`<span class="unseen">${this.words.id}</span><span class="id">${token.id}</span>`}
    </button>`;
  }

  protected override updated(_changed: PropertyValues<this>): void {
    this.#mark();
  }

  protected override figureChanged(subject: Subject): void {
    if (subject === 'run') super.figureChanged(subject);
    else if (!this.isUpdatePending) this.#mark();
  }

  /** Marks the chips that are looked at and pinned, without rendering them. */
  #mark(): void {
    const { spot, selection } = this.figure;
    this.renderRoot.querySelectorAll('.token').forEach((chip, place) => {
      const isPinned = selection.pinned?.query === place;
      chip.classList.toggle('on', spot?.query === place || spot?.key === place);
      chip.classList.toggle('pinned', isPinned);
      chip.setAttribute('aria-pressed', String(isPinned));
    });
  }

  /** What stands in the text where the token does. */
  #written({ start, end }: Token): string {
    const { read } = this.figure.state;
    return this.tokens === null && read !== null ? visibleText(read.slice(start, end)) : '';
  }

  #focus(place: number): void {
    this.focused = place;
    this.#look(place);
  }

  #look(place: number): void {
    this.figure.look({ query: place, key: null });
  }

  #pin(place: number): void {
    this.figure.pin({ query: place, key: null });
    this.send('glass-pin', { token: place });
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const chips = this.renderRoot.querySelectorAll<HTMLElement>('.token');
    const to = moveInGrid({ row: 0, column: this.focused }, event, 1, chips.length);
    if (to === null) return;
    event.preventDefault();
    chips[to.column]?.focus();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-tokens': GlassTokens;
  }
}
