/** After the story: the models, and what others have found, written and built. */
import { signal } from '@preact/signals-core';
import { html, nothing, type TemplateResult } from 'lit';
import type { CreateChapter } from '../chapter.ts';
import type { Texts } from '../i18n/texts.ts';
import { kArticles, kPapers, type Source, titleOf } from '../sources.ts';
import { kCreditsOfChinese, kCreditsOfStories, kNotices } from '../notices.ts';
import { aboutModel } from '../parts/contents.ts';
import type { Translated, Written } from '../samples/index.ts';
import { isChinese } from '../writers.ts';

type Samples = typeof import('../samples/index.ts');

export const sources: CreateChapter = ({ language, line, translator, folder }) => {
  const samples = signal<Samples | null>(null);
  return {
    id: 'sources',
    title: (texts) => texts.sources.title,
    load: async () => void (samples.value = await import('../samples/index.ts')),
    view(heading) {
      const texts = language.texts.value.sources;
      const { models, papers, articles, software } = texts;
      const described = {
        stories: models.stories,
        'stories-large': models['stories-large'](folder + kCreditsOfStories),
        zh: models.zh(folder + kCreditsOfChinese),
        tang: models.tang,
        'en-zh': models['en-zh'],
        'zh-en': models['zh-en'],
        aab: models.aab,
      };
      const inUse = [line.writer.value, translator.model.value];
      return html`<section class="chapter" id="sources">
        ${heading}
        <div class="prose">${texts.body}</div>
        <h3>${models.title}</h3>
        <ul class="prose">
          ${Object.entries(described).map(
            ([name, description]) =>
              html`<li id=${aboutModel(name).slice('#at='.length)}>
                ${description} ${samplesOf(name, samples.value, texts, inUse)}
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

/** Ten outputs of a model, once they have come; open for those models that the page's figures show. */
function samplesOf(
  name: string,
  samples: Samples | null,
  { samples: texts }: Texts['sources'],
  inUse: readonly string[],
): TemplateResult | typeof nothing {
  const { [name]: written } = (samples?.kWritten ?? {}) as Partial<Record<string, Written>>;
  const { [name]: translated } = (samples?.kTranslated ?? {}) as Partial<
    Record<string, Translated>
  >;
  if (!written && !translated) return nothing;
  return html`<details class="samples" ?open=${inUse.includes(name)}>
    <summary>${texts.title}</summary>
    ${written ? ofWriter(written, texts) : nothing}
    ${translated ? ofTranslator(translated, texts) : nothing}
  </details>`;
}

function ofWriter(
  { settings, samples }: Written,
  texts: Texts['sources']['samples'],
): TemplateResult {
  return html`<p class="note">${texts.written(settings)}</p>
    <ol start="0">
      ${samples.map(
        ({ given, text, ended }) =>
          html`<li lang=${languageOf(given)}>
            <strong>${given}</strong><span class="text">${text}</span>${ended ? nothing : ' …'}
          </li>`,
      )}
    </ol>`;
}

function ofTranslator(
  { settings, samples }: Translated,
  texts: Texts['sources']['samples'],
): TemplateResult {
  const row = (name: string, text: string) =>
    html`<dt>${name}</dt>
      <dd lang=${languageOf(text)}>${text}</dd>`;
  return html`<p class="note">${texts.translated(settings)}</p>
    <ol>
      ${samples.map(
        ({ given, reference, greedy, beam }) =>
          html`<li>
            <strong lang=${languageOf(given)}>${given}</strong>
            <dl>
              ${row(texts.reference, reference)} ${row(texts.greedy, greedy)}
              ${row(texts.beams(settings), beam)}
            </dl>
          </li>`,
      )}
    </ol>`;
}

const languageOf = (text: string) => (isChinese(text) ? 'zh-CN' : 'en');

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
