import { html, type TemplateResult } from 'lit';
import type { PageState } from '../state.ts';

export function next({ texts: { next: texts } }: PageState): TemplateResult {
  return html`<section class="chapter" id="next">
    <h2>${texts.title}</h2>
    <div class="prose">${texts.body}</div>
    <figure class="middle">
      <glass-save><glass-next-token adjustable read-only></glass-next-token></glass-save>
    </figure>
  </section>`;
}
