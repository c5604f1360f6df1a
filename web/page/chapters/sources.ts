/** After the story: the models, and what others have found, written and built. */
import { html, type TemplateResult } from 'lit';
import type { CreateChapter } from '../chapter.ts';
import type { Texts } from '../i18n/texts.ts';
import { kArticles, kPapers, type Source, titleOf } from '../sources.ts';
import { kCreditsOfChinese, kCreditsOfStories, kNotices } from '../notices.ts';

export const sources: CreateChapter = ({ language, folder }) => ({
  id: 'sources',
  title: (texts) => texts.sources.title,
  view(heading) {
    const texts = language.texts.value.sources;
    const { models, papers, articles, software } = texts;
    return html`<section class="chapter" id="sources">
      ${heading}
      <div class="prose">${texts.body}</div>
      <h3>${models.title}</h3>
      ${list([models.stories, models['stories-large'](folder + kCreditsOfStories), models.zh(folder + kCreditsOfChinese), models.tang, models['en-zh'], models['zh-en'], models.aab])}
      <h3>${papers.title}</h3>
      ${list(cited(texts, papers, kPapers))}
      <h3>${articles.title}</h3>
      ${list(cited(texts, articles, kArticles))}
      <h3>${software.title}</h3>
      <div class="prose"><p>${software.body(folder + kNotices)}</p></div>
    </section>`;
  },
});

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
