/** Values of properties as JSON that gives them back: arrays of numbers keep their type, and no number is lost. */
import { fromBase64, toBase64 } from '../../../shared/base64.ts';
import type { Json } from './json.ts';

/** The key of an object that stands for what JSON has not. */
const kKind = '$';
const kNumbers = { NaN: Number.NaN, Infinity, '-Infinity': -Infinity, '-0': -0 } as const;
const kArrays = {
  Float32Array,
  Float64Array,
  Int8Array,
  Int16Array,
  Int32Array,
  Uint8Array,
  Uint16Array,
  Uint32Array,
} as const;

/** Undefined for what no text can stand for: functions, elements, models. */
export function toPortable(value: unknown, depth = 0): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number')
    return Object.is(value, -0) ? special('-0') : portableNumber(value);
  if (typeof value !== 'object' || depth > 16) return undefined;
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (Object.hasOwn(kArrays, kind) && ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return { [kKind]: kind, data: toBase64(bytes) };
  }
  if (Array.isArray(value)) return value.map((each) => toPortable(each, depth + 1) ?? null);
  if (kind !== 'Object' || Object.hasOwn(value, kKind)) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const entries = Object.entries(value).map(([name, each]) => [name, toPortable(each, depth + 1)]);
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined)) as Json;
}

export function fromPortable(json: Json): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map(fromPortable);
  const fields = json as { readonly [name: string]: Json };
  const kind = Object.hasOwn(fields, kKind) ? String(fields[kKind]) : '';
  if (Object.hasOwn(kNumbers, kind)) return kNumbers[kind as keyof typeof kNumbers];
  if (Object.hasOwn(kArrays, kind)) {
    const bytes = fromBase64(String(fields['data']));
    return new kArrays[kind as keyof typeof kArrays](bytes.buffer);
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, each]) => [name, fromPortable(each)]),
  );
}

const special = (kind: keyof typeof kNumbers): Json => ({ [kKind]: kind });
const portableNumber = (value: number): Json =>
  Number.isFinite(value) ? value : special(String(value) as keyof typeof kNumbers);
