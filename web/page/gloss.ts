/** What the words of a translation mostly stand for, for readers of the other language. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import type { GlossTable } from 'glassformer/elements';
import type { Language } from './i18n/texts.ts';
import type { PageLanguage } from './language.ts';
import type { Translator } from './translator.ts';
import type { TranslatorName } from './source.ts';

const kTables: Readonly<Record<TranslatorName, () => Promise<{ readonly default: object }>>> = {
  'en-zh': () => import('../../models/en-zh/gloss.json'),
  'zh-en': () => import('../../models/zh-en/gloss.json'),
};

/** The model that writes what a reader of the page in that language may not know. */
const foreignTo = (language: Language): TranslatorName => (language === 'zh' ? 'zh-en' : 'en-zh');

export class Gloss {
  readonly #isNear = signal(false);
  readonly #tables = signal<Partial<Readonly<Record<TranslatorName, GlossTable>>>>({});
  readonly #asked = new Set<TranslatorName>();
  /** The table for the model that translates now; null where none is needed, or it has not been fetched. */
  readonly table: ReadonlySignal<GlossTable | null>;

  constructor({ name }: PageLanguage, { model }: Translator) {
    this.table = computed(() =>
      model.value === foreignTo(name.value) ? (this.#tables.value[model.value] ?? null) : null,
    );
    effect(() => {
      if (this.#isNear.value) void this.#fetch(foreignTo(name.value));
    });
  }

  /** The reader is near: from now on tables are fetched, once each. */
  comeNear(): void {
    this.#isNear.value = true;
  }

  /** Without a table the figure is as good as before: that it could not be fetched is a matter for the log. */
  async #fetch(name: TranslatorName): Promise<void> {
    if (this.#asked.has(name)) return;
    this.#asked.add(name);
    try {
      const { default: table } = await kTables[name]();
      this.#tables.value = { ...this.#tables.peek(), [name]: table as GlossTable };
    } catch (error) {
      this.#asked.delete(name);
      console.warn(error);
    }
  }
}
