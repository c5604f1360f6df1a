/**
 * The languages of the page: a file each in languages/, by the name that stands in the address, with its parts in a folder.
 * One that the elements do not come with brings their words along. Each is fetched when it is first shown.
 */
import type { Words } from 'glassformer/elements';
import { registerLanguage, sayErrors } from 'glassformer/elements/functions';
import type { texts as english } from './languages/en.ts';

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
    glob<Module>(pattern: string): Record<string, () => Promise<Module>>;
    glob<Module>(pattern: string, options: { readonly eager: true }): Record<string, Module>;
  }
}

/** The language of the page's own folder, and of what no other language was asked for. */
export const kMainLanguage: Language = 'en';

/** Files by their paths, as languages by their names, in the order of these. */
export function languagesOf<File>(
  files: Readonly<Record<string, File>>,
): ReadonlyMap<Language, File> {
  const named = Object.entries(files).map(
    ([path, file]) => [path.replace(/^.*\/|\.ts$/g, ''), file] as const,
  );
  return new Map(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const files = languagesOf(import.meta.glob<LanguageFile>('./languages/*.ts'));
const loaded = new Map<Language, Texts>();

/** All of them, in the order of their names. */
export const languages: readonly Language[] = [...files.keys()];

/** Fetches the texts of a language, which textsIn() then has. Rejects where they cannot be had, or where there are none. */
export async function loadLanguage(language: Language): Promise<void> {
  if (isLoaded(language)) return;
  const load = files.get(language);
  if (load === undefined) throw new Error(`the page has no texts in "${language}"`);
  const { texts, words } = await load();
  if (words !== undefined) registerLanguage(language, words);
  sayErrors(texts.language, texts.errors);
  loaded.set(language, texts);
}

export function isLoaded(language: Language): boolean {
  return loaded.has(language);
}

/** The texts of a language that was loaded. */
export function textsIn(language: Language): Texts {
  const texts = loaded.get(language);
  if (texts === undefined) throw new Error(`the texts in "${language}" were not loaded`);
  return texts;
}

/** Each language in its own words. */
export const languageNames: ReadonlyMap<Language, string> = new Map(
  languages.map((language) => [
    language,
    new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language,
  ]),
);

/** The folder of the page in a language, seen from the page's own. */
export function folderOf(language: Language): string {
  return language === kMainLanguage ? './' : `${language}/`;
}
