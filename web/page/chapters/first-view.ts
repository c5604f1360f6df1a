import { html, nothing, type TemplateResult } from 'lit';
import { kInitialSeed, kInitialSentence, type PageState } from '../state.ts';

/** As many columns as a matrix shows in digits. */
const kMostWithDigits = 24;

/** Embedding, attention, context vectors: the whole way in one row, word beside word. */
export function firstView({ texts, reading }: PageState): TemplateResult {
  const { first } = texts;
  const isArticles = reading?.seed === kInitialSeed && reading.text === kInitialSentence;
  return html`<section class="first" aria-label=${texts.title}>
    <div class="flow ${(reading?.example.words.length ?? 0) > kMostWithDigits ? 'many' : ''}">
      <div class="panel">
        <div>
          <h2>${first.embed}</h2>
          <p>${first.embedText}</p>
        </div>
        <glass-embeddings></glass-embeddings>
      </div>
      <div class="panel wide">
        <div>
          <h2>${first.look}</h2>
          <p>${first.lookText}</p>
        </div>
        <glass-attention fixed-view></glass-attention>
      </div>
      <div class="panel">
        <div>
          <h2>${first.mix}</h2>
          <p>${first.mixText}</p>
        </div>
        <glass-matrix
          hook="blocks.0.attn.z"
          rows-as="query"
          digits="4"
          legend
          .caption=${first.mixCaption}
        ></glass-matrix>
      </div>
    </div>
    <p class="honest">
      ${first.random(reading?.seed ?? kInitialSeed)} ${isArticles ? first.article : nothing}
    </p>
  </section>`;
}
