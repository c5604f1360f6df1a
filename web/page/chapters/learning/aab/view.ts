import { html, nothing, type TemplateResult } from 'lit';
import { problemSentence, wordsFor } from 'glassformer/elements/functions';
import type { Still } from '../../../chapter.ts';
import type { PageLanguage } from '../../../language.ts';
import { aboutModel } from '../../../parts/contents.ts';
import type { Choosing } from '../choosing.ts';
import type { Aab } from './aab.ts';
import type { Learned } from './learned.ts';

/** What is fetched when the reader comes near. */
export type AabFigures = typeof import('./figures.ts') & { readonly learned: Learned };

/** The transformer that somebody wrote by hand, with one that learns the same below it. */
export function aabView(
  { name, texts }: PageLanguage,
  aab: Aab,
  ways: Choosing,
  fetched: AabFigures | Still | null,
): TemplateResult {
  const { language, aab: words, sources } = texts.value;
  const figures = fetched !== null && 'learned' in fetched ? fetched : null;
  const own = figures?.aabTexts(name.value);
  const loaded = aab.loaded.value;
  const failure = aab.failure.value;
  const run = aab.run.value;
  const isThere = figures !== null && own !== undefined && loaded !== null;
  return html`<section class="chapter" id="aab">
      <h3 class="part">${words.title}</h3>
      <div class="prose">${words.body}</div>
      ${
        failure === null
          ? nothing
          : html`<p class="problem" role="alert">
                ${problemSentence(failure, wordsFor(language), words.failed)}
              </p>
              <p class="field">
                <button id="retry-aab" @click=${() => aab.retry()}>${words.tryAgain}</button>
              </p>`
      }
      ${fetched !== null && 'aab' in fetched ? fetched.aab : isThere ? figures.weights(loaded, own, aab) : failure === null ? html`<p class="note coming" aria-busy="true">${words.loading}</p>` : nothing}
    </section>
    ${
      // Without a model until the page has read the letters: <glass-model> would read them itself, and what the reader had
      // begun would start again when the page's run came.
      isThere
        ? html`<glass-model
            about=${aboutModel('aab')}
            about-text=${sources.facts.aab}
            ?loading=${run === null && failure === null && aab.lettersProblem.value === null}
            .text=${aab.letters.value}
            .run=${run?.run ?? null}
            .model=${run === null ? null : loaded.model}
          >
            <section class="chapter" id="inside">
              <h4>${own.runTitle}</h4>
              ${figures.letters(own, aab)}
              ${run === null ? nothing : figures.inside(loaded, run, own)}
              ${figures.accuracy(own, aab)}
            </section>
            ${figures.learning(loaded, own, figures.learned, run?.letters ?? aab.letters.value)}
            ${figures.choosing(own, words.writing, run?.letters ?? '', ways)}
          </glass-model>`
        : nothing
    }`;
}
