/** What the address holds, so that a link shares the figure; and what is remembered between visits. */
import { type Language, languages } from './i18n/texts.ts';
import { type Writer, writers } from './writers.ts';

export type View = 'matrix' | 'lines';

/** Absent where the reader has chosen nothing. */
export interface Choices {
  readonly language?: Language;
  readonly text?: string;
  readonly seed?: number;
  readonly view?: View;
  readonly letters?: string;
  /** What is translated. */
  readonly source?: string;
  /** Who writes on, and from what. */
  readonly writer?: Writer;
  readonly prompt?: string;
}

export function readAddress(hash: string): Choices {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const language = languages.find((each) => each === fields.get('lang'));
  const text = fields.get('text');
  const seed = readSeed(fields.get('seed') ?? '');
  const view = (['matrix', 'lines'] as const).find((each) => each === fields.get('view'));
  const letters = fields.get('letters');
  const source = fields.get('source');
  const writer = writers.find((each) => each === fields.get('writer'));
  const prompt = fields.get('prompt');
  return {
    ...(language && { language }),
    ...(text !== null && { text }),
    ...(seed !== null && { seed }),
    ...(view && { view }),
    ...(letters !== null && { letters }),
    ...(source !== null && { source }),
    ...(writer && { writer }),
    ...(prompt !== null && { prompt }),
  };
}

export function writeAddress(choices: Choices): string {
  const fields = new URLSearchParams();
  if (choices.language !== undefined) fields.set('lang', choices.language);
  if (choices.text !== undefined) fields.set('text', choices.text);
  if (choices.seed !== undefined) fields.set('seed', String(choices.seed));
  if (choices.view !== undefined) fields.set('view', choices.view);
  if (choices.letters !== undefined) fields.set('letters', choices.letters);
  if (choices.source !== undefined) fields.set('source', choices.source);
  if (choices.writer !== undefined) fields.set('writer', choices.writer);
  if (choices.prompt !== undefined) fields.set('prompt', choices.prompt);
  const written = fields.toString();
  return written === '' ? '' : `#${written}`;
}

/** A seed as PyTorch takes it within 32 bits; null for anything else. */
export function readSeed(text: string): number | null {
  if (!/^\d{1,10}$/.test(text.trim())) return null;
  const seed = Number(text);
  return seed < 2 ** 32 ? seed : null;
}

/** The first of the reader's languages that the page has. */
export function preferredLanguage(preferred: readonly string[]): Language {
  for (const each of preferred) {
    const match = languages.find((language) => each.toLowerCase().startsWith(language));
    if (match) return match;
  }
  return 'en';
}

/** Storage that may be forbidden: then nothing is remembered. */
export const memory = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(`glassformer.${key}`);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(`glassformer.${key}`, value);
    } catch {
      // A browser that forbids it has a reader who wants it so.
    }
  },
};
