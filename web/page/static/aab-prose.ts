/** What the chapter of the hand-made model says, for a page without scripts: its figures' texts are fetched with their model. */
import { html, type TemplateResult } from 'lit';
import { aabTexts } from '../i18n/aab-texts.ts';
import { type Language, textsIn } from '../i18n/texts.ts';

export function aabProse(language: Language): TemplateResult {
  const texts = aabTexts(language);
  const { learning, choosing } = texts;
  return html`<without-scripts>
    <h4>${texts.weightsTitle}</h4>
    ${Object.values(texts.weights).map((text) => html`<p>${text}</p>`)}
    <h4>${texts.runTitle}</h4>
    <div class="prose">${texts.inside}</div>
    <h3 class="part">${learning.title}</h3>
    <div class="prose">${learning.body}</div>
    <h4>${learning.found}</h4>
    <div class="prose">${learning.foundBody}</div>
    <h3 class="part">${choosing.title}</h3>
    <div class="prose">${choosing.body(textsIn(language).aab.writing)}</div>
  </without-scripts>`;
}
