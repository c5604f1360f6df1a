/** Checks of public arguments: every option by name and type, with an error that names the one that is wrong. */
import { GlassformerError } from '../shared/error.ts';
import type { ModelInput, Tensor, Token } from '../shared/run-types.ts';

/** What a value must be, in words and as a test. */
export interface Rule {
  readonly expected: string;
  readonly holds: (value: unknown) => boolean;
}

/** A rule for every field of T; the compiler names a field without one. */
export type Rules<T> = { readonly [K in keyof Required<T>]: Rule };

const rule = (expected: string, holds: (value: unknown) => boolean): Rule => ({ expected, holds });
export const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
/** null counts as absent, as in JSON. */
export const isAbsent = (value: unknown) => value === undefined || value === null;
export const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isTokenId = (value: unknown) => isCount(value) && (value as number) < 2 ** 31;

function isToken(value: unknown): value is Token {
  if (!isObject(value)) return false;
  const { id, text, start, end } = value as Partial<Token>;
  return isTokenId(id) && typeof text === 'string' && isCount(start) && isCount(end);
}

export const flag = rule('true or false', (value) => typeof value === 'boolean');
export const number = rule('a finite number', Number.isFinite);
export const float = rule(
  'a finite number that a 32-bit float holds',
  (value) => typeof value === 'number' && Number.isFinite(Math.fround(value)),
);
export const count = rule(
  'a whole number from 0 to 4294967295',
  (value) => isCount(value) && (value as number) < 2 ** 32,
);
export const positive = rule(
  'a whole number above 0',
  (value) => count.holds(value) && (value as number) > 0,
);
export const tokenId = rule('a token id (a whole number, 0 or more)', isTokenId);
export const text = rule('a text', (value) => typeof value === 'string');
export const callback = rule('a function', (value) => typeof value === 'function');
export const object = rule('an object', isObject);
export const abortSignal = rule('an AbortSignal', (value) => value instanceof AbortSignal);
export const floats = rule('a Float32Array', (value) => value instanceof Float32Array);
export const finiteFloats = rule(
  'a Float32Array of finite numbers',
  (value) => value instanceof Float32Array && value.every(Number.isFinite),
);

export const tensor = rule(
  '{ shape, data } with a Float32Array of as many numbers as the shape says',
  (value) => isTensor(value),
);

function isTensor(value: unknown): value is Tensor {
  if (!isObject(value)) return false;
  const { shape, data } = value as Partial<Tensor>;
  if (!Array.isArray(shape) || !shape.every(isCount) || !(data instanceof Float32Array))
    return false;
  return shape.reduce((product: number, n: number) => product * n, 1) === data.length;
}

export const oneOf = (...values: readonly unknown[]): Rule =>
  rule(values.map((value) => JSON.stringify(value)).join(' or '), (value) =>
    values.includes(value),
  );

export const listOf = (item: Rule): Rule =>
  rule(
    `a list, each ${item.expected}`,
    (value) => isList(value) && Array.from(value).every(item.holds),
  );

export const pairOf = (item: Rule): Rule =>
  rule(
    `a list of two, each ${item.expected}`,
    (value) => Array.isArray(value) && value.length === 2 && value.every(item.holds),
  );

export const either = (...rules: readonly Rule[]): Rule =>
  rule(rules.map(({ expected }) => expected).join(', or '), (value) =>
    rules.some(({ holds }) => holds(value)),
  );

export const modelInput = either(
  text,
  listOf(tokenId),
  listOf(rule('a token { id, text, start, end }', isToken)),
);

/** Whether these are several inputs: a list of texts or of lists. */
export function isBatch(value: unknown): value is readonly ModelInput[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.some((item) => typeof item === 'string' || isList(item));
}

/** JSON writes NaN and Infinity as null. */
const named = (item: unknown) =>
  typeof item === 'number' && !Number.isFinite(item) ? String(item) : item;

/** Characters that would break a line, turn its direction or be none to see; JSON escapes only some of them. */
const unseen = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;
const escaped = (text: string) =>
  text.replace(unseen, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** The name of an option as messages show it; the caller may have given any text. */
const shownName = (name: string) => shortened(escaped(name));

/** A value as messages show it. */
export function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number') return String(value);
  try {
    return shortened(
      escaped(JSON.stringify(value, (_, item: unknown) => named(item)) ?? String(value)),
    );
  } catch {
    return 'an object';
  }
}

/** `where` begins the message: "generate: temperature". */
export function check(where: string, value: unknown, { expected, holds }: Rule): void {
  if (holds(value)) return;
  throw new GlassformerError(
    'InvalidArgument',
    `${where} must be ${expected}, found ${shown(value)}`,
    { details: { kind: 'invalidOption', option: where } },
  );
}

/** Checks that every given field (null counts as absent) has a rule and holds to it, and that `required` ones are given. */
export function checkFields<T extends object>(
  where: string,
  value: unknown,
  rules: Rules<T>,
  required: readonly (keyof T)[] = [],
): void {
  check(where, value, object);
  const fields = value as Record<string, unknown>;
  for (const name of required) {
    if (!isAbsent(fields[name as string])) continue;
    throw new GlassformerError('InvalidArgument', `${where}: ${String(name)} is missing`, {
      details: { kind: 'invalidOption', option: `${where}: ${String(name)}` },
    });
  }
  for (const [name, given] of Object.entries(fields)) {
    if (!Object.hasOwn(rules, name)) {
      throw new GlassformerError(
        'InvalidArgument',
        `${where}: unknown option ${shownName(name)}; known are ${Object.keys(rules).join(', ')}`,
        { details: { kind: 'invalidOption', option: `${where}: ${name}` } },
      );
    }
    if (!isAbsent(given)) check(`${where}: ${name}`, given, rules[name as keyof T]);
  }
}
