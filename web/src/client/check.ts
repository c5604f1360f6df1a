/** Checks of public arguments: every option by name and type, with an error that names the one that is wrong. */
import { GlassformerError } from '../shared/error.ts';
import { firstNotFinite } from '../shared/finite.ts';
import { printable } from '../shared/printable.ts';
import type { ModelInput, Tensor, Token } from '../shared/run-types.ts';
import { fieldsOf, toPlain } from './plain.ts';
import { isAttached, shown } from './shown.ts';

/** What a value must be, in words and as a test. */
export interface Rule {
  readonly expected: string;
  readonly holds: (value: unknown) => boolean;
  /** What is wrong with a value that is nearly right; undefined: the value itself says it. */
  readonly found?: (value: unknown) => string | undefined;
  /** The part of a value that is used, where a value may hold more. */
  readonly taken?: (value: unknown) => unknown;
  /** The value itself is used and never sent to the worker: no copy of it is made. */
  readonly isLive?: boolean;
}

/** A rule for every field of T; the compiler names a field without one. */
export type Rules<T> = { readonly [K in keyof Required<T>]: Rule };

const rule = (expected: string, holds: (value: unknown) => boolean): Rule => ({ expected, holds });
export const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) ||
  (ArrayBuffer.isView(value) && !(value instanceof DataView) && isAttached(value));
/** Neither a list nor one of the language's own objects: a Map, a Promise or a Date has no fields. */
const isObject = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === '[object Object]';
/** null counts as absent, as in JSON. */
export const isAbsent = (value: unknown) => value === undefined || value === null;
export const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isTokenId = (value: unknown) => isCount(value) && (value as number) < 2 ** 31;

function isToken(value: unknown): value is Token {
  if (!isObject(value)) return false;
  const { id, text, start, end } = value as Partial<Token>;
  return isTokenId(id) && typeof text === 'string' && isCount(start) && isCount(end);
}
const token: Rule = {
  expected: 'a token { id, text, start, end }',
  holds: isToken,
  taken: (value) => {
    const { id, text, start, end } = value as Token;
    return { id, text, start, end };
  },
};

/** A real Float32Array that can be read. A proxy of one passes `instanceof`, but `ArrayBuffer.isView` is false for it. */
const isFloats = (value: unknown): value is Float32Array =>
  value instanceof Float32Array && ArrayBuffer.isView(value) && isAttached(value);

export const flag = rule('true or false', (value) => typeof value === 'boolean');
export const number = rule('a finite number', Number.isFinite);
export const float = rule(
  'a finite number that a 32-bit float holds',
  (value) => typeof value === 'number' && Number.isFinite(Math.fround(value)),
);
export const countUpTo = (most: number) =>
  rule(`a whole number from 0 to ${most}`, (value) => isCount(value) && (value as number) <= most);
export const count = countUpTo(2 ** 32 - 1);
export const positive = rule(
  'a whole number from 1 to 4294967295',
  (value) => count.holds(value) && (value as number) > 0,
);
export const tokenId = rule('a token id (a whole number, 0 or more)', isTokenId);
export const text = rule('a text', (value) => typeof value === 'string');
export const callback = rule('a function', (value) => typeof value === 'function');
export const object = rule('an object', isObject);
/** An object whose fields the rules do not read: it is used as it is. */
export const liveObject: Rule = { ...object, isLive: true };
export const abortSignal: Rule = {
  expected: 'an AbortSignal',
  holds: (value) => value instanceof AbortSignal && typeof value.aborted === 'boolean',
  isLive: true,
};
export const bytes = rule(
  'an ArrayBuffer, a Uint8Array or a Blob',
  (value) =>
    (value instanceof Blob && Blob.prototype.slice.call(value, 0, 0).size === 0) ||
    (value instanceof ArrayBuffer && isAttached(value)) ||
    (value instanceof Uint8Array && ArrayBuffer.isView(value) && isAttached(value)),
);
/** The same numbers, where a class of the caller's own may say otherwise. */
const asFloats = (value: Float32Array): Float32Array =>
  Object.getPrototypeOf(value) === Float32Array.prototype
    ? value
    : Float32Array.from(Float32Array.prototype.values.call(value));
const takenFloats = (value: unknown) => asFloats(value as Float32Array);
export const floats: Rule = { ...rule('a Float32Array', isFloats), taken: takenFloats };
export const finiteFloats: Rule = {
  ...floats,
  expected: 'a Float32Array of finite numbers',
  holds: (value) => isFloats(value) && firstNotFinite(asFloats(value)) === undefined,
};

const tensorOf = (numbers: string, { mayBeMasked = false } = {}): Rule => ({
  expected: `{ shape, data } with a Float32Array of as many ${numbers} as the shape says`,
  holds: (value) =>
    isTensor(value) && firstNotFinite(asFloats(value.data), { mayBeMasked }) === undefined,
  found: (value) => wrongIn(value, mayBeMasked),
  taken: (value) => {
    const { shape, data } = value as Tensor;
    return { shape, data: asFloats(data) };
  },
});
export const tensor = tensorOf('finite numbers');
/** What a mask adds to scores, or masked scores. */
export const maskedTensor = tensorOf('numbers, finite or -Infinity,', { mayBeMasked: true });

