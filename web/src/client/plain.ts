import { GlassformerError } from '../shared/error.ts';

/** Deeper than any option or config; a deeper object would overflow the stack of who copies or writes it. */
const maxDepth = 64;

/**
 * A copy of arrays and objects in which nothing is a proxy. The reactive arrays of Vue and Svelte are proxies, which
 * cannot be sent to a worker; their items are, as they are read, proxies too. Typed arrays, buffers and blobs stay as
 * they are. `where` begins the message of an error.
 *
 * @throws GlassformerError `InvalidArgument`: nested more than 64 deep, or with something inside that cannot be sent.
 */
export function toPlain<T>(value: T, where: string): T {
  return readable(where, () => copied(value, new Map(), 0, where) as T);
}

/** The same object as JSON writes it. */
export function toJson(value: object, where: string): string {
  return readable(where, () => JSON.stringify(toPlain(value, where)));
}

/** Getters may throw anything, and JSON holds neither cycles nor big integers. */
function readable<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof GlassformerError) throw error;
    throw unfit(`${where} must be made of plain values that can be copied`, error);
  }
}

const unfit = (message: string, cause?: unknown) =>
  new GlassformerError('InvalidArgument', message, { cause });

function copied(value: unknown, known: Map<unknown, unknown>, depth: number, where: string) {
  if (depth > 0 && (typeof value === 'function' || typeof value === 'symbol'))
    throw unfit(`${where} must be made of plain values, found a ${typeof value}`);
  const isArray = Array.isArray(value);
  if (!isArray && Object.prototype.toString.call(value) !== '[object Object]') return value;
  if (known.has(value)) return known.get(value);
  if (depth === maxDepth)
    throw unfit(`${where} is nested more than ${maxDepth} deep, expected less`);
  const copy: unknown[] | Record<string, unknown> = isArray ? [] : {};
  known.set(value, copy);
  const inner = (item: unknown) => copied(item, known, depth + 1, where);
  if (isArray) for (const item of value) (copy as unknown[]).push(inner(item));
  else
    for (const [key, item] of Object.entries(value as object)) {
      // No assignment: a key may be `__proto__`.
      const property = { value: inner(item), enumerable: true, writable: true };
      Object.defineProperty(copy, key, property);
    }
  return copy;
}
