/**
 * The page without a browser: the story in one language as HTML, which the build writes into a file. It is the same template
 * as the live page's, which takes its place.
 */
import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html, type TemplateResult } from 'lit';
import type { Preview } from 'glassformer/elements';
import { palette, wordsFor } from 'glassformer/elements/functions';
import {
  folderOf,
  type Language,
  languageNames,
  languages,
  loadLanguage,
  textsIn,
} from '../i18n/texts.ts';
import { aabProse } from './aab-prose.ts';
import { createStory } from '../story.ts';
import { pageView } from '../view.ts';
import { firstWriter, kInitialText } from '../writers.ts';
import { previewOf, type WrittenPreview } from '../opening.ts';
import { PageLink } from '../page-link.ts';
import { pictureStyles, picturesOf } from './pictures.ts';
import { type Drawing, withDrawings } from './drawings.ts';
import { standIns, withPictures } from './stand-ins.ts';

export { folderOf, languages };
export { staticReference } from '../reference/static-reference.ts';
export { standInStyles } from './stand-ins.ts';
export { kPreviewId } from '../opening.ts';

/** The colours and fonts of the elements, for what is drawn before their script has come. */
export const paletteStyles = palette.cssText + pictureStyles;

/** The line that a reader of that language meets, and the model that reads it. */
export function openingOf(language: Language): { readonly model: string; readonly text: string } {
  const model = firstWriter(language);
  return { model, text: kInitialText[model] };
}

/** Stand for sizes that are known when the page is built: of all that a first reader fetches, and of the model in it. */
export const kSizePlaces = { all: '{size}', model: '{model size}' } as const;

/**
 * Said until the script has come, which then says how much of the model has, in as many lines. A host that compresses the script sends
 * less.
 */
const kComing: Readonly<Record<Language, string>> = {
  en: `Loading, at most ${kSizePlaces.all} (model: ${kSizePlaces.model})…`,
  zh: `正在加载，至多 ${kSizePlaces.all}（其中模型 ${kSizePlaces.model}）……`,
};

/** The renderer writes a property that is false as an attribute, which for HTML is true: `selected="false"`. */
const withoutFalse = (markup: string): string => markup.replaceAll(/ selected="false"/g, '');

/** The page in one language. */
export interface StaticPage {
  /** As the document names it: "zh-CN". */
  readonly tag: string;
  readonly title: string;
  readonly description: string;
  /** What stands in the page's root. */
  readonly body: string;
}

/**
 * @param folder where the page's own folder is, seen from the document: './' or '../'
 * @param written what the model has made of the line that the page begins with
 * @param drawings the pictures of the other figures
 */
export async function staticPage(
  language: Language,
  folder: string,
  written: WrittenPreview,
  drawings: ReadonlyMap<string, Drawing>,
): Promise<StaticPage> {
  await loadLanguage(language);
  const texts = textsIn(language);
  const preview = previewOf(written);
  const story = createStory(language, {
    folder,
    still: { aab: aabProse(language) },
    preview,
  });
  await Promise.all(story.chapters.map((chapter) => chapter.loadStill?.()));
  const view = pageView(
    story,
    () => languageLinks(language, folder),
    new PageLink(() => ''),
    () => {},
  );
  const notice = html`<p class="no-script">${texts.noScript}</p>`;
  const markup = await collectResult(
    render(html`${notice}${view.value}`, { elementRenderers: [] }),
  );
  const { early } = texts.sentence;
  const { loading } = wordsFor(texts.language);
  return {
    tag: texts.language,
    title: texts.title,
    description: texts.description,
    body: withDrawings(
      withPictures(standIns(withoutFalse(markup)), await drawn(language, preview)),
      drawings,
      wordsFor(texts.language),
    ).replace(early + loading, () => early + kComing[language]),
  };
}

/** The first view's figures, each as markup. */
async function drawn(language: Language, preview: Preview): Promise<ReadonlyMap<string, string>> {
  const entries = [...picturesOf(language, preview)].map(async ([tag, picture]) => {
    const markup = await collectResult(render(picture, { elementRenderers: [] }));
    return [tag, standIns(markup)] as const;
  });
  return new Map(await Promise.all(entries));
}

/** The same page in every language, for readers without JavaScript and for search engines. */
function languageLinks(shown: Language, folder: string): TemplateResult {
  return html`${languages.map(
    (each) =>
      html`<a
        lang=${each}
        hreflang=${each}
        href=${folder + folderOf(each).replace('./', '') || './'}
        aria-current=${each === shown ? 'page' : 'false'}
        >${languageNames.get(each)}</a
      >`,
  )}`;
}
