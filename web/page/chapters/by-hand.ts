import { html, type TemplateResult } from 'lit';
import type { SelfAttentionOptions } from 'glassformer';
import { kArticleByHand } from '../by-hand.ts';
import type { Actions, PageState } from '../state.ts';

export function byHand(
  { texts: { byHand: texts }, byHand: options }: PageState,
  actions: Actions,
): TemplateResult {
  return html`<div class="prose">${texts.body}</div>
    <figure>
      <glass-by-hand
        .options=${options}
        with-comparison
        @glass-change=${(event: CustomEvent<SelfAttentionOptions>) => actions.setByHand(event.detail)}
      >
        <div slot="comparison" class="prose">${texts.comparison}</div>
      </glass-by-hand>
      <p class="field centred">
        <button ?disabled=${options === kArticleByHand} @click=${() => actions.restoreByHand()}>
          ${texts.restore}
        </button>
      </p>
    </figure>`;
}
