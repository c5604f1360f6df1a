/** After the story: the models, and what others have found, written and built. */
import { signal } from '@preact/signals-core';
import { html, nothing, type TemplateResult } from 'lit';
import type { CreateChapter } from '../chapter.ts';
import { kHeadless } from '../reading.ts';
import type { Texts } from '../i18n/texts.ts';
import { kArticles, kPapers, type Source, titleOf } from '../sources.ts';
import { kCreditsOfChinese, kCreditsOfStories, kNotices } from '../notices.ts';
import { aboutModel } from '../parts/contents.ts';

type Samples = typeof import('../samples/view.ts');

export const sources: CreateChapter = ({ language, line, translator, folder }) => {
  const samples = signal<Samples | null>(null);
  /** The model to which the reader has followed a link. */
  const ledTo = signal('');
  return {
    id: 'sources',
    title: (texts) => texts.sources.title,
    reads: () => kHeadless,
    load: async () => void (samples.value = await import('../samples/view.ts')),
    view(heading) {
      const texts = language.texts.value.sources;
      const { models, papers, articles, software } = texts;
      const described = {
        stories: models.stories(folder + kCreditsOfStories),
        'stories-large': models['stories-large'](folder + kCreditsOfStories),
        zh: models.zh(folder + kCreditsOfChinese),
        tang: models.tang,
        'en-zh': models['en-zh'],
        'zh-en': models['zh-en'],
        aab: models.aab,
      };
      const shown = [line.writer.value, translator.model.value, ledTo.value];
      return html`<section class="chapter" id="sources">
        ${heading}
        <div class="prose">${texts.body}</div>
        <h3>${models.title}</h3>
        <ul class="prose">
          ${Object.entries(described).map(
            ([name, description]) =>
              html`<li
                id=${aboutModel(name).slice('#at='.length)}
                @focus=${() => (ledTo.value = name)}
              >
                ${description}
                ${samples.value?.samplesOf(name, texts.samples, shown.includes(name)) ?? nothing}
              </li>`,
          )}
        </ul>
        <h3>${papers.title}</h3>
        ${list(cited(texts, papers, kPapers))}
        <h3>${articles.title}</h3>
        ${list(cited(texts, articles, kArticles))}
        <h3>${software.title}</h3>
        <div class="prose"><p>${software.body(folder + kNotices)}</p></div>
      </section>`;
    },
  };
};

function list(items: readonly unknown[]): TemplateResult {
  return html`<ul class="prose">
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`;
}

/** What each source is cited for, and the source. */
function cited<Name extends string>(
  { cited: by, between }: Texts['sources'],
  uses: Readonly<Record<NoInfer<Name>, unknown>>,
  all: Readonly<Record<Name, Source>>,
): TemplateResult[] {
  return (Object.keys(all) as Name[]).map(
    (name) =>
      html`${uses[name]}${between}${titleOf(all[name])}${by(all[name].authors, all[name].year)}`,
  );
}
