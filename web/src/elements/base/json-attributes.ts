/** Numbers and labels of an author's own as JSON in an attribute: lists, as Python prints them. */
import type { Tensor } from '../../shared/run-types.ts';
import { type Label, visibleText } from '../../view/label.ts';
import { asJsonOf } from './attributes.ts';
import { isFloat, kMaxDimensions } from './tensor-shape.ts';

/** Numbers as lists, one inside another for each dimension; null stands for −∞. */
export type Rows = readonly (number | null | Rows)[];

/** What a property of numbers has: rows were read as they were given, and what is wrong is refused before it is drawn. */
export const tensorIn = (given: Tensor | Rows | null) => given as Tensor | null;

/** The same of labels. */
export const labelsIn = (given: readonly (Label | string)[] | null) =>
  given as readonly Label[] | null;

/** `[[1, 0.5], [0, 2]]`; null stands for −∞, which JSON lacks. What is no such list is left to the rule to refuse. */
export const asTensor = asJsonOf(tensorOf);

/** An object of which some values are such lists. */
export const asTensors = asJsonOf((value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (!Object.values(value).some(Array.isArray)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, tensorOf(each)]));
});

/** `["yesterday", "today"]` */
export const asLabels = asJsonOf((value) => labelsOf(value, (text) => ({ text })));

/** The same for tokens, which have the colours of their positions. */
export const asTokenLabels = asJsonOf((value) =>
  labelsOf(value, (token, position) => ({ text: visibleText(token), position })),
);

function labelsOf(value: unknown, labelOf: (text: string, place: number) => Label): unknown {
  if (!Array.isArray(value) || !value.some((each) => typeof each === 'string')) return value;
  return value.map((each: unknown, i) => (typeof each === 'string' ? labelOf(each, i) : each));
}

function tensorOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const shape: number[] = [];
  let first: unknown = value;
  for (; Array.isArray(first) && shape.length < kMaxDimensions; first = first[0])
    shape.push(first.length);
  const numbers: number[] = [];
  return addRows(numbers, value, shape) && numbers.length > 0
    ? ({ shape, data: Float32Array.from(numbers) } satisfies Tensor)
    : value;
}

/** Adds the numbers of rows; false where these are not of this shape, or hold something else than numbers. */
function addRows(numbers: number[], rows: unknown, [length, ...shape]: readonly number[]): boolean {
  if (!Array.isArray(rows) || rows.length !== length) return false;
  return rows.every((each: unknown) => {
    if (shape.length > 0) return addRows(numbers, each, shape);
    if (each !== null && !isFloat(each)) return false;
    numbers.push(each ?? -Infinity);
    return true;
  });
}
