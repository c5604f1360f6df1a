/** What a language says of errors. */
import type { ErrorDetails, ErrorKind } from '../../shared/error-types.ts';

/** A sentence for every kind of error; `message` is the engine's own, in English. */
export type ErrorWords = {
  readonly [Kind in ErrorKind]: (
    details: Extract<ErrorDetails, { kind: Kind }>,
    message: string,
  ) => string;
};

export interface Said {
  readonly sentence: string;
  /** What the engine says beyond that, in English; mostly empty. */
  readonly original: string;
}

/** The name of a file, for a reader: its whole address is in the error, and what the browser tells of it in its console. */
export const fileOf = (url: string): string => url.replace(/^[^?#]*\/|[?#].*/g, '');
