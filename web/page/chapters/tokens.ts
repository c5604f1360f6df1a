import { html, type TemplateResult } from 'lit';
import type { PageState } from '../state.ts';
import { writerOf } from '../writers.ts';

export function tokens({ texts: { tokens: texts }, read }: PageState): TemplateResult {
  return html`<section class="chapter" id="tokens">
    <h2>${texts.title}</h2>
    <div class="prose">${texts.body}</div>
    <figure class="in-column">
      <glass-save><glass-tokens></glass-tokens></glass-save>
      <p class="note">${texts.notes[writerOf(read)]}</p>
    </figure>
  </section>`;
}
