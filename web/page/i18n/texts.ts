import type { Texts } from './en.ts';
import * as tables from './tables.ts';

export type { Texts } from './en.ts';

/** A language as it is named in the address. */
export type Language = keyof typeof tables;

export const texts: Readonly<Record<Language, Texts>> = tables;

/** All of them, in the order of their names. */
export const languages = Object.keys(tables) as readonly Language[];

/** Each language in its own words. */
export const languageNames = Object.fromEntries(
  languages.map((language) => [
    language,
    new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language,
  ]),
) as Readonly<Record<Language, string>>;
