import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Token } from '../../shared/run-types.ts';
import { tokenColour } from '../../view/colour.ts';
import { isUnknown, visibleText } from '../../view/label.ts';
import type { Json } from '../base/export/json.ts';
import type { FigureContext, Subject } from '../base/figure-context.ts';
import { asJson, checkWhole, controls, whole } from '../base/attributes.ts';
import { GlassElement } from '../base/glass-element.ts';
import { atMost, someTokens, strings } from '../base/kinds.ts';
import { styles } from '../base/styles-directive.ts';
import { isComposingKey, typed } from '../base/typed.ts';
import { unreadNote } from '../base/unread.ts';
import { showCharacter } from './show-character.ts';
import { inputStyles } from './glass-input.styles.ts';

/** Tokens past this one are not underlined. */
const kMaxUnderlined = 400;
/** More buttons than these no reader looks through, and the browser takes seconds to lay them out. */
const kMaxExamples = 1000;

/**
 * The reader's sentence: a line that grows, with every token underlined in its colour. What `autocapitalize` and
 * `autocorrect` say on it holds for its field.
 *
 * @element glass-input
 * @fires glass-text - the text changed (at the end of a composition, where an input method writes); detail: { text }
 * @csspart field - the text area
 * @csspart cut - the sentence that says that only the end of the text is read
 * @csspart problem - the sentence that says what is wrong with the text
 * @cssprop --glass-input-size - size of the type
 * @cssprop [--glass-input-max-height=7.6em] - height from which the line scrolls
 */
export class GlassInput extends GlassElement {
  static override styles = [...[GlassElement.styles].flat(), inputStyles];
  static override readonly subjects: readonly Subject[] = ['run', 'text', 'hover', 'pin'];
  static override readonly rules = {
    examples: atMost(kMaxExamples, strings),
    tokens: someTokens,
    maxLength: whole(1),
    fixed: controls('examples'),
  };

  /** The text. Where empty at first: the surrounding figure's. */
  @property() value = '';
  /** Accessible name of the field. */
  @property() label = '';
  /** Limit in UTF-16 units: a much longer text would block the page. A longer `value` is refused. */
  @property({ type: Number, attribute: 'maxlength' }) maxLength = 20_000;
  /** Stands in the empty field. */
  @property() placeholder = '';
  /** What is typed is reported by `glass-text` only; the page decides what the surrounding model reads. */
  @property({ type: Boolean }) held = false;
  /** Example sentences, a button each. As an attribute it is JSON. */
  @property({ converter: asJson }) examples: readonly string[] = [];
  /** In place of the surrounding figure's tokens. */
  @property({ attribute: false }) tokens: readonly Token[] | null = null;

  /** The figure whose text it has asked for. */
  #asked: FigureContext | null = null;
  /** The field's text during a composition (input method). */
  @state() private draft: string | null = null;

  protected override figureChanged(subject: Subject): void {
    if (subject === 'run') super.figureChanged(subject);
    else if (subject === 'text') this.#takeText();
    else if (!this.isUpdatePending) this.#mark();
  }

  /** Its figure is another one, too, once a `<glass-model>` around it is defined after it. */
  protected override updated(changed: PropertyValues<this>): void {
    // Of a text longer than the line, what the figures continue is in sight.
    if (changed.has('value') && !this.matches(':focus-within'))
      this.renderRoot.querySelector('.line')?.scrollTo(0, Number.MAX_SAFE_INTEGER);
    // The browser brought the caret into view while the field still had the height of the text before.
    else if (changed.has('value') || this.draft !== null)
      requestAnimationFrame(() => this.#showCaret());
    if (this.#asked !== this.figure) {
      this.#asked = this.figure;
      if (this.value === '') this.#takeText();
    }
    this.#mark();
  }

  #takeText(): void {
    if (!this.held) this.value = this.figure.state.text;
  }

