/** The search of a tree to which no script gives the steps: from the text of its figure on, or for its translation. */
import type { GenerationStep } from '../../shared/generation-types.ts';
import { isEncoderDecoder } from '../../shared/architecture.ts';
import type { FigureContext } from '../base/figure-context.ts';
import { LatestAnswer } from '../base/latest.ts';
import { type Problem, problemOf } from '../i18n/problem.ts';
import type { Common } from '../i18n/subjects/common.ts';
import type { Found, Search } from './search.ts';
import type { SearchSettings } from './search-settings.ts';

interface Host {
  readonly figure: FigureContext;
  problem: Problem;
  requestUpdate(): void;
}

/** A model, and its tokens or the text that it translates. */
type Start = Pick<Search, 'model' | 'source'>;

export class OwnSearch {
  readonly #host: Host;
  readonly #searches: LatestAnswer<Search, Found>;
  #found: Found | null = null;
  #start: Start | null = null;

  constructor(host: Host) {
    this.#host = host;
    this.#searches = new LatestAnswer<Search, Found>(host, {
      // What searches is fetched where a tree does so by itself.
      answer: async (asked) => (await import('./search.ts')).search(asked),
      same: sameSearch,
      isReady: () => host.figure.modelOfRun() !== null,
      take: (found) => {
        this.#found = found;
        host.problem = '';
      },
      fail: (error, { model }) => {
        if (model === host.figure.state.model) host.problem = problemOf(error);
      },
    });
  }

  get isBusy(): boolean {
    return this.#searches.isBusy;
  }

  get steps(): readonly GenerationStep[] | null {
    return this.#found?.steps ?? null;
  }

  get options(): Readonly<Record<string, number>> {
    return this.#found?.options ?? {};
  }

  /** What it goes on from, for the root. */
  get ending(): string {
    return this.#found?.ending ?? '';
  }

  /** The options in words. */
  linesIn(words: Common): readonly string[] {
    return this.#found?.linesIn(words) ?? [];
  }

  /** Takes over the figure's text, where there is one. Returns whether it is another than that of the search before. */
  follow(): boolean {
    const { model, run, text } = this.#host.figure.state;
    // A text that is not read yet is followed by its run; an encoder–decoder's is read by the search alone.
    const source = model !== null && isEncoderDecoder(model) ? text : run?.tokens;
    if (model === null || source === undefined || source.length === 0) return false;
    const before = this.#start;
    this.#start = { model, source };
    return before !== null && !isSameText(before, this.#start);
  }

  ask(settings: SearchSettings | null): void {
    const ablate = this.#host.figure.ablations;
    if (this.#start !== null) this.#searches.ask({ ...this.#start, settings, ablate });
  }

  forget(): void {
    [this.#found, this.#start] = [null, null];
    this.#searches.forget();
  }
}

const sameSearch = (a: Search, b: Search): boolean =>
  a.model === b.model &&
  a.source === b.source &&
  a.ablate === b.ablate &&
  JSON.stringify(a.settings) === JSON.stringify(b.settings);

const isSameText = (a: Start, b: Start): boolean =>
  a.model === b.model && textOf(a.source) === textOf(b.source);

/** The same for each run of the same tokens. */
const textOf = (source: Start['source']): string =>
  typeof source === 'string' ? source : source.map(({ id }) => id).join();
