/** Checks of what a script gives to properties: its shape alone, since the engine checks the rest. */
import type { Tensor } from '../../shared/run-types.ts';
import { checkWhole, refuse, type Rule } from './attributes.ts';
import { countOf, isFloat, kMaxDimensions } from './tensor-shape.ts';

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null ? (value as Fields) : null;

/** How a sentence calls what was found. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) {
    if (value.length > kMaxItems) return `a list of ${value.length}`;
    const large = value
      .flat(kMaxDimensions)
      .find((each) => typeof each === 'number' && !isFloat(each));
    if (large !== undefined) return `a list with ${String(large)}, which is no finite 32-bit float`;
    const first = lengthOf(value[0]);
    const other = value.find((each) => lengthOf(each) !== first) as unknown;
    return first !== null && lengthOf(other) !== null
      ? `a list with ${first} in one row and ${lengthOf(other)} in another`
      : 'a list of another kind';
  }
  const fields = fieldsOf(value);
  if (fields === null) return typeof value === 'string' ? `"${value}"` : String(value);
  const names = Object.keys(fields);
  return `an object with ${names.join(', ') || 'no fields'}`;
}

const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : null);

function kind(expected: string, holds: (value: unknown) => boolean): Rule {
  return (name, value) => {
    if (!holds(value)) refuse(name, expected, kindOf(value));
  };
}

const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;

function isTensor(value: unknown): boolean {
  const { shape, data } = fieldsOf(value) ?? {};
  if (!isList(shape) || !shape.every(isCount) || shape.length > kMaxDimensions) return false;
  const count = countOf(shape as number[]);
  // An ordinary list has no `subarray`, which shares the numbers.
  const { length, subarray } = (data ?? {}) as Partial<Float32Array>;
  return length === count && typeof subarray === 'function';
}

function isRun(value: unknown): boolean {
  const { tokens, activations } = fieldsOf(value) ?? {};
  return isListOfObjects(tokens) && fieldsOf(activations) !== null;
}

/** The most items that a list may have: more than a figure shows. Every item is looked at, also the holes of a sparse list of 2^32 - 1. */
const kMaxItems = 1_000_000;

const isList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length <= kMaxItems;

const isListOfObjects = (value: unknown): value is readonly Fields[] =>
  isList(value) && value.every((each) => fieldsOf(each) !== null);

export const aTensor = kind(
  'a tensor of 1 to 3 dimensions (shape, and data in a typed array; or rows of equally many numbers)',
  isTensor,
);
/** What a softmax gives. */
export const weights: Rule = (name, value) => {
  aTensor(name, value);
  const { data } = value as Tensor;
  if (rightWeights.has(data)) return;
  const wrong = data.find((each) => !(each >= 0));
  if (wrong !== undefined) refuse(name, 'made of weights of at least 0', wrong);
  rightWeights.add(data);
};

/** Those that were found right: elements are updated often. */
const rightWeights = new WeakSet<Float32Array>();
export const tensors = kind(
  'a list of tensors (shape, and data in a typed array)',
  (value) => isList(value) && value.every(isTensor),
);
export const aRun = kind('a run (tokens and activations)', isRun);
export const strings = kind(
  'a list of texts',
  (value) => isList(value) && value.every((each) => typeof each === 'string'),
);
/** The most items of a list that a reader can use. */
export function atMost(count: number, rule: Rule): Rule {
  return (name, value) => {
    rule(name, value);
    const { length } = value as readonly unknown[];
    if (length > count) refuse(name, `a list of at most ${count}`, `a list of ${length}`);
  };
}
export const objects = kind('a list of objects', isListOfObjects);
/** Their texts are shown. */
const haveTexts = (value: unknown) =>
  isListOfObjects(value) && value.every(({ text }) => typeof text === 'string');
export const someTokens = kind('a list of tokens (id and text)', haveTexts);
export const someLabels = kind('a list of labels (texts, or objects with a text)', haveTexts);
export const someIds = kind(
  'a list of ids of tokens',
  (value) => isList(value) && value.every(isCount),
);
export const someSteps = kind(
  'a list of steps, as a generation gives them',
  (value) => isListOfObjects(value) && value.every(({ beams }) => isListOfObjects(beams)),
);
export const anObject = kind('an object', (value) => fieldsOf(value) !== null);
export const aModel = kind(
  'a model, as loadModel gives it',
  (value) => typeof fieldsOf(value)?.['forward'] === 'function',
);

/** What words stand for: each a text, or a reading and a text. */
export const aGloss: Rule = (name, value) => {
  if (rightTables.has(value as object)) return;
  // A Map, or a promise, is an object without these words.
  if (Object.prototype.toString.call(value) !== '[object Object]')
    refuse(
      name,
      'an object of words, each with a text or a list of a reading and a text',
      kindOf(value),
    );
  for (const [word, entry] of Object.entries(value as object))
    if (!isGlossed(entry))
      refuse(`${name}["${word}"]`, 'a text, or a list of a reading and a text', kindOf(entry));
  rightTables.add(value as object);
};

/** Those that were found right: a table has thousands of words, and an element is updated often. */
const rightTables = new WeakSet();

function isGlossed(entry: unknown): boolean {
  if (typeof entry === 'string') return true;
  return (
    Array.isArray(entry) && entry.length === 2 && entry.every((each) => typeof each === 'string')
  );
}

/** What was known of a text beforehand. */
export const aPreview = kind('an object with text, run and candidates', (value) => {
  const { text, run, candidates } = fieldsOf(value) ?? {};
  return typeof text === 'string' && isRun(run) && Array.isArray(candidates);
});

/** A pinned token: tokens counted from 0, or null. */
export const aSpot: Rule = (name, value) => {
  anObject(name, value);
  const names = Object.keys(fieldsOf(value) ?? {});
  if (Array.isArray(value) || names.some((key) => key !== 'query' && key !== 'key'))
    refuse(name, 'an object with query and key', Array.isArray(value) ? 'a list' : kindOf(value));
  for (const key of ['query', 'key']) {
    const token = fieldsOf(value)?.[key] ?? null;
    if (token !== null) checkWhole(`${name}.${key}`, token, 0);
  }
};
