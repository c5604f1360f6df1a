/** The page's language: what the address says, else what was chosen on an earlier visit, else what the browser prefers. */
import { batch, computed, type Signal, signal } from '@preact/signals-core';
import { type Field, field, oneOf, readAddress } from './address.ts';
import {
  isLoaded,
  kMainLanguage,
  type Language,
  languages,
  loadLanguage,
  textsIn,
} from './i18n/texts.ts';
import { memory } from './memory.ts';

export class PageLanguage {
  readonly #chosen = signal<Language | null>(null);
  /** The one that is shown, whose texts are there. */
  readonly #name: Signal<Language>;
  readonly #failed = signal<Language | null>(null);
  #wanted: Language;
  readonly name = computed(() => this.#name.value);
  readonly texts = computed(() => textsIn(this.#name.value));
  /** One whose texts could not be fetched; null: none. */
  readonly failed = computed(() => this.#failed.value);
  readonly fields: readonly Field[] = [this.#field()];

  /** @param first one whose texts are loaded */
  constructor(first: Language) {
    this.#name = signal(first);
    this.#wanted = first;
  }

  choose(language: Language): void {
    memory.set('language', language);
    batch(() => {
      this.#chosen.value = language;
      this.#show(language);
    });
  }

  /** At once where its texts are there, else when they have come, unless another one is wanted then. */
  #show(language: Language): void {
    this.#wanted = language;
    this.#failed.value = null;
    if (isLoaded(language)) this.#name.value = language;
    else void this.#load(language);
  }

  async #load(language: Language): Promise<void> {
    const isThere = await loadLanguage(language).then(
      () => true,
      () => false,
    );
    if (this.#wanted !== language) return;
    if (isThere) this.#name.value = language;
    else this.#failed.value = language;
  }

  /** An address without a language leaves the one that is shown. */
  #field(): Field {
    const chosen = languageField(this.#chosen);
    return {
      ...chosen,
      read: (text) => {
        chosen.read(text);
        this.#show(this.#chosen.value ?? this.#name.value);
      },
    };
  }
}

function languageField(chosen: Signal<Language | null>): Field {
  return field('lang', chosen, oneOf(languages));
}

/**
 * The language of a visit. The page's own folder shows each reader their language; the folder of another language shows
 * that one, whatever the reader chose before.
 * @param hash of the address
 * @param folder the language of the document's folder
 */
export function firstLanguage(hash: string, folder: Language): Language {
  const named = signal<Language | null>(null);
  readAddress([languageField(named)], hash);
  if (named.value !== null) return named.value;
  if (folder !== kMainLanguage) return folder;
  const remembered = memory.get('language');
  return languages.find((each) => each === remembered) ?? preferredLanguage(navigator.languages);
}

/** The first of the reader's languages that the page has. */
export function preferredLanguage(preferred: readonly string[]): Language {
  for (const each of preferred) {
    const match = languages.find((language) => each.toLowerCase().startsWith(language));
    if (match) return match;
  }
  return kMainLanguage;
}
