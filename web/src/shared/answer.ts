/** How the worker answers a call: with the value, or with the error whole. */
import type { Engine, ModuleUrls } from './engine.ts';
import type { ErrorRecord } from './error.ts';

export type Answer =
  | { readonly value: unknown }
  /** After a fatal one nothing more can be asked. */
  | { readonly error: ErrorRecord; readonly fatal: boolean };

export interface Answering {
  /** The first call: where the WebAssembly modules are. */
  open(modules: ModuleUrls): void;
  answer(method: keyof Engine, ...args: unknown[]): Promise<Answer>;
}
