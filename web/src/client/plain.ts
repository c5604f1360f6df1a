/**
 * What the caller gave, read once: a copy of arrays and objects in which nothing is a proxy and no getter runs. The
 * reactive arrays of Vue and Svelte are proxies, which cannot be sent to a worker. Typed arrays, buffers and blobs stay
 * as they are, and so does what no option is (a function, a Date); the rules refuse it.
 */
import { GlassformerError } from '../shared/error.ts';
import { isOwnError } from '../shared/own-error.ts';
import { reasonOf } from '../shared/printable.ts';

/** Options have a few levels; what has many more would end in an exhausted stack, here or in the worker. */
const kDeepest = 32;

/**
 * `where` begins the message: "generate: temperature".
 *
 * @throws GlassformerError `InvalidArgument`: it nests too deep, has a list with holes, or a getter of it throws.
 */
export function toPlain(where: string, value: unknown): unknown {
  return reading(where, () => copied(where, value, new Map(), 0));
}

/** The object's fields, each read once; those of its class or prototype, too, which a caller sees as its own. */
export function fieldsOf(where: string, value: object): Record<string, unknown> {
  return reading(where, () => {
    const names = new Set(Object.keys(value));
    for (
      let from: object | null = Object.getPrototypeOf(value) as object | null;
      from !== null && from !== Object.prototype;
      from = Object.getPrototypeOf(from) as object | null
    )
      for (const [name, { get, enumerable }] of Object.entries(
        Object.getOwnPropertyDescriptors(from),
      ))
        if (get || enumerable) names.add(name);
    return Object.fromEntries(
      [...names].map((name) => [name, Reflect.get(value, name) as unknown]),
    );
  });
}

function copied(
  where: string,
  value: unknown,
  known: Map<unknown, unknown>,
  depth: number,
): unknown {
  const isArray = Array.isArray(value);
  if (!isArray && Object.prototype.toString.call(value) !== '[object Object]') return value;
  if (known.has(value)) return known.get(value);
  if (depth === kDeepest) throw refusal(`${where} nests deeper than ${kDeepest} levels`);
  const copy: unknown[] | Record<string, unknown> = isArray ? [] : {};
  known.set(value, copy);
  if (isArray) {
    for (let i = 0; i < value.length; i++) {
      // A list of four thousand million holes takes no memory, its copy does.
      if (!(i in value))
        throw refusal(`${where} holds a list of ${value.length} without an item ${i}`);
      (copy as unknown[]).push(copied(where, value[i], known, depth + 1));
    }
  } else
    for (const [key, item] of Object.entries(value as object)) {
      // No assignment: a key may be `__proto__`.
      const property = {
        value: copied(where, item, known, depth + 1),
        enumerable: true,
        writable: true,
      };
      Object.defineProperty(copy, key, property);
    }
  return copy;
}

const refusal = (message: string, cause?: unknown) =>
  new GlassformerError('InvalidArgument', message, { cause });

/** What a getter or a proxy throws becomes a refusal. */
function reading<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (isOwnError(error)) throw error;
    throw refusal(`${where} cannot be read: ${reasonOf(error)}`, error);
  }
}
