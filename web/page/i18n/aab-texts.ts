/** The texts of the two small models' figures, in all languages: fetched with what they are about. */
import type { aabFigures } from './languages/en/aab.ts';
import { kMainLanguage, type Language } from './texts.ts';

export type AabTexts = typeof aabFigures;

const files = import.meta.glob<{ readonly aabFigures: AabTexts }>('./languages/*/aab.ts', {
  eager: true,
});

export function aabTexts(language: Language): AabTexts {
  const file = files[`./languages/${language}/aab.ts`];
  return (file ?? files[`./languages/${kMainLanguage}/aab.ts`]!).aabFigures;
}
