/** The reference without a browser: a document for each language, which the build writes into files. */
import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { kMainLanguage, type Language, loadLanguage, textsIn } from '../i18n/texts.ts';
import { compact } from '../static/stand-ins.ts';
import { catalogOf, type Sources } from './catalog.ts';
import { kWordsId, wordsFile } from './live-words.ts';
import { referenceFolder } from './folder.ts';
import { referenceView } from './view.ts';
import type { ReferenceWords } from './words.ts';
import { words as en } from './words/en.ts';
import { words as zh } from './words/zh.ts';

/** A language without words here fails the build. */
const referenceWords: Readonly<Partial<Record<Language, ReferenceWords>>> = { en, zh };

/** A document, as tools/build/static_pages.mjs writes it. */
export interface StaticReference {
  readonly language: Language;
  /** Its folder, seen from the page's own, and the way back. */
  readonly path: string;
  readonly up: string;
  readonly tag: string;
  readonly title: string;
  readonly description: string;
  readonly body: string;
  readonly data: string;
}

export async function staticReference(
  language: Language,
  sources: Sources,
): Promise<StaticReference> {
  await loadLanguage(language);
  const words = referenceWords[language];
  if (words === undefined) throw new Error(`the reference has no words in "${language}"`);
  const path = referenceFolder(language);
  const up = language === kMainLanguage ? '../' : '../../';
  const view = referenceView({ language, words, catalog: catalogOf(sources), folder: up });
  const json = JSON.stringify(wordsFile(words)).replaceAll('<', '\\u003c');
  return {
    language,
    path,
    up,
    tag: textsIn(language).language,
    title: `Glassformer · ${words.title}`,
    description: words.description,
    body: compact(await collectResult(render(view, { elementRenderers: [] }))),
    data: `<script type="application/json" id="${kWordsId}">${json}</script>`,
  };
}
