/** How far something has come, told a few times a second, with the time that is left at the pace so far. */
import { secondsLeft } from 'glassformer/elements/fetching';
import type { Progress } from './downloading.ts';

export interface Coming extends Progress {
  /** Null: not known yet. */
  readonly secondsLeft: number | null;
}

export const kBetweenMs = 100;

export class Pace {
  #begun: { readonly at: number; readonly loaded: number } | null = null;
  #told = -Infinity;

  /** Null: it was told a moment ago. The end is always told. */
  after({ loaded, total }: Progress, now: number): Coming | null {
    // It may begin anew.
    if (this.#begun === null || loaded < this.#begun.loaded) this.#begun = { at: now, loaded };
    if (now - this.#told < kBetweenMs && loaded !== total) return null;
    this.#told = now;
    return {
      loaded,
      total,
      secondsLeft: secondsLeft({ loaded, total }, this.#begun.loaded, now - this.#begun.at),
    };
  }
}
