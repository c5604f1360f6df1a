import { html, nothing, type TemplateResult } from 'lit';
import { problemSentence, wordsFor } from 'glassformer/elements/functions';
import type { Texts } from '../../../i18n/texts.ts';
import { kAboutModels } from '../../../parts/contents.ts';
import type { Choosing } from '../choosing.ts';
import type { Aab } from './aab.ts';

/** What is fetched when the reader comes near; null: not yet. */
export type AabFigures = typeof import('./figures.ts') | null;

/** The transformer that somebody wrote by hand, with one that learns the same below it. */
export function aabView(
  texts: Texts,
  aab: Aab,
  ways: Choosing,
  figures: AabFigures,
): TemplateResult {
  const { aab: words } = texts;
  const loaded = figures && aab.loaded.value;
  const failure = aab.failure.value;
  const run = aab.run.value;
  return html`<section class="chapter" id="aab">
      <h3 class="part">${words.title}</h3>
      <div class="prose">${words.body}</div>
      ${
        failure === null
          ? nothing
          : html`<p class="problem" role="alert">
                ${problemSentence(failure, wordsFor(texts.language), words.failed)}
              </p>
              <p class="field">
                <button id="retry-aab" @click=${() => aab.retry()}>${words.tryAgain}</button>
              </p>`
      }
      ${figures === null || loaded === null ? (failure === null ? html`<p class="note coming" aria-busy="true">${words.loading}</p>` : nothing) : figures.weights(loaded, words, aab)}
    </section>
    ${
      // Without a model until the page has read the letters: <glass-model> would read them itself, and what the reader had
      // begun would start again when the page's run came.
      figures === null || loaded === null
        ? nothing
        : html`<glass-model
            about=${kAboutModels}
            ?loading=${run === null && failure === null && aab.lettersProblem.value === null}
            .text=${aab.letters.value}
            .run=${run?.run ?? null}
            .model=${run === null ? null : loaded.model}
          >
            <section class="chapter" id="inside">
              <h4>${words.runTitle}</h4>
              ${figures.letters(words, aab)}
              ${run === null ? nothing : figures.inside(loaded, run, words)}
              ${figures.accuracy(words, aab)}
            </section>
            ${figures.learning(loaded, words)}
            ${figures.choosing(texts.choosing, run?.letters ?? '', ways)}
          </glass-model>`
    }`;
}
