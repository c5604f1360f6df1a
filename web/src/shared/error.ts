import type { ErrorCode, ErrorDetails } from './error-types.ts';

interface Options extends ErrorOptions {
  readonly details?: ErrorDetails | undefined;
}

const isNode = Boolean(
  (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node,
);
/** Where this package's files lie, as the frames of a stack in Node name them. */
const ownFolder = isNode && /([^\s(]*[/\\])[^/\\]*:\d+:\d+/.exec(new Error().stack ?? '')?.[1];

/** More than a call of ours has. */
const kOwnFrames = 20;

type StackLimit = { stackTraceLimit?: number };

/**
 * Everything the engine refuses or cannot do, in one English sentence; `code` says of which kind it is, and `details`,
 * where it is there, what exactly happened. Node prints an error that nobody catches with its enumerable properties
 * and the source line of its first frame, which is minified here: so it has neither, and only the caller's frames.
 */
export class GlassformerError extends Error {
  static {
    // Whatever a minifier calls the class.
    for (const owner of [this, this.prototype])
      Object.defineProperty(owner, 'name', { value: 'GlassformerError', configurable: true });
  }
  declare readonly code: ErrorCode;
  declare readonly details: ErrorDetails | undefined;

  constructor(code: ErrorCode, message: string, { details, ...options }: Options = {}) {
    const isOfCaller = ownFolder && code !== 'Internal';
    const { stackTraceLimit } = Error as StackLimit;
    if (isOfCaller) Reflect.set(Error, 'stackTraceLimit', 0);
    super(message, options);
    if (isOfCaller) {
      Reflect.set(Error, 'stackTraceLimit', (stackTraceLimit ?? 0) + kOwnFrames);
      const frames = String(new Error().stack).split('\n').slice(1);
      Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
      const own = frames.map((frame) => frame.includes(ownFolder)).lastIndexOf(true);
      const others = frames.slice(own + 1);
      // In a bundle the caller's own code lies in the same folder: then all frames stay.
      const hasCaller = others.some((frame) => !frame.includes('node:'));
      const callers = (hasCaller ? others : frames).slice(0, stackTraceLimit);
      this.stack = [`${this.name}: ${message}`, ...callers].join('\n');
    }
    Object.defineProperties(this, { code: { value: code }, details: { value: details } });
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

/** What was thrown, which may be anything. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));

export function toRecord(error: unknown): ErrorRecord {
  const { name, message, stack } = asError(error);
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