const sizeOf = (shape: readonly number[]) => shape.reduce((product, n) => product * n, 1);

/** A list of sizes and floats, which may be too few or too many. */
function isShaped(value: unknown): value is Tensor {
  if (!isObject(value)) return false;
  const { shape, data } = value as Partial<Tensor>;
  return Array.isArray(shape) && shape.every(count.holds) && isFloats(data);
}

const isTensor = (value: unknown): value is Tensor =>
  isShaped(value) && sizeOf(value.shape) === asFloats(value.data).length;

/** Of a large tensor the wrong number would not be among those that are shown. */
function wrongIn(value: unknown, mayBeMasked: boolean): string | undefined {
  if (!isShaped(value)) return undefined;
  const data = asFloats(value.data);
  const shape = `shape [${value.shape.join(', ')}]`;
  const size = sizeOf(value.shape);
  if (size !== data.length) return `${shape}, which is ${size} numbers, and ${data.length} numbers`;
  const wrong = firstNotFinite(data, { mayBeMasked });
  return `${shape} with ${wrong} at place ${data.findIndex((x) => Object.is(x, wrong))}`;
}

export const oneOf = (...values: readonly unknown[]): Rule =>
  rule(values.map((value) => JSON.stringify(value)).join(' or '), (value) =>
    values.includes(value),
  );

export const listOf = (item: Rule): Rule => ({
  expected: `a list, each ${item.expected}`,
  holds: (value) => isList(value) && Array.prototype.every.call(value, item.holds),
  ...(item.taken && { taken: (value) => (value as unknown[]).map(item.taken!) }),
});

export const tableOf = (item: Rule): Rule =>
  rule(
    `an object, each field ${item.expected}`,
    (value) => isObject(value) && Object.values(value).every(item.holds),
  );

export const pairOf = (item: Rule): Rule =>
  rule(
    `a list of two, each ${item.expected}`,
    (value) => Array.isArray(value) && value.length === 2 && value.every(item.holds),
  );

export function either(...rules: readonly Rule[]): Rule {
  const takenBy = (value: unknown) => {
    const { taken } = rules.find(({ holds }) => holds(value))!;
    return taken ? taken(value) : value;
  };
  return {
    expected: rules.map(({ expected }) => expected).join(', or '),
    holds: (value) => rules.some(({ holds }) => holds(value)),
    ...(rules.some(({ taken }) => taken) && { taken: takenBy }),
  };
}

export const modelInput = either(text, listOf(tokenId), listOf(token));

/** Whether these are several inputs: a list of texts or of lists. */
export function isBatch(value: unknown): value is readonly ModelInput[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.some((item) => typeof item === 'string' || isList(item));
}

/** What is taken of the value. `where` begins the message: "generate: temperature". */
export function check<T>(where: string, value: T, rule: Rule): T {
  const { expected, holds, taken, isLive } = rule;
  const plain = isLive ? value : toPlain(where, value);
  if (isHeld(holds, plain)) return (taken ? taken(plain) : plain) as T;
  throw new GlassformerError(
    'InvalidArgument',
    `${where} must be ${expected}, found ${rule.found?.(plain) ?? shown(value)}`,
    { details: { kind: 'invalidOption', option: where } },
  );
}

/** An object that only imitates a signal or a file throws when its methods are called. */
function isHeld(holds: Rule['holds'], value: unknown): boolean {
  try {
    return holds(value);
  } catch {
    return false;
  }
}

/**
 * Checks that every given field has a rule and holds to it, and that `required` ones are given; `elsewhere` says where the
 * fields belong that are likely to be put here by mistake. The fields as they are taken, without absent ones, so that
 * defaults stand for null, too.
 */
export function checkFields<T extends object>(
  where: string,
  value: T,
  rules: Rules<T>,
  required: readonly (keyof T & string)[] = [],
  elsewhere: { readonly fields: readonly string[]; readonly place: string } | null = null,
): T {
  // Of a call, its options.
  check(where.includes(':') ? where : `${where}: options`, value, liveObject);
  const fields = fieldsOf(where, value);
  for (const name of required) {
    if (!isAbsent(fields[name])) continue;
    throw new GlassformerError('InvalidArgument', `${where}: ${name} is missing`, {
      details: { kind: 'invalidOption', option: `${where}: ${name}` },
    });
  }
  const taken: [string, unknown][] = [];
  for (const [name, given] of Object.entries(fields)) {
    if (!Object.hasOwn(rules, name)) {
      const why = elsewhere?.fields.includes(name)
        ? `${name} belongs to ${elsewhere.place}`
        : `unknown option ${printable(name)}; known are ${Object.keys(rules).join(', ')}`;
      throw new GlassformerError('InvalidArgument', `${where}: ${why}`, {
        details: { kind: 'invalidOption', option: `${where}: ${name}` },
      });
    }
    if (!isAbsent(given))
      taken.push([name, check(`${where}: ${name}`, given, rules[name as keyof T])]);
  }
  return Object.fromEntries(taken) as T;
}
