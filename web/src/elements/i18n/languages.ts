/** Which languages there are words in, and the words of a subject in one of them. */
import { printable } from '../../shared/printable.ts';
import { guarded } from './guarded.ts';
import type { Words } from './words.ts';

/** The languages that the elements come with, by their tags. */
const kOwn = ['en', 'zh'] as const;
type Own = (typeof kOwn)[number];

/** Parts of a tag that are looked at. A `lang` may have as many as its author likes, and all of them would take minutes. */
const kMaxParts = 16;

const taught = new Map<string, Words>();
const subjects = new Set<Subject<object>>();
const listeners = new Set<() => void>();

/**
 * Words that are fetched together, in every language that the elements come with. An element that needs a subject imports
 * it, so that no page fetches the words of elements that it has not.
 */
export class Subject<T extends object> {
  readonly #tables: Readonly<Record<Own, T>>;
  /** Of a taught language's table: what it says of this subject. */
  readonly #taught = new WeakMap<Words, T>();

  constructor(tables: Readonly<Record<Own, T>>) {
    this.#tables = tables;
    subjects.add(this);
  }

  /** For "zh-Hans-CN" those of "zh", where there are none closer; English for a language we lack. */
  in(language: string): T {
    const parts = language.toLowerCase().split('-', kMaxParts);
    for (let length = parts.length; length > 0; --length) {
      const tag = parts.slice(0, length).join('-');
      const table = taught.get(tag);
      if (table !== undefined) return this.#of(table, tag);
      if (isOwn(tag)) return this.#tables[tag];
    }
    return this.#tables.en;
  }

  /** The words of both. */
  with<U extends object>(other: Vocabulary<U>): Vocabulary<T & U> {
    return joined(this, other);
  }

  /** "byHand.x": what a table lacks of this subject. */
  lacking(table: object): string[] {
    return missingKeys(table, this.#tables.en);
  }

  /** A language may have been taught before this subject came: what it lacks is said, and is English. */
  #of(table: Words, tag: string): T {
    const known = this.#taught.get(table);
    if (known !== undefined) return known;
    const lacking = this.lacking(table);
    if (lacking.length > 0)
      console.warn(`the words for "${tag}" lack: ${lacking.join(', ')}; they are in English`);
    const gaps = new Set(lacking.map((path) => path.split('.')[0]));
    const { en } = this.#tables;
    const kept = Object.entries(table).filter(([key]) => key in en && !gaps.has(key));
    const words = guarded({ ...en, ...Object.fromEntries(kept) }, en, tag);
    this.#taught.set(table, words);
    return words;
  }
}

/** One subject or several. */
export interface Vocabulary<T extends object> {
  in(language: string): T;
  with<U extends object>(other: Vocabulary<U>): Vocabulary<T & U>;
}

function joined<T extends object, U extends object>(
  one: Vocabulary<T>,
  other: Vocabulary<U>,
): Vocabulary<T & U> {
  const tables = new WeakMap<T, T & U>();
  const all: Vocabulary<T & U> = {
    in(language) {
      const first = one.in(language);
      const known = tables.get(first);
      if (known !== undefined) return known;
      const table = { ...first, ...other.in(language) };
      tables.set(first, table);
      return table;
    },
    with: (third) => joined(all, third),
  };
  return all;
}

/**
 * Teaches the elements a language, by its tag ("fr", "pt-BR"); what stands on the page follows at once. A table has the
 * keys of the English one.
 */
export function registerLanguage(tag: string, words: Words): void {
  const name = canonical(tag);
  const table = { ...words };
  const lacking = [...subjects].flatMap((subject) => subject.lacking(table));
  if (lacking.length > 0)
    throw new TypeError(`the words for "${name}" lack: ${lacking.join(', ')}`);
  taught.set(name.toLowerCase(), table);
  wordsCame();
}

/** There are words that were not there before: what stands on the page follows. */
export function wordsCame(): void {
  listeners.forEach((tell) => tell());
}

/** The tags of all languages that there are words in. */
export function languages(): readonly string[] {
  return [...new Set([...kOwn, ...taught.keys()])];
}

/** Calls `listener` whenever words come; returns what ends that. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const isOwn = (tag: string): tag is Own => kOwn.some((own) => own === tag);

function canonical(tag: string): string {
  try {
    // It also takes lists of tags, and undefined for none.
    const [name] = typeof tag === 'string' ? Intl.getCanonicalLocales(tag) : [];
    if (name !== undefined) return name;
  } catch {
    // no tag
  }
  throw new RangeError(`no language tag: ${printable(String(tag))}`);
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
