/** What a picture of pixels says of itself, in the text chunks of its file (PNG specification, section 11.3.3.4, iTXt). */

/** Where the first chunk, the header, ends: 8 bytes of signature, its length, type, 13 bytes and checksum. */
const kHeaderEnd = 8 + 4 + 4 + 13 + 4;

/** @param texts by the keywords that the specification names; empty ones are left out */
export function withTexts(
  png: Uint8Array,
  texts: Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
  const chunks = Object.entries(texts)
    .filter(([, text]) => text !== '')
    .map(([keyword, text]) => chunk('iTXt', `${keyword}\0\0\0\0\0${text}`));
  const parts = [png.subarray(0, kHeaderEnd), ...chunks, png.subarray(kHeaderEnd)];
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

function chunk(type: string, content: string): Uint8Array {
  const typed = new TextEncoder().encode(type + content);
  const whole = new Uint8Array(typed.length + 8);
  const view = new DataView(whole.buffer);
  view.setUint32(0, typed.length - type.length);
  whole.set(typed, 4);
  view.setUint32(typed.length + 4, crc32(typed));
  return whole;
}

/** The specification's checksum (annex D). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