  #showCaret(): void {
    const [line, mirror, field] = ['.line', '.mirror', 'textarea'].map((each) =>
      this.renderRoot.querySelector<HTMLElement>(each),
    );
    if (!line || !mirror || line.scrollHeight <= line.clientHeight) return;
    if (this.shadowRoot?.activeElement !== field) return;
    const { selectionEnd, value } = field as HTMLTextAreaElement;
    if (selectionEnd === value.length) line.scrollTop = line.scrollHeight;
    else showCharacter(line, mirror, selectionEnd);
  }

  /** Puts the cursor into the field. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector('textarea')?.focus(options);
  }

  protected override render(): TemplateResult {
    // The field holds its readers to it; a page's script or attribute does not.
    checkWhole('value.length', this.value.length, 0, this.maxLength);
    const label = this.label || this.words.sentence;
    // The problem is about the text before the composition.
    const problem = this.draft === null ? this.problem : '';
    return html`<div class="line">
        <div class="mirror" dir="auto" aria-hidden="true">${this.#underlined()}&#8203;</div>
        <textarea
          part="field"
          dir="auto"
          rows="1"
          spellcheck="false"
          autocomplete="off"
          autocapitalize=${this.getAttribute('autocapitalize') ?? nothing}
          autocorrect=${this.getAttribute('autocorrect') ?? nothing}
          enterkeyhint="done"
          aria-label=${label}
          aria-describedby="problem"
          aria-invalid=${problem !== ''}
          placeholder=${this.placeholder}
          maxlength=${this.maxLength}
          ${typed(this.value, this.#set, this.#draft)}
          @keydown=${this.#onKey}
        ></textarea>
      </div>
      <p class="problem" id="problem" part="problem" role="status" ?hidden=${!problem}>
        ${this.said(problem)}
      </p>
      ${this.#readingNote()}
      ${
        this.value.length >= this.maxLength
          ? html`<p class="placeholder" role="status">${this.words.lineIsFull(this.maxLength)}</p>`
          : nothing
      }
      ${this.examples.length > 0 ? this.#renderExamples() : nothing}`;
  }

  override get figureTitle(): string {
    return this.label || this.words.sentence;
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    return { text: this.value };
  }

  /** How much of the text is read, and as what: of a held line the page says the latter, which decides what is read. */
  #readingNote(): TemplateResult | typeof nothing {
    const { state } = this.figure;
    const { cut, read } = state;
    // A held line may be about another text.
    const isOther = this.held && read?.trim() !== this.value.trim();
    return html`${
      cut === null || isOther
        ? nothing
        : html`<p class="placeholder" part="cut" role="status">${this.words.readsLast(cut)}</p>`
    }
    ${this.held ? nothing : unreadNote(state, this.words)}`;
  }

  #renderExamples(): TemplateResult {
    return html`<div class="examples" data-control="examples">
      <span>${this.words.examples}</span>
      ${this.examples.map((example) => html`<button @click=${() => this.#set(example)}>${example}</button>`)}
    </div>`;
  }

  /** The text in pieces. Tokens may be of an earlier text: those whose text still stands at their place are coloured. */
  #underlined(): (string | TemplateResult)[] {
    const { run, read } = this.figure.state;
    const tokens = this.tokens ?? run?.tokens ?? [];
    const readText = this.tokens === null ? read : null;
    const written = this.draft ?? this.value;
    const pieces: (string | TemplateResult)[] = [];
    let end = 0;
    tokens.slice(0, kMaxUnderlined).forEach((token, place) => {
      const text = written.slice(token.start, token.end);
      const isThere =
        readText === null
          ? visibleText(text) === visibleText(token.text)
          : text === readText.slice(token.start, token.end);
      if (token.start < end || text === '' || !isThere) return;
      pieces.push(written.slice(end, token.start));
      pieces.push(
        html`<span
          class=${isUnknown(token) ? 'unknown' : ''}
          data-place=${place}
          ${styles({ '--hue': tokenColour(place) })}
          >${text}</span
        >`,
      );
      end = token.end;
    });
    pieces.push(written.slice(end));
    return pieces;
  }

  /** Marks the token that is looked at, without rendering the line. */
  #mark(): void {
    const { spot } = this.figure;
    for (const piece of this.renderRoot.querySelectorAll<HTMLElement>('.mirror [data-place]')) {
      const place = Number(piece.dataset['place']);
      piece.classList.toggle('on', spot?.query === place || spot?.key === place);
    }
  }

  readonly #set = (written: string): void => {
    // The browser holds those who type to the length, but no program that writes into the field in their place. No half of a
    // surrogate pair is left at the end.
    const isLong = written.length > this.maxLength;
    const text = isLong
      ? written.slice(0, this.maxLength).replace(/[\ud800-\udbff]$/, '')
      : written;
    const field = this.renderRoot.querySelector('textarea');
    if (field !== null && text !== written) field.value = text;
    this.value = text;
    if (!this.held) this.figure.write(text);
    this.send('glass-text', { text });
  };

  readonly #draft = (draft: string | null): void => {
    this.draft = draft;
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || isComposingKey(event)) return;
    event.preventDefault();
    // The keyboard of a phone covers the figures until the field loses the focus.
    if (matchMedia('(pointer: coarse)').matches) (event.target as HTMLElement).blur();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-input': GlassInput;
  }
}
