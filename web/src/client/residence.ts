import type { Engine, ModelHandle } from '../shared/engine.ts';
import type { Connection } from './connection.ts';

/** In which engine a model is, and its handle there. */
export interface Place {
  readonly connection: Connection;
  readonly handle: ModelHandle;
}

const free = ({ connection, handle }: Place): Promise<void> =>
  connection.engine.closeModel(handle).catch(() => {});

// Frees models that were garbage-collected without close().
const dropped = new FinalizationRegistry<Place>((place) => void free(place));

/** Where a loaded model is. Once its engine has stopped it is opened again in another, if that can be. */
export class Residence {
  readonly #reopen: (() => Promise<Place>) | null;
  #place: Place;
  #reopening: Promise<Place> | null = null;
  #isClosed = false;
  /** Names of the weights that were changed since loading: while there are any, the model cannot be opened again from its files. */
  readonly #changed = new Set<string>();
  /** How often weights were set: what was read of them before may hold no longer. */
  revision = 0;

  /** `reopen` is null where there is nothing to open it from. */
  constructor(place: Place, reopen: (() => Promise<Place>) | null) {
    this.#place = place;
    this.#reopen = reopen;
    dropped.register(this, place, this);
  }

  get handle(): ModelHandle {
    return this.#place.handle;
  }

  /** True once it was closed, and while its engine has stopped, until a call has opened it again. */
  get isClosed(): boolean {
    return this.#isClosed || this.#place.connection.failed;
  }

  /**
   * A weight was set, to its values in the files or to others.
   * @return whether it had others before
   */
  noteSet(name: string, isChanged: boolean): boolean {
    const wasChanged = this.#changed.has(name);
    this.#changed[isChanged ? 'add' : 'delete'](name);
    this.revision++;
    return wasChanged;
  }

  /** Calls in the order in which they were made, in the engine where the model is. */
  ask<T>(call: (engine: Engine, handle: ModelHandle) => Promise<T>): Promise<T> {
    const at = ({ connection, handle }: Place) => call(connection.engine, handle);
    const isLost = this.#place.connection.failed && !this.#isClosed && this.#changed.size === 0;
    if (!isLost || this.#reopen === null) return at(this.#place);
    this.#reopening ??= this.#reopened(this.#reopen);
    return this.#reopening.then(at);
  }

  async #reopened(reopen: () => Promise<Place>): Promise<Place> {
    try {
      this.#place = await reopen();
      dropped.unregister(this);
      dropped.register(this, this.#place, this);
      return this.#place;
    } finally {
      this.#reopening = null;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#reopening?.catch(() => {});
    dropped.unregister(this);
    await free(this.#place);
  }
}
