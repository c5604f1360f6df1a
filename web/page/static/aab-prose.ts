/** What the chapter of the hand-made model says, for a page without scripts: its figures and their texts are fetched with their model. */
import { html, type TemplateResult } from 'lit';
import { aabTexts } from '../i18n/aab-texts.ts';
import { type Language, textsIn } from '../i18n/texts.ts';

/** The weights, in the order in which the live page shows them, and side by side as there. */
const kParts = [
  ['wte', 'wpe'],
  ['query', 'key', 'value'],
  ['proj', 'bias'],
] as const;

/** Where the live page has a figure. */
const figure = html`<figure><glass-save></glass-save></figure>`;
/** Where it names its models itself. */
const figureOfTwo = html`<figure><glass-save without-model></glass-save></figure>`;

export function aabProse(language: Language): TemplateResult {
  const texts = aabTexts(language);
  const { learning, choosing } = texts;
  return html`<without-scripts>
    <section class="chapter">
      <h4>${texts.weightsTitle}</h4>
      <p class="soft">${texts.weightsText}</p>
      <figure class="shelf">
        ${kParts.map(
          (row) =>
            html`<div class="flow">
              ${row.map(
                (part) =>
                  html`<div class="panel">
                    <p>${texts.weights[part]}</p>
                    <glass-matrix></glass-matrix>
                  </div>`,
              )}
            </div>`,
        )}
      </figure>
    </section>
    <section class="chapter" id="inside">
      <h4>${texts.runTitle}</h4>
      <div class="prose">${texts.inside}</div>
      ${figure}
    </section>
    <section class="chapter" id="learning-live">
      <h3 class="part">${learning.title}</h3>
      <div class="prose">${learning.body}</div>
      ${figureOfTwo}
      <h4>${learning.found}</h4>
      <div class="prose">${learning.foundBody}</div>
      <p class="soft">${learning.scores}</p>
      ${figureOfTwo}
      <p class="soft">${learning.given}</p>
      ${figureOfTwo}
    </section>
    <section class="chapter" id="choosing">
      <h3 class="part">${choosing.title}</h3>
      <div class="prose">${choosing.body(textsIn(language).aab.writing)}</div>
      ${figure}
    </section>
  </without-scripts>`;
}
