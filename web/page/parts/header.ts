import { html, type TemplateResult } from 'lit';
import type { Texts } from '../i18n/texts.ts';

/** @param controls what changes the whole page: its language, and how it looks */
export function header(texts: Texts, controls: TemplateResult): TemplateResult {
  return html`<a class="skip" href="#sentence" @click=${skip}>${texts.skip}</a>
    <header class="top">
      <h1>${texts.name}</h1>
      <p>${texts.claim}</p>
      <nav class="switches" aria-label=${texts.languages}>${controls}</nav>
    </header>`;
}

/** To the sentence, without touching the address, which holds the reader's choices. */
function skip(event: Event): void {
  event.preventDefault();
  document.querySelector('glass-input')?.focus();
}
