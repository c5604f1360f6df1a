/** Bytes as text, for what must stand in a document. */

/** Bytes in one call, which takes each as an argument; whole groups of three, so that pieces can be joined. */
const kPiece = 3 * 2 ** 12;

export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let i = 0; i < bytes.length; i += kPiece)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(i, i + kPiece))));
  return pieces.join('');
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  // A loop: going through megabytes by an iterator takes ten times as long.
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = characters.charCodeAt(i);
  return bytes;
}
