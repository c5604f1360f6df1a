/** What the figure calls its tokens, what is patched, and what is followed. */
import type { Model } from '../../index.ts';
import type { PatchedRuns, Target } from '../../study/patched-runs.ts';
import { nameWithBlank, tokenName } from '../base/token-name.ts';
import type { Common } from '../i18n/subjects/common.ts';
import type { Study } from '../i18n/subjects/study.ts';

export class PatchNames {
  readonly #runs: PatchedRuns;
  readonly #model: Model | null;
  readonly #words: Common & Study;

  constructor(runs: PatchedRuns, model: Model | null, words: Common & Study) {
    this.#runs = runs;
    this.#model = model;
    this.#words = words;
  }

  get words(): Study['study']['patch'] {
    return this.#words.study.patch;
  }

  token(token: { readonly id: number; readonly text: string }): string {
    return tokenName(this.#model, this.#words, token).text;
  }

  /** The names of the two lines' tokens at a place. */
  tokensAt(place: number): readonly [clean: string, corrupted: string] {
    const { clean, corrupted } = this.#runs;
    return [clean, corrupted].map(({ tokens }) => {
      const token = tokens[place];
      return token === undefined ? '' : this.token(token);
    }) as [string, string];
  }

  /** The answers of the two lines. */
  get answers(): readonly [clean: string, corrupted: string] {
    const { clean, corrupted } = this.#runs;
    return [this.token(clean.answer), this.token(corrupted.answer)];
  }

  /** What is patched at a layer, in words. */
  where(layer: number): string {
    const { activation, head } = this.#runs.question;
    const where = this.words.where[activation](layer + 1);
    return head === null ? where : this.words.inHead(where, head + 1);
  }

  followed(target: Target | null): string {
    return target === null ? this.words.difference : this.words.logitOf(this.token(target));
  }

  /** What can be followed, in the list that offers it. */
  listed(target: Target): string {
    return this.words.logitOf(nameWithBlank(this.#model, this.#words, target));
  }
}
