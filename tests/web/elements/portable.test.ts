/** Properties that go through a page's text and come back. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromPortable, toPortable } from '../../../web/src/elements/base/export/portable.ts';

const throughText = (value: unknown) =>
  fromPortable(JSON.parse(JSON.stringify(toPortable(value))) as never);

test('numbers, texts, lists and arrays of numbers come back as they were', () => {
  const key = fc.string().filter((name) => name !== '$' && name !== '__proto__');
  const leaf = fc.oneof(
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.double(),
    fc.float32Array(),
    fc.int32Array(),
    fc.uint8Array(),
    fc.float64Array(),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(value, (given) => {
      expect(throughText(given)).toEqual(given);
    }),
  );
});

test('a part of a larger buffer is written alone', () => {
  expect(throughText(new Float32Array([1, 2, 3, 4]).subarray(1, 3))).toEqual(
    new Float32Array([2, 3]),
  );
});

test('what no text can stand for is left out', () => {
  expect(toPortable(() => 1)).toBeUndefined();
  expect(toPortable(new Map())).toBeUndefined();
  expect(throughText({ a: 1, b: () => 1, c: new (class Other {})() })).toEqual({ a: 1 });
  const circle: { itself?: object } = {};
  circle.itself = circle;
  expect(() => toPortable(circle)).not.toThrow();
});
