/** What ends a module: after a crash its memory cannot be trusted. */
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
