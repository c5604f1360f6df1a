/** Steps that follow each other slowly enough to be read. */
const kPaceMs = 420;

export class Pace {
  #timer = 0;
  /** Counts runs and stops: an older run stops at its next await. */
  #runs = 0;

  /** Takes steps until one gives false, which is its end, or until it is stopped. */
  run(step: () => Promise<boolean>, ended: () => void): void {
    this.stop();
    const run = this.#runs;
    const go = async () => {
      const goesOn = await step();
      if (run !== this.#runs) return;
      if (goesOn) this.#timer = window.setTimeout(() => void go(), kPaceMs);
      else ended();
    };
    void go();
  }

  stop(): void {
    ++this.#runs;
    clearTimeout(this.#timer);
  }
}
