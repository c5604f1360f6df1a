/** Texts that are taken by a press. */
import { html, type TemplateResult } from 'lit';

export function examples(
  label: string,
  texts: readonly string[],
  take: (text: string) => void,
): TemplateResult {
  return html`<p class="examples">
    <span>${label}</span>
    ${texts.map((text) => html`<button class="link" @click=${() => take(text)}>${text}</button>`)}
  </p>`;
}
