import { GlassformerError } from './error.ts';

/** Whether it is one of ours: anything can be thrown, and a proxy of an error throws when it is asked what it is. */
export function isOwnError(error: unknown): error is GlassformerError {
  try {
    return error instanceof GlassformerError;
  } catch {
    return false;
  }
}
