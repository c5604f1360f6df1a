/** What the build writes into the document for the page's script: its words and its examples. */
import type { LiveWords, ReferenceWords } from './words.ts';

export const kWordsId = 'reference-words';

export interface WordsFile {
  readonly words: LiveWords;
  readonly examples: Readonly<Record<string, string>>;
}

export const wordsFile = ({ live, examples }: ReferenceWords): WordsFile => ({
  words: live,
  examples,
});

export function wordsIn(page: Document): WordsFile {
  return JSON.parse(page.getElementById(kWordsId)?.textContent ?? '') as WordsFile;
}

/** A sentence with what was found in the places {0}, {1} … */
export function said(sentence: string, ...found: readonly (string | number)[]): string {
  return sentence.replace(/\{(\d)\}/g, (_, at: string) => String(found[Number(at)] ?? ''));
}
