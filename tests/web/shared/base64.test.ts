import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64, toBase64 } from '../../../web/src/shared/base64.ts';

const expectSame = (bytes: Uint8Array) => {
  const text = toBase64(bytes);
  expect(text === Buffer.from(bytes).toString('base64')).toBe(true);
  expect(Buffer.compare(fromBase64(text), bytes)).toBe(0);
};

test('bytes come back, and the text is that of every other writer', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), expectSame));
});

test('so do many, which are written in pieces', () => {
  for (const length of [12_287, 12_288, 12_289, 30_000])
    expectSame(Uint8Array.from({ length }, (_, i) => i * 7));
});
