/** The engine that the figures share: what it says of itself, or why it cannot run. */
import { signal } from '@preact/signals-core';
import { type EngineInfo, sharedEngine } from 'glassformer';
import type { Problem } from 'glassformer/elements';
import { problemOf } from 'glassformer/elements/functions';

export class PageEngine {
  readonly info = signal<EngineInfo | null>(null);
  /** The engine cannot run here at all. */
  readonly failure = signal<Problem | null>(null);

  /** Asks the engine once. One that has just been lost is asked again after the next run. */
  async read(): Promise<void> {
    if (this.info.peek() !== null) return;
    try {
      this.info.value = await sharedEngine().info();
    } catch {
      // The figures say what is wrong with it.
    }
  }

  fail(error: unknown): void {
    this.failure.value = problemOf(error);
  }
}
