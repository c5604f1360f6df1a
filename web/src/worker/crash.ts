/** What ends a module: after a crash its memory and its stack cannot be trusted, and nothing of it is called any more. */
import { GlassformerError } from '../shared/error.ts';

/** A trap, an abort or a stack that was exhausted in the module. */
export function isCrash(error: unknown): error is Error {
  return (
    error instanceof WebAssembly.RuntimeError || (isExhaustedStack(error) && isOfModule(error))
  );
}

function isExhaustedStack(error: unknown): error is Error {
  return (
    (error instanceof RangeError && /call stack/.test(error.message)) ||
    // Firefox's word for the same.
    (error instanceof Error && error.name === 'InternalError' && /recursion/.test(error.message))
  );
}

/** JavaScript alone may exhaust the stack, too, and has then left the module as it was. Every browser names frames so. */
function isOfModule({ stack = '' }: Error): boolean {
  const hasFrames = /:\d+:\d+/.test(stack);
  return !hasFrames || /wasm-function|wasm:\/\//.test(stack);
}

/**
 * The exports of a module for Embind, which takes most functions from the table. After a crash each throws that crash
 * again: calls that waited for the same promise go on one after the other before whoever made the first hears of it,
 * and an abort leaves the stack pointer where it was, so that a thousand of them would run below the stack.
 */
export function guarded(exports: WebAssembly.Exports): WebAssembly.Exports {
  let crash: Error | undefined;
  const guard =
    (call: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) => {
      if (crash) throw crash;
      try {
        return call(...args);
      } catch (error) {
        if (isCrash(error)) crash = error;
        throw error;
      }
    };
  const guardedTable = (table: WebAssembly.Table) => {
    const known: unknown[] = [];
    return { get: (index: number) => (known[index] ??= guard(table.get(index))) };
  };
  const entries = Object.entries(exports).map(([name, value]) => {
    if (value instanceof WebAssembly.Table) return [name, guardedTable(value)];
    return [name, typeof value === 'function' ? guard(value as () => unknown) : value];
  });
  return Object.fromEntries(entries);
}

export function toFailure(cause: Error): GlassformerError {
  // Without exceptions and asserts only an allocation that failed ends in abort().
  return cause.message.startsWith('Aborted')
    ? new GlassformerError('OutOfMemory', 'there is not enough memory for this', {
        cause,
        details: { kind: 'outOfMemory' },
      })
    : new GlassformerError('Internal', `the engine crashed: ${cause.message}`, {
        cause,
        details: { kind: 'crashed' },
      });
}
