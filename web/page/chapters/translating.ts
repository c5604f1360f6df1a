import { html, nothing } from 'lit';
import { examples } from '../parts/examples.ts';
import { kCreditsOfPairs } from '../notices.ts';
import { kTranslatorLayers } from '../model-heads.ts';
import { pairPicture } from '../parts/pair-picture.ts';
import { noteText } from '../parts/say.ts';
import { translatorModel } from '../parts/translator.ts';
import { kWrongSource } from '../source.ts';
import type { CreateChapter } from '../chapter.ts';

/** English in, Chinese out, or the other way round, with every head in view. The model is loaded when the reader comes near. */
export const translating: CreateChapter = ({ language, translator, gloss, folder }) => ({
  id: 'translating',
  title: (texts) => texts.translating.title,
  reads: () => translator.reading.value,
  load: () => {
    gloss.comeNear();
    return import('../elements/translating.ts');
  },
  view(heading) {
    const texts = language.texts.value;
    const words = texts.translating;
    const source = translator.source.value;
    const problem = translator.problem.value;
    const figures = html`<div class="own-text">
        <glass-input
          held
          .value=${source}
          .problem=${problem === null ? '' : words.problems[problem]}
          .label=${words.input}
          .examples=${translator.examples.value}
          @glass-text=${({ detail }: CustomEvent<{ text: string }>) => translator.setSource(detail.text)}
        ></glass-input>
        ${examples(words.goesWrong, [kWrongSource], (text) => translator.setSource(text))}
        ${source === kWrongSource ? html`<p class="note">${words.whatGoesWrong}</p>` : nothing}
        <p class="note" role="status">${noteText(translator.notes.value, texts)}</p>
      </div>
      <figure>
        <glass-tokens></glass-tokens>
        <glass-save
          ><glass-translate
            .picks=${translator.picks.value}
            .pinned=${translator.pinned.value}
            .beams=${translator.beams.value}
            .gloss=${gloss.table.value}
          ></glass-translate
        ></glass-save>
      </figure>`;
    return html`<section class="chapter" id="translating">
      ${heading}
      <div class="prose">${words.body(translator.model.value)}</div>
      ${pairPicture(words.picture, kTranslatorLayers)}
      ${translatorModel({ language, translator }, figures, problem === null ? '' : 'stale')}
      <p class="note">${words.small}</p>
      <p class="note">${words.data(folder + kCreditsOfPairs)}</p>
    </section>`;
  },
});
