/**
 * A copy of arrays and objects in which nothing is a proxy. The reactive arrays of Vue and Svelte are proxies, which
 * cannot be sent to a worker; their items are, as they are read, proxies too. Typed arrays, buffers and blobs stay as
 * they are.
 */
export function toPlain<T>(value: T): T {
  return copied(value, new Map()) as T;
}

function copied(value: unknown, known: Map<unknown, unknown>): unknown {
  const isArray = Array.isArray(value);
  if (!isArray && Object.prototype.toString.call(value) !== '[object Object]') return value;
  if (known.has(value)) return known.get(value);
  const copy: unknown[] | Record<string, unknown> = isArray ? [] : {};
  known.set(value, copy);
  if (isArray) for (const item of value) (copy as unknown[]).push(copied(item, known));
  else
    for (const [key, item] of Object.entries(value as object)) {
      // No assignment: a key may be `__proto__`.
      const property = { value: copied(item, known), enumerable: true, writable: true };
      Object.defineProperty(copy, key, property);
    }
  return copy;
}
