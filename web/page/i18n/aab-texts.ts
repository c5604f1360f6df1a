/** The texts of the two small models' figures, in all languages: fetched with what they are about. */
import type { aabFigures } from './languages/en/aab.ts';
import type { Language } from './texts.ts';
import { textsOf } from './texts-of-files.ts';

export type AabTexts = typeof aabFigures;

const files = import.meta.glob<{ readonly aabFigures: AabTexts }>('./languages/*/aab.ts', {
  eager: true,
});

export function aabTexts(language: Language): AabTexts {
  return textsOf(files, 'aab', language).aabFigures;
}
