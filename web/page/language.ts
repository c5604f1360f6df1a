/** The page's language: what the address says, else what was chosen on an earlier visit, else what the browser prefers. */
import { batch, computed, type Signal, signal } from '@preact/signals-core';
import { type Field, field, oneOf } from './address.ts';
import { type Language, languages, textsIn } from './i18n/texts.ts';
import { memory } from './memory.ts';

export class PageLanguage {
  readonly #chosen = signal<Language | null>(null);
  readonly #name: Signal<Language>;
  readonly name = computed(() => this.#name.value);
  readonly texts = computed(() => textsIn(this.#name.value));
  readonly fields: readonly Field[] = [this.#field()];

  constructor(first: Language) {
    this.#name = signal(first);
  }

  choose(language: Language): void {
    memory.set('language', language);
    batch(() => {
      this.#chosen.value = language;
      this.#name.value = language;
    });
  }

  /** An address without a language leaves the one that is shown. */
  #field(): Field {
    const chosen = field('lang', this.#chosen, oneOf(languages));
    return {
      ...chosen,
      read: (text) => {
        chosen.read(text);
        this.#name.value = this.#chosen.value ?? this.#name.value;
      },
    };
  }
}

/** The language of a visit whose address names none. */
export function firstLanguage(): Language {
  const remembered = memory.get('language');
  return languages.find((each) => each === remembered) ?? preferredLanguage(navigator.languages);
}

/** The first of the reader's languages that the page has. */
export function preferredLanguage(preferred: readonly string[]): Language {
  for (const each of preferred) {
    const match = languages.find((language) => each.toLowerCase().startsWith(language));
    if (match) return match;
  }
  return 'en';
}
