import { GlassformerError } from '../shared/error.ts';
import type { EngineInfo } from '../shared/model-types.ts';
import type { Rule } from './check.ts';
import { connect, type Connection } from './connection.ts';

/**
 * An engine: one WebAssembly instance, in a worker of its own in a page. All models may share one, and by default do.
 * It starts when it is first needed; if it fails, calls under way are rejected and the next load starts it anew.
 */
export class EngineClient {
  #connection: Promise<Connection> | undefined;
  #closed = false;

  /** Its version, which module runs, memory in bytes, models and generations not yet closed. */
  async info(): Promise<EngineInfo> {
    return (await this.connect()).engine.info();
  }

  /** Ends it with all its models. Calls after that are rejected with code `Closed`. */
  close(): void {
    this.#closed = true;
    this.#connection?.then(
      (connection) => connection.close(),
      () => undefined, // the caller has been told
    );
    this.#connection = undefined;
  }

  /** @internal Whether it is one, and no proxy of one. */
  static isOne(value: unknown): value is EngineClient {
    return typeof value === 'object' && value !== null && #connection in value;
  }

  /** @internal */
  async connect(): Promise<Connection> {
    if (this.#closed)
      throw new GlassformerError('Closed', 'this engine was closed', {
        details: { kind: 'closed' },
      });
    if (this.#connection) return this.#connection;
    const forget = () => {
      if (this.#connection === connection) this.#connection = undefined;
    };
    const connection = (this.#connection = connect(forget));
    connection.catch(forget);
    return connection;
  }
}

/** What an option `engine` must be. */
export const engineRule: Rule = {
  expected: 'an engine of createEngine',
  holds: (value) => EngineClient.isOne(value),
  isLive: true,
};

/** An engine of one's own, beside the one that all models share. */
export function createEngine(): EngineClient {
  return new EngineClient();
}

let shared: EngineClient | undefined;

/** The engine that is used where none is given. */
export function sharedEngine(): EngineClient {
  return (shared ??= new EngineClient());
}
