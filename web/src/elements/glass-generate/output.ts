/** What has been written: the tokens of a generation, or the best hypothesis of a beam search. */
import { html, nothing, type TemplateResult } from 'lit';
import { tokenColour } from '../../view/colour.ts';
import { wholeText } from '../../view/label.ts';
import { styles } from '../base/styles-directive.ts';

export interface Piece {
  /** Of a token that is no text, how it is called. */
  readonly shown: string;
  readonly isMark: boolean;
  /** The reader took it. */
  readonly isForced: boolean;
  /** What else might stand there is in view. */
  readonly isReopened: boolean;
  /** Its place in the text, which gives its colour. */
  readonly place: number;
}

export interface PieceActions {
  readonly title: string;
  readonly reopen: (index: number) => void;
  readonly onKey: (event: KeyboardEvent, index: number) => void;
}

/** The tokens as buttons, of which one is in the order of tabs. */
export function piecesView(
  pieces: readonly Piece[],
  { title, reopen, onKey }: PieceActions,
): TemplateResult[] {
  const inOrder = Math.max(
    0,
    pieces.findIndex(({ isReopened }) => isReopened),
  );
  return pieces.map(
    ({ shown, isMark, isForced, isReopened, place }, i) =>
      html`<span
        class="made ${isForced ? 'forced' : ''} ${isMark ? 'mark' : ''} ${isReopened ? 'reopened' : ''}"
        role="button"
        tabindex=${i === inOrder ? 0 : -1}
        aria-pressed=${isReopened}
        title=${title}
        data-piece=${i}
        ${styles({ '--hue': tokenColour(place) })}
        @click=${() => reopen(i)}
        @keydown=${(event: KeyboardEvent) => onKey(event, i)}
        >${shown}</span
      >`,
  );
}

/** `mark`: how the sign that ends it is called, which is no text; null where it has not ended. */
export function bestView(text: string, mark: string | null): TemplateResult {
  const hue = styles({ '--hue': 'var(--gf-accent)' });
  return html`<span class="made" ${hue}>${wholeText(text)}</span
    >${mark === null ? nothing : html`<span class="made mark" ${hue}>${mark}</span>`}`;
}
