/** Converts what Embind returns: failures become exceptions, and its types become the ones used here. */
import type { Failure } from '../../../build/wasm/glassformer.js';
import type { ErrorCode, ErrorDetails } from '../shared/error-types.ts';
import { GlassformerError } from '../shared/error.ts';

/** What a call gives. Embind writes one type for text: it takes strings or bytes, and gives strings. */
type Given<T> = T extends Float32Array | Int32Array | { delete(): void }
  ? T
  : T extends ArrayBuffer | Uint8Array | Uint8ClampedArray | Int8Array
    ? never
    : T extends object
      ? { [K in keyof T]: Given<T[K]> }
      : T;

export function given<T>(value: T): Given<T> {
  return value as Given<T>;
}

/** The value of a call that may fail; a failure is thrown. `where` begins its message; `detail` says what it is. */
export function unwrap<T>(
  answer: T,
  where?: string,
  detail?: (code: ErrorCode, message: string) => ErrorDetails | undefined,
): Given<Exclude<T, Failure>> {
  if (typeof answer === 'object' && answer !== null && 'code' in answer && 'message' in answer) {
    const failure = given(answer as unknown as Failure);
    const { message, bytes } = failure;
    const code = failure.code as ErrorCode;
    const isMemory = code === 'OutOfMemory';
    throw new GlassformerError(code, where ? `${where}: ${message}` : message, {
      details: isMemory ? { kind: 'outOfMemory', bytes } : detail?.(code, message),
    });
  }
  return answer as Given<Exclude<T, Failure>>;
}

/** What the core says of a part of a text that a vocabulary lacks. */
const kUnknown = /^the (?:character|word) '(.*)' is not in this model's vocabulary(?: \((.*)\))?/s;

/** For `unwrap`: the detail of a text that cannot be encoded. */
export function unknownText(_code: ErrorCode, message: string): ErrorDetails | undefined {
  const [found, text, vocabulary] = kUnknown.exec(message) ?? [];
  if (found === undefined || text === undefined) return undefined;
  return { kind: 'unknownText', text, ...(vocabulary === undefined ? {} : { vocabulary }) };
}

/** Lone surrogates become U+FFFD, as in every other place where text becomes bytes. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
