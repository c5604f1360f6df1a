// What a call's arguments are counted as.
import { expect, test } from 'vitest';
import { bytesOfAll } from '../../../web/src/worker/memory.ts';

const ofByte = bytesOfAll(['a']);

test.each([
  ['ASCII', 'a'.repeat(1000), 1000],
  ['one accent in much ASCII', `${'a'.repeat(1000)}é`, 1002],
  ['Chinese', '天'.repeat(1000), 3000],
  ['two halves of one character', '😀'.repeat(1000), 4000],
])('a text counts by its bytes in UTF-8: %s', (_, text, bytes) => {
  expect(new TextEncoder().encode(text)).toHaveLength(bytes);
  expect(bytesOfAll([text])).toBe(bytes * ofByte);
});

test('numbers count alike in every type of array', () => {
  const bytes = bytesOfAll([new Float32Array(1000)]);
  expect(bytes).toBeGreaterThan(4000);
  expect(bytesOfAll([new Float64Array(1000)])).toBe(bytes);
  // What may be ids is held more often.
  expect(bytesOfAll([{ shape: [1000], data: new Uint16Array(1000) }])).toBe(2.75 * bytes + 44);
  expect(bytesOfAll([Array.from({ length: 1000 }, () => 1)])).toBe(2.75 * bytes);
  expect(bytesOfAll([{ weights: new Uint8Array(1000) }])).toBe(0); // a file
});

test('of texts that are read one by one only the longest takes what reading takes', () => {
  const texts = Array.from({ length: 1000 }, () => 'a'.repeat(1000));
  const together = bytesOfAll([texts]);
  const oneByOne = bytesOfAll([texts], true);
  expect(oneByOne).toBeLessThan(together / 10);
  expect(oneByOne).toBeGreaterThan(1000 * 1000 + 1000 * ofByte);
  expect(bytesOfAll([[...texts, 'a'.repeat(2000)]], true)).toBeGreaterThan(
    oneByOne + 1000 * ofByte,
  );
});
