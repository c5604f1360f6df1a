/** Numbers and labels of an author's own, as an attribute has them. */
import { expect, it } from 'vitest';
import { asGiven } from '../../../web/src/elements/base/attributes.ts';
import {
  asLabels,
  asTensor,
  asTensors,
  asTokenLabels,
} from '../../../web/src/elements/base/json-attributes.ts';
import { aTensor } from '../../../web/src/elements/base/kinds.ts';

const tensor = (text: string | null) => asTensor.fromAttribute(text);

it('lists of numbers are tensors of any shape', () => {
  expect(tensor('[[1, -2.5], [0.5, 3]]')).toEqual({
    shape: [2, 2],
    data: Float32Array.of(1, -2.5, 0.5, 3),
  });
  expect(tensor('[1, 2, 3]')).toEqual({ shape: [3], data: Float32Array.of(1, 2, 3) });
  expect(tensor('[[[1], [2]], [[3], [4]], [[5], [6]]]')).toMatchObject({ shape: [3, 2, 1] });
  expect(tensor('[[0, null]]')).toEqual({
    shape: [1, 2],
    data: Float32Array.of(0, -Infinity),
  });
  expect(tensor(null)).toBeNull();
});

it.each([
  '[[1, 2], [3]]',
  '[[1, 2], [3], [4, 5, 6]]',
  '[[1, "2"]]',
  '[[1, true]]',
  '[1, [2]]',
  '[[1], 2]',
  '[[[[1]]]]',
  '[]',
  '[[]]',
  '{"shape": [1]}',
  'zero',
  '3',
])('%s is none, and refused', (text) => {
  expect(() => aTensor('values', tensor(text))).toThrow(
    /^values must be a tensor of 1 to 3 dimensions \(shape, /,
  );
});

it.each(['[[1e400]]', '[[1, -1e400]]', '[[0], [1e39]]', '[[[1e400]]]'])(
  '%s has a number that no float holds, and is refused for that',
  (text) => {
    expect(() => aTensor('values', tensor(text))).toThrow(
      /, found a list with (-?Infinity|1e\+39), which is no finite 32-bit float$/,
    );
  },
);

it('of rows that are not equally long takes no room for what their lengths would make together', () => {
  const long = JSON.stringify(Array<number>(2 ** 16).fill(0));
  const ragged = `[[${long}${',[]'.repeat(2 ** 16 - 1)}]${',[]'.repeat(2 ** 16 - 1)}]`;
  expect(tensor(ragged)).toEqual(JSON.parse(ragged));
});

it('of an object each list is one', () => {
  expect(asTensors.fromAttribute('{"x": [[1, 0]], "scaled": false}')).toEqual({
    x: { shape: [1, 2], data: Float32Array.of(1, 0) },
    scaled: false,
  });
  expect(asTensors.fromAttribute('[1]')).toEqual([1]);
  expect(asTensors.fromAttribute('{')).toBe('{');
});

it('texts are labels, those of tokens with their places', () => {
  expect(asLabels.fromAttribute('["a", " b"]')).toEqual([{ text: 'a' }, { text: ' b' }]);
  expect(asTokenLabels.fromAttribute('["a", "b"]')).toEqual([
    { text: 'a', position: 0 },
    { text: 'b', position: 1 },
  ]);
  expect(asLabels.fromAttribute('[1]')).toEqual([1]);
  expect(asLabels.fromAttribute('a')).toBe('a');
});

it('a script gives them as the attributes have them', () => {
  const rows = [
    [1, -2.5],
    [0.5, null],
  ];
  const tensor = { shape: [2, 2], data: Float32Array.of(1, -2.5, 0.5, -Infinity) };
  expect(asGiven(rows, { converter: asTensor })).toEqual(tensor);
  expect(asGiven(JSON.stringify(rows), { converter: asTensor })).toEqual(tensor);
  expect(asGiven({ x: rows }, { converter: asTensors })).toEqual({ x: tensor });
  expect(asGiven(['a', { text: 'b' }], { converter: asLabels })).toEqual([
    { text: 'a' },
    { text: 'b' },
  ]);
  expect(asGiven(['a'], { converter: asTokenLabels })).toEqual([{ text: 'a', position: 0 }]);
});

it('of a property that is on or off the empty text is off: Preact gives it for null', () => {
  expect(asGiven('', { type: Boolean })).toBe(false);
  expect(asGiven('legend', { type: Boolean })).toBe(true);
  expect(asGiven(true, { type: Boolean })).toBe(true);
});

it('what is as the property has it stays the same object', () => {
  const tensor = { shape: [1], data: Float32Array.of(1) };
  const labels = [{ text: 'a' }];
  const options = { x: tensor, scaled: true };
  expect(asGiven(tensor, { converter: asTensor })).toBe(tensor);
  expect(asGiven(options, { converter: asTensors })).toBe(options);
  expect(asGiven(labels, { converter: asLabels })).toBe(labels);
});
