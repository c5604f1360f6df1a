/** The hand-made model as the reader has it: its weights, the letters that it reads, and its answers to the article's test. */
import { batch, computed, signal } from '@preact/signals-core';
import type { Problem } from 'glassformer/elements';
import { latestOnly, problemOf } from 'glassformer/elements/functions';
import { type Field, field, textCodec } from '../../../address.ts';
import { kMetModel, type MetModel } from '../../../offline/offline.ts';
import { checkLetters, type LettersProblem } from './letters.ts';
import type { AabChange, AabRun, LoadedAab, Prediction } from './model.ts';

const kInitialLetters = 'aabaa';
/** Fetched with the chapter's figures. */
const modelCode = () => import('./model.ts');

export class Aab {
  readonly #loaded = signal<LoadedAab | null>(null);
  readonly #failure = signal<Problem | null>(null);
  readonly #letters = signal<string | null>(null);
  readonly #lettersProblem = signal<LettersProblem | null>(null);
  readonly #run = signal<AabRun | null>(null);
  readonly #predictions = signal<readonly Prediction[] | null>(null);
  #changes = Promise.resolve();

  readonly loaded = computed(() => this.#loaded.value);
  readonly failure = computed(() => this.#failure.value);
  /** As they are typed. */
  readonly letters = computed(() => this.#letters.value ?? kInitialLetters);
  readonly lettersProblem = computed(() => this.#lettersProblem.value);
  /** The last letters that could be read. */
  readonly run = computed(() => this.#run.value);
  readonly predictions = computed(() => this.#predictions.value);
  readonly fields: readonly Field[] = [field('letters', this.#letters, textCodec)];

  constructor() {
    this.letters.subscribe((typed) => this.#read(typed));
  }

  async load(): Promise<void> {
    try {
      const { loadAab } = await modelCode();
      const loaded = await loadAab();
      batch(() => {
        this.#loaded.value = loaded;
        this.#failure.value = null;
      });
      document.dispatchEvent(new CustomEvent<MetModel>(kMetModel, { detail: { model: 'aab' } }));
      this.#read(this.letters.peek());
    } catch (error) {
      this.#fail(error);
    }
  }

  setLetters(typed: string): void {
    this.#letters.value = typed;
  }

  /** Loads the model again, or asks it again. */
  retry(): void {
    if (this.#loaded.peek() === null) void this.load();
    else this.#read(this.letters.peek());
  }

  async test(): Promise<void> {
    try {
      const loaded = await this.#ready();
      const { testAab } = await modelCode();
      if (loaded !== null) this.#predictions.value = await testAab(loaded.model);
    } catch (error) {
      this.#fail(error);
    }
  }

  change(change: AabChange): void {
    this.#changes = this.#changes
      .then(() => this.#makeChange(change))
      .catch((error: unknown) => this.#fail(error));
  }

  /** Changes the model's weights, and reads its letters again. */
  async #makeChange(change: AabChange): Promise<void> {
    const loaded = await this.#ready();
    if (loaded === null) return;
    const { changedAab, runAab } = await modelCode();
    const changed = await changedAab(loaded, change);
    this.#loaded.value = changed;
    const run = this.#run.peek();
    if (changed.weights === loaded.weights || run === null) return;
    const again = await runAab(changed.model, run.letters);
    // Letters that were typed meanwhile were read with the new weights already.
    if (this.#run.peek() === run) this.#run.value = again;
    void this.test();
  }

  readonly #read = latestOnly(async (typed: string) => {
    const checked = checkLetters(typed);
    if ('kind' in checked) {
      this.#lettersProblem.value = checked;
      return;
    }
    try {
      const loaded = await this.#ready();
      if (loaded === null) return;
      const { runAab } = await modelCode();
      const run = await runAab(loaded.model, checked.letters);
      batch(() => {
        this.#run.value = run;
        this.#lettersProblem.value = null;
        this.#failure.value = null;
      });
    } catch (error) {
      this.#fail(error);
    }
  });

  /** The model as the reader has left it, even where its engine has stopped meanwhile. */
  async #ready(): Promise<LoadedAab | null> {
    const loaded = this.#loaded.peek();
    if (loaded === null) return null;
    const { reopenedAab } = await modelCode();
    const ready = await reopenedAab(loaded);
    if (ready !== loaded)
      batch(() => {
        this.#loaded.value = ready;
        this.#failure.value = null;
      });
    return ready;
  }

  #fail(error: unknown): void {
    this.#failure.value = problemOf(error);
  }
}
