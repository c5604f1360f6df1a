import type { ErrorCode, ErrorDetails } from './types.ts';

interface Options extends ErrorOptions {
  readonly details?: ErrorDetails | undefined;
}

/**
 * Everything the engine refuses or cannot do, in one English sentence; `code` says of which kind it is, and `details`,
 * where it is there, what exactly happened.
 */
export class GlassformerError extends Error {
  override readonly name = 'GlassformerError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;

  constructor(code: ErrorCode, message: string, { details, ...options }: Options = {}) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}

/** An error as it crosses from the worker to the page. */
export interface ErrorRecord {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: ErrorCode | undefined;
  readonly details: ErrorDetails | undefined;
}

export function toRecord(error: unknown): ErrorRecord {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const { code, details } = error instanceof GlassformerError ? error : {};
  return { name, message, stack, code, details };
}

export function fromRecord({ name, message, stack, code, details }: ErrorRecord): Error {
  const error = code
    ? new GlassformerError(code, message, { details })
    : Object.assign(new Error(message), { name });
  if (stack) error.stack = stack;
  return error;
}
