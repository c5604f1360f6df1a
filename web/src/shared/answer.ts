/** The worker's answer to a call: the value, or the error with its code and details. */
import type { Engine, Modules } from './engine.ts';
import type { ErrorRecord } from './error.ts';

export type Answer =
  | { readonly value: unknown }
  /** After a fatal error the engine takes no more calls. */
  | { readonly error: ErrorRecord; readonly fatal: boolean };

/** The worker could not read a message (it was too large for its memory, for example), so it does not know which call it was. */
export interface LostMessage {
  readonly lost: true;
}

export interface Answering {
  /** The first call: where the WebAssembly modules are. */
  open(modules: Modules): void;
  answer(method: keyof Engine, ...args: unknown[]): Promise<Answer>;
}
