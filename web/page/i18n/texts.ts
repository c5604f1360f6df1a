/**
 * The languages of the page: a file each in languages/, by the name that stands in the address, with its parts in a folder.
 * One that the elements do not come with brings their words along.
 */
import type { Words } from 'glassformer/elements';
import { texts as english } from './languages/en.ts';

export type Texts = typeof english;

/** A language as it is named in the address. */
export type Language = string;

export interface LanguageFile {
  readonly texts: Texts;
  /** What the elements say, where they do not speak the language by themselves. */
  readonly words?: Words;
}

declare global {
  interface ImportMeta {
    /** Vite's: the modules that a pattern names, by their paths. */
    glob<Module>(pattern: string, options: { readonly eager: true }): Record<string, Module>;
  }
}

/** Files by their paths, as languages by their names, in the order of these. */
export function languagesOf<File>(
  files: Readonly<Record<string, File>>,
): ReadonlyMap<Language, File> {
  const named = Object.entries(files).map(
    ([path, file]) => [path.replace(/^.*\/|\.ts$/g, ''), file] as const,
  );
  return new Map(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const files = languagesOf(import.meta.glob<LanguageFile>('./languages/*.ts', { eager: true }));

/** All of them, in the order of their names. */
export const languages: readonly Language[] = [...files.keys()];

/** English for a language that the page lacks. */
export function textsIn(language: Language): Texts {
  return files.get(language)?.texts ?? english;
}

/** Words that the elements are still to be taught. */
export const wordsToTeach: readonly (readonly [Language, Words])[] = [...files].flatMap(
  ([language, { words }]) => (words === undefined ? [] : [[language, words] as const]),
);

/** Each language in its own words. */
export const languageNames: ReadonlyMap<Language, string> = new Map(
  languages.map((language) => [
    language,
    new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language,
  ]),
);
