/** Steps that follow each other slowly enough to be read. */
const kPaceMs = 420;

export class Pace {
  readonly #wait: (took: number) => number;
  #timer = 0;
  /** Counts runs and stops: an older run stops at its next await. */
  #runs = 0;

  /** @param wait given the milliseconds that a step took, those to wait until the next one */
  constructor(wait: (took: number) => number = () => kPaceMs) {
    this.#wait = wait;
  }

  /** Takes steps until one returns false, or until `stop` is called. */
  run(step: () => Promise<boolean>, ended: () => void): void {
    this.stop();
    const run = this.#runs;
    const go = async () => {
      const begun = performance.now();
      const goesOn = await step();
      if (run !== this.#runs) return;
      if (!goesOn) return ended();
      const wait = this.#wait(performance.now() - begun);
      this.#timer = window.setTimeout(() => void go(), Math.max(0, wait));
    };
    void go();
  }

  stop(): void {
    ++this.#runs;
    clearTimeout(this.#timer);
  }
}
