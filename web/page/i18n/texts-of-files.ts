/** The texts of one subject in all languages: a glob imports the file with its name of each language. */
import { kMainLanguage, type Language } from './texts.ts';

/**
 * @param files by path
 * @param subject the files' name without its ending
 * @returns the file of a language, or that of the main language where it has none
 */
export function textsOf<File>(
  files: Readonly<Record<string, File>>,
  subject: string,
  language: Language,
): File {
  const of = (each: Language) => files[`./languages/${each}/${subject}.ts`];
  return of(language) ?? of(kMainLanguage)!;
}
