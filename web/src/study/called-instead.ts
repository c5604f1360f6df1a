/** The engine's sentences about a line that is not a call's input. */
import { GlassformerError } from '../shared/error.ts';

/** For `catch`: what the engine calls the input is called by the name of what was given. */
export const calledInstead =
  (name: string) =>
  (error: unknown): never => {
    const isAbout = error instanceof GlassformerError && error.message.startsWith('input');
    if (!isAbout) throw error;
    const { code, message, details } = error;
    throw new GlassformerError(code, message.replace('input', name), { details, cause: error });
  };
