/** What has been written: the tokens of a generation, or the best hypothesis of a beam search. */
import { html, nothing, type TemplateResult } from 'lit';
import type { GenerationStep } from '../../shared/generation-types.ts';
import { tokenColour } from '../../view/colour.ts';
import { moveInGrid } from '../../view/grid.ts';
import { beginsWithBlank, visibleText, wholeText } from '../../view/label.ts';
import { styles } from '../base/styles-directive.ts';
import type { Common } from '../i18n/subjects/common.ts';
import type { Generating } from '../i18n/subjects/generating.ts';

export interface Output {
  readonly steps: readonly GenerationStep[];
  /** Steps whose token the reader took. */
  readonly byReader: ReadonlySet<number>;
  /** The token of which is shown what else might stand there; -1: none. */
  readonly reopened: number;
  /** The token that was looked at last: it is the one in the order of tabs, or the last one where it is gone. */
  readonly tabStop: number;
  /** How many tokens stand before it in the text, which gives its colours. */
  readonly offset: number;
  readonly words: Common & Generating;
  /** How a token is called that is no text; null for text. */
  readonly mark: (id: number, text: string) => string | null;
  readonly reopen: (index: number) => void;
  /** The focus has come to a token. */
  readonly stand: (index: number) => void;
}

/** The tokens as buttons, of which one is in the order of tabs. */
export function piecesView(output: Output): TemplateResult[] {
  const { steps, reopened, reopen, words } = output;
  const inOrder = Math.min(output.tabStop, steps.length - 1);
  return steps.map(({ token, token_text }, i) => {
    const mark = output.mark(token, token_text);
    const forced = output.byReader.has(i) ? 'forced' : '';
    return html`<span
      class="made ${forced} ${mark === null ? '' : 'mark'} ${i === reopened ? 'reopened' : ''}"
      role="button"
      tabindex=${i === inOrder ? 0 : -1}
      aria-pressed=${i === reopened}
      title=${words.othersHere}
      data-piece=${i}
      ${styles({ '--hue': tokenColour(output.offset + i) })}
      @click=${() => reopen(i)}
      @focus=${() => output.stand(i)}
      @keydown=${(event: KeyboardEvent) => onKey(event, i, output)}
      aria-label=${beginsWithBlank(token_text) ? words.blank + visibleText(token_text) : nothing}
      >${mark ?? pieceText(token_text)}</span
    >`;
  });
}

/** The blank that it begins with stays a blank, with a sign over it. */
function pieceText(text: string): TemplateResult | string {
  if (!beginsWithBlank(text)) return text;
  return html`<span class="blank"> </span>${text.slice(1)}`;
}

/** Arrows, Home and End go from token to token. */
function onKey(event: KeyboardEvent, index: number, { steps, reopen }: Output): void {
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    return reopen(index);
  }
  const to = moveInGrid({ row: 0, column: index }, event, 1, steps.length);
  if (to === null) return;
  event.preventDefault();
  const { parentElement } = event.currentTarget as HTMLElement;
  parentElement?.querySelector<HTMLElement>(`[data-piece="${to.column}"]`)?.focus();
}

/** `mark`: how the sign that ends it is called, which is no text; null where it has not ended. */
export function bestView(text: string, mark: string | null): TemplateResult {
  const hue = styles({ '--hue': 'var(--gf-accent)' });
  return html`<span class="made" ${hue}>${wholeText(text)}</span
    >${mark === null ? nothing : html`<span class="made mark" ${hue}>${mark}</span>`}`;
}
