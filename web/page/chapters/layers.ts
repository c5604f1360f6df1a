import { html, type TemplateResult } from 'lit';
import type { PageState } from '../state.ts';

export function layers({ texts: { layers: texts } }: PageState): TemplateResult {
  return html`<section class="chapter" id="layers">
    <h2>${texts.title}</h2>
    <div class="prose">${texts.body}</div>
    <figure>
      <glass-save><glass-block></glass-block></glass-save>
    </figure>
  </section>`;
}
