/** What is told of a link, in all languages: fetched when something is. */
import type { link } from './languages/en/link.ts';
import { kMainLanguage, type Language } from './texts.ts';

export type LinkTexts = typeof link;

const files = import.meta.glob<{ readonly link: LinkTexts }>('./languages/*/link.ts', {
  eager: true,
});

export function linkTexts(language: Language): LinkTexts {
  const file = files[`./languages/${language}/link.ts`];
  return (file ?? files[`./languages/${kMainLanguage}/link.ts`]!).link;
}
