/** The texts of a model of the reader's own, in all languages: fetched with what they are about. */
import type { ownModel } from './languages/en/own-model.ts';
import { kMainLanguage, type Language } from './texts.ts';

export type OwnModelTexts = typeof ownModel;

const files = import.meta.glob<{ readonly ownModel: OwnModelTexts }>('./languages/*/own-model.ts', {
  eager: true,
});

export function ownModelTexts(language: Language): OwnModelTexts {
  const file = files[`./languages/${language}/own-model.ts`];
  return (file ?? files[`./languages/${kMainLanguage}/own-model.ts`]!).ownModel;
}
