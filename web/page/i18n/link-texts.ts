/** What is told of a link, in all languages: fetched when something is. */
import type { link } from './languages/en/link.ts';
import type { Language } from './texts.ts';
import { textsOf } from './texts-of-files.ts';

export type LinkTexts = typeof link;

const files = import.meta.glob<{ readonly link: LinkTexts }>('./languages/*/link.ts', {
  eager: true,
});

export function linkTexts(language: Language): LinkTexts {
  return textsOf(files, 'link', language).link;
}
