// Bytes whose memory is given back.
import { expect, test } from 'vitest';
import { release } from '../../../web/src/worker/release.ts';

test('bytes with a buffer of their own have none afterwards', () => {
  const bytes = new Uint8Array(1000);
  release(bytes);
  expect(bytes.length).toBe(0);
});

test('a part of a buffer, or memory that is shared, stays', () => {
  const whole = new Uint8Array([1, 2, 3, 4]);
  release(whole.subarray(1, 3));
  expect([...whole]).toEqual([1, 2, 3, 4]);
  const shared = new Uint8Array(new SharedArrayBuffer(4));
  release(shared);
  expect(shared.length).toBe(4);
});
