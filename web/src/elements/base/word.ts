/** A token's text where it stands by itself: with the blank that it begins with, in its own language. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { beginsWithBlank, languageOfText, longOrNot } from '../../view/label.ts';
import type { Common } from '../i18n/subjects/common.ts';

export interface Word {
  /** As the token has it. */
  readonly text: string;
  /** As it is shown. */
  readonly shown: string;
  /** Of the text's element. */
  readonly kind?: string;
}

export function wordView({ text, shown, kind = '' }: Word, words: Common): TemplateResult {
  const blank = beginsWithBlank(text)
    ? html`<span class="blank" aria-hidden="true">␣</span
        ><span class="unseen">${words.blank}</span>`
    : nothing;
  return html`<span class="word"
    >${blank}<bdi
      class="${kind} ${longOrNot(shown)}"
      lang=${languageOfText(shown, words.language) ?? nothing}
      >${shown}</bdi
    ></span
  >`;
}

export const wordStyles = css`
  .word {
    display: inline-flex;
    min-width: 0;
  }
  .word .blank {
    color: var(--gf-soft);
    font-weight: 400;
  }
`;
