/** What a figure's JSON is made of. */
import type { LitElement } from 'lit';
import type { Tensor } from '../../../shared/run-types.ts';
import { type Matrix, rowOf } from '../../../view/matrix.ts';

export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Every figure's JSON begins like this. */
export interface FigureData {
  /** The element's tag. */
  readonly figure: string;
  readonly caption: string;
  /** Text, model, layer, head, ablations, settings and address (`SavedContext`). */
  readonly context: Json;
}

/** Properties that tell nothing of what is shown, or are told elsewhere. */
const kNotTold = ['loading', 'problem', 'modelName', 'text', 'lazy'];

/** An element's properties, without its inner state. */
export function propertiesOf(element: LitElement): { readonly [name: string]: Json } {
  const told: [string, Json][] = [];
  for (const [name, { state }] of (element.constructor as typeof LitElement).elementProperties) {
    const value = state ? undefined : jsonOf(element[name as keyof LitElement]);
    if (typeof name === 'string' && value !== undefined && !kNotTold.includes(name))
      told.push([name, value]);
  }
  return Object.fromEntries(told);
}

/** Row by row. Infinities, which JSON lacks, are null. */
export function rowsOf(matrix: Matrix): (number | null)[][] {
  return Array.from({ length: matrix.rows }, (_, row) =>
    Array.from(rowOf(matrix, row), (value) => numberOf(value)),
  );
}

/** The shortest number that is the same in single precision; null for infinities. */
export function numberOf(value: number): number | null {
  if (!Number.isFinite(value)) return null;
  for (let digits = 6; digits <= 9; ++digits) {
    const shorter = Number(value.toPrecision(digits));
    if (shorter === value || Math.fround(shorter) === value) return shorter;
  }
  return value;
}

/** Any value that JSON can hold; arrays of numbers nested as their shape says; undefined for what it cannot. */
export function jsonOf(value: unknown, depth = 0): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return numberOf(value);
  if (typeof value !== 'object' || depth > 8) return undefined;
  if (ArrayBuffer.isView(value)) return Array.from(value as Float32Array, numberOf);
  if (isTensor(value)) return nested(Array.from(value.data, numberOf), value.shape);
  if (Array.isArray(value)) return value.map((each) => jsonOf(each, depth + 1) ?? null);
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const entries = Object.entries(value).map(([name, each]) => [name, jsonOf(each, depth + 1)]);
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined)) as Json;
}

export function isTensor(value: object): value is Tensor {
  return 'shape' in value && 'data' in value && ArrayBuffer.isView(value.data);
}

function nested(data: readonly Json[], shape: readonly number[]): Json {
  const [, ...inner] = shape;
  if (inner.length === 0) return data;
  const size = inner.reduce((product, length) => product * length, 1);
  return Array.from({ length: shape[0] ?? 0 }, (_, i) =>
    nested(data.slice(i * size, (i + 1) * size), inner),
  );
}
