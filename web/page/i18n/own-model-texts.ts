/** The texts of a model of the reader's own, in all languages: fetched with what they are about. */
import type { ownModel } from './languages/en/own-model.ts';
import type { Language } from './texts.ts';
import { textsOf } from './texts-of-files.ts';

export type OwnModelTexts = typeof ownModel;

const files = import.meta.glob<{ readonly ownModel: OwnModelTexts }>('./languages/*/own-model.ts', {
  eager: true,
});

export function ownModelTexts(language: Language): OwnModelTexts {
  return textsOf(files, 'own-model', language).ownModel;
}
