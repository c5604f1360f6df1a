import { html, nothing } from 'lit';
import { wordsFor } from 'glassformer/elements/functions';
import { widthsOf } from '../model-heads.ts';
import { examples } from '../parts/examples.ts';
import { translatorModel } from '../parts/translator.ts';
import { kInitialSource } from '../source.ts';
import { kDogLine, kExamples, kInitialText, kRhymeLine, kEarlyHead } from '../writers.ts';
import type { CreateChapter } from '../chapter.ts';

/** Heads switched off and scaled: attention, probabilities and translation change at once. */
export const whatIf: CreateChapter = ({ language, line, heads, translator, gloss }) => ({
  id: 'what-if',
  title: (texts) => texts.whatIf.title,
  reads: (part) => (part === 'translation' ? translator.reading.value : null),
  load: () => {
    gloss.comeNear();
    return import('../elements/translating.ts');
  },
  view(heading) {
    const all = language.texts.value;
    const texts = all.whatIf;
    const writer = line.shownWriter.value;
    const picked = heads.head.value;
    const isLast = picked.layer === widthsOf(writer).layers - 1;
    const earlier = kEarlyHead[writer];
    const translation = html`<glass-save .caption=${texts.translation}
      ><glass-translate
        attention="cross"
        without-tree
        .picks=${translator.picks.value}
        .pinned=${translator.pinned.value}
        .beams=${translator.beams.value}
        .gloss=${gloss.table.value}
      ></glass-translate
    ></glass-save>`;
    return html`<section class="chapter" id="what-if">
      ${heading}
      <div class="prose">${texts.body} ${texts.worth[line.writer.value]}</div>
      ${examples(all.sentence.try, [kInitialText[line.writer.value], ...[kDogLine, kRhymeLine].filter((text) => kExamples[line.writer.value].includes(text))], (text) => line.setText(text))}
      <figure>
        <glass-save .caption=${texts.title}
          ><div class="glance">
            <div class="panel heads">
              <h3>${texts.heads}</h3>
              <p>${texts.headsText}</p>
              <glass-heads switchable></glass-heads>
              <glass-changes></glass-changes>
            </div>
            <div class="panel look">
              <h3>${texts.look}</h3>
              <p>${isLast ? texts.lookLast : texts.lookText(picked.head + 1)}</p>
              ${isLast ? examples(all.sentence.try, [wordsFor(all.language).headName(earlier.layer + 1, earlier.head + 1)], () => heads.pick(earlier)) : nothing}
              <glass-attention fixed-view layer="-1"></glass-attention>
            </div>
            <div class="panel next">
              <h3>${texts.next}</h3>
              <p>${texts.nextText}</p>
              <glass-next-token
                compare
                @glass-choose=${({ detail }: CustomEvent<{ text: string }>) => line.append(detail.text)}
              ></glass-next-token>
            </div></div
        ></glass-save>
      </figure>
      <h3 id="translation">${texts.translation}</h3>
      <div class="prose">${texts.translationBody}</div>
      ${examples(all.sentence.try, [kInitialSource], (text) => translator.setSource(text))}
      <figure class="middle">${translatorModel({ language, translator }, translation)}</figure>
    </section>`;
  },
});
