import type { ErrorCode } from './types.ts';

/** Everything the engine refuses or cannot do, in one sentence; `code` says of which kind it is. */
export class GlassformerError extends Error {
  override readonly name = 'GlassformerError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** An error as it crosses from the worker to the page. */
export interface ErrorRecord {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: ErrorCode | undefined;
}

export function toRecord(error: unknown): ErrorRecord {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { name, message, stack, code: error instanceof GlassformerError ? error.code : undefined };
}

export function fromRecord({ name, message, stack, code }: ErrorRecord): Error {
  const error = code
    ? new GlassformerError(code, message)
    : Object.assign(new Error(message), { name });
  if (stack) error.stack = stack;
  return error;
}
