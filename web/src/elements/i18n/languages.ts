/** Which languages there are words in. */
import { en, type Words } from './en.ts';
import * as tables from './tables.ts';

const registered = new Map<string, Words>(Object.entries(tables));
const listeners = new Set<() => void>();

/**
 * Teaches the elements a language, by its tag ("fr", "pt-BR"); what stands on the page follows at once. A table has the
 * keys of the English one.
 */
export function registerLanguage(tag: string, words: Words): void {
  const name = canonical(tag);
  const lacking = missingKeys(words, en);
  if (lacking.length > 0)
    throw new TypeError(`the words for "${name}" lack: ${lacking.join(', ')}`);
  registered.set(name.toLowerCase(), words);
  listeners.forEach((tell) => tell());
}

/** The tags of all languages that there are words in. */
export function languages(): readonly string[] {
  return [...registered.keys()];
}

/** The words for a language tag: for "zh-Hans-CN" those of "zh", where there are none closer; English for those we lack. */
export function wordsFor(language: string): Words {
  const parts = language.toLowerCase().split('-');
  for (let length = parts.length; length > 0; --length) {
    const words = registered.get(parts.slice(0, length).join('-'));
    if (words !== undefined) return words;
  }
  return en;
}

/** Calls `listener` whenever a language comes; returns what ends that. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function canonical(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] as string;
  } catch {
    throw new RangeError(`no language tag: ${tag}`);
  }
}

/** "byHand.x": what `table` has not, or has of another kind. */
function missingKeys(table: unknown, wanted: object, path = ''): string[] {
  return Object.entries(wanted).flatMap(([key, value]: [string, unknown]) => {
    const found = (table as Record<string, unknown> | null | undefined)?.[key];
    if (typeof found !== typeof value) return [path + key];
    return typeof value === 'object' && value !== null
      ? missingKeys(found, value, `${path}${key}.`)
      : [];
  });
}
