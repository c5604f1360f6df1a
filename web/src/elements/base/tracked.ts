/** Values in a template that depend on what is looked at: they alone are written again when that changes. */
import { AsyncDirective } from 'lit/async-directive.js';
import { directive, type DirectiveResult } from 'lit/directive.js';

interface Host {
  readonly hasUpdated: boolean;
  readonly isUpdatePending: boolean;
  requestUpdate(): void;
}

export interface TrackedOptions {
  /** Calls `write` when the host may; resolves after that. */
  turn(write: () => void): unknown;
  /** Called after the values were written without an update. */
  written(): void;
}

/**
 * The tracked values of an element. They are written into the nodes that are there, without an update of the element; an
 * update renders them like all others.
 */
export class TrackedValues {
  readonly #host: Host;
  readonly #options: TrackedOptions;
  readonly #values = new Set<TrackedDirective>();
  #writing: Promise<void> | null = null;

  constructor(host: Host, options: TrackedOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** For a template: `class=${tracked.value(() => …)}` or `${tracked.value(() => html`…`)}`. */
  value(compute: () => unknown): DirectiveResult {
    return trackedValue(this.#values, compute);
  }

  /** Writes the values that have changed, once for all that changes in one task. */
  write(): void {
    this.#writing ??= this.#write();
  }

  /** Resolves when nothing is left to be written. */
  async complete(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    await Promise.resolve();
    await this.#options.turn(() => this.#writeNow());
  }

  #writeNow(): void {
    this.#writing = null;
    if (this.#host.isUpdatePending || !this.#host.hasUpdated) return;
    try {
      // A value that is a template may have others inside, which come and go with it.
      for (const each of [...this.#values]) if (this.#values.has(each)) each.write();
      this.#options.written();
    } catch {
      this.#host.requestUpdate(); // which says what is wrong
    }
  }
}

class TrackedDirective extends AsyncDirective {
  #all: Set<TrackedDirective> | null = null;
  #compute: () => unknown = () => undefined;

  override render(all: Set<TrackedDirective>, compute: () => unknown): unknown {
    this.#all = all;
    this.#compute = compute;
    if (this.isConnected) all.add(this);
    return compute();
  }

  write(): void {
    this.setValue(this.#compute());
  }

  override disconnected(): void {
    this.#all?.delete(this);
  }

  override reconnected(): void {
    this.#all?.add(this);
  }
}

const trackedValue = directive(TrackedDirective);
