/** The example as a figure, with the way back to the article's numbers. */
import { html, type TemplateResult } from 'lit';
import type { SelfAttentionOptions } from 'glassformer';
import type { Texts } from '../../../i18n/texts.ts';
import type { ByHand } from './by-hand.ts';
import { kArticleExample } from './example.ts';

export function byHandView(texts: Texts['byHand'], { options }: ByHand): TemplateResult {
  return html`<div class="prose">${texts.body}</div>
    <figure>
      <glass-by-hand
        .options=${options.value}
        with-comparison
        @glass-change=${({ detail }: CustomEvent<SelfAttentionOptions>) => (options.value = detail)}
      >
        <div slot="comparison" class="prose">${texts.comparison}</div>
      </glass-by-hand>
      <p class="field centred">
        <button
          ?disabled=${options.value === kArticleExample}
          @click=${() => (options.value = kArticleExample)}
        >
          ${texts.restore}
        </button>
      </p>
    </figure>`;
}
