/** How far something has come, told a few times a second, with the time that is left at the pace so far. */
import type { Progress } from './download.ts';

export interface Coming extends Progress {
  /** Null: not known yet. */
  readonly secondsLeft: number | null;
}

const kBetweenMs = 100;
/** A pace is known after so long. */
const kKnownMs = 1000;

export class Pace {
  #begun: number | null = null;
  #told = -Infinity;

  /** Null: it was told a moment ago. The end is always told. */
  after({ loaded, total }: Progress, now: number): Coming | null {
    this.#begun ??= now;
    if (now - this.#told < kBetweenMs && loaded !== total) return null;
    this.#told = now;
    const taken = now - this.#begun;
    const isKnown = taken >= kKnownMs && total !== undefined && loaded > 0;
    const secondsLeft = isKnown ? Math.ceil((taken * (total - loaded)) / loaded / 1000) : null;
    return { loaded, total, secondsLeft };
  }
}
