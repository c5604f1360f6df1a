/** The text chunks of a PNG, against an encoder of another hand: the checksum of Python's zlib. */
import { expect, it } from 'vitest';
import { withTexts } from '../../../web/src/elements/base/export/png-text.ts';

const header = Uint8Array.from({ length: 33 }, (_, i) => i);
const rest = [99, 98];

it('stand behind the header, in UTF-8, with their checksums; the rest of the file is as it was', () => {
  const png = Uint8Array.from([...header, ...rest]);
  const whole = withTexts(png, { Title: 'a', Empty: '', Comment: '词' });
  // zlib.crc32(b"iTXtTitle\0\0\0\0\0a"), zlib.crc32("iTXtComment\0\0\0\0\0词".encode())
  const title = [0, 0, 0, 11, ...bytes('iTXtTitle\0\0\0\0\0a'), 0x85, 0x58, 0xdf, 0xc7];
  const comment = [0, 0, 0, 15, ...bytes('iTXtComment\0\0\0\0\0词'), 0xf7, 0x79, 0xc6, 0xa7];
  expect([...whole]).toEqual([...header, ...title, ...comment, ...rest]);
});

it('without any the file is as it was', () => {
  const png = Uint8Array.from([...header, ...rest]);
  expect(withTexts(png, { Title: '' })).toEqual(png);
});

function bytes(text: string): number[] {
  return [...new TextEncoder().encode(text)];
}
