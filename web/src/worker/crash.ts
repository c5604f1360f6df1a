/** What ends a module: after a crash its memory cannot be trusted. */
import { GlassformerError } from '../shared/error.ts';

/** A trap, an abort or an exhausted stack. */
export function isCrash(error: unknown): error is Error {
  return (
    error instanceof WebAssembly.RuntimeError ||
    (error instanceof RangeError && /call stack/.test(error.message)) ||
    // Firefox's word for the same.
    (error instanceof Error && error.name === 'InternalError' && /recursion/.test(error.message))
  );
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
