/**
 * The memory that a call's arguments take in WebAssembly, asked for before they are copied there: what cannot be
 * allocated ends the engine with all its models. What a call makes of them the core counts by itself.
 */
import type { MainModule } from '../../../build/wasm/glassformer.js';
import { unwrap } from './unwrap.ts';

/** How often an argument is there at the same time: on its way into the core, as the core's own, and in a result. */
const copies = 4;
/** Lists of numbers and integers may be ids, which each hypothesis holds, and twice while it grows. */
const copiesOfIds = 10;
/** As the core makes it, and as Embind takes it from there. */
const copiesOfResult = 3;
/**
 * For each byte of a text in UTF-8: where every byte is a token of its own, the pieces that merges join, the tokens with
 * their offsets, and all of it twice while a list grows.
 */
const bytesOfByte = 192;
const bytesOfNumber = 4;
/** For each byte of a file: the nodes of its tree, of which the smallest takes two bytes of text. */
const bytesOfJson = 24;
/** An element of a list beside its own size: a vector, a string, an object's fields as the core has them. */
const bytesOfItem = 256;

/**
 * Refuses what takes more than one call is given, or more than is left.
 *
 * @throws GlassformerError `OutOfMemory`
 */
export function checkMemory(wasm: MainModule, what: string, bytes: number): void {
  unwrap(wasm.checkMemory(what, Math.min(bytes, Number.MAX_SAFE_INTEGER)));
}

/** The same for a result of this shape. */
export function checkNumbers(wasm: MainModule, what: string, shape: readonly number[]): void {
  const count = shape.reduce((product, n) => product * n, 1);
  checkMemory(
    wasm,
    `${what} of shape [${shape.join(', ')}]`,
    count * bytesOfNumber * copiesOfResult,
  );
}

/** The same for self-attention that returns raw, scaled and masked scores, and weights. */
export const checkScores = (wasm: MainModule, what: string, rows: number) =>
  checkMemory(wasm, what, 6 * rows * rows * bytesOfNumber * copiesOfResult);

/** What the core keeps of each byte of a text that it has read: the byte itself, and an id. */
const bytesKeptOfByte = 16;

/** Bytes of texts in UTF-8. */
interface Texts {
  sum: number;
  longest: number;
}

/**
 * Bytes that these arguments take, at most. Where texts are read `oneByOne`, only one of them at a time takes more than
 * what is kept of it.
 */
export function bytesOfAll(args: readonly unknown[], oneByOne = false): number {
  const texts = { sum: 0, longest: 0 };
  const others = args.reduce<number>((sum, arg) => sum + bytesOf(arg, texts), 0);
  const { sum, longest } = texts;
  return others + (oneByOne ? sum * bytesKeptOfByte + longest * bytesOfByte : sum * bytesOfByte);
}

/** Of what is no text; texts are added to `texts`. */
function bytesOf(value: unknown, texts: Texts): number {
  if (typeof value === 'string') {
    const bytes = utf8Bytes(value);
    texts.sum += bytes;
    texts.longest = Math.max(texts.longest, bytes);
    return 0;
  }
  if (typeof value !== 'object' || value === null) return 0;
  if (isNumbers(value)) {
    const areFloats = value instanceof Float32Array || value instanceof Float64Array;
    return value.length * bytesOfNumber * (areFloats ? copies : copiesOfIds);
  }
  if (Array.isArray(value)) {
    // Lists hold one kind of thing; numbers, of which there may be millions, are not gone through.
    if (typeof value[0] === 'number') return value.length * bytesOfNumber * copiesOfIds;
    return value.reduce<number>(
      (sum, item) => sum + bytesOf(item, texts),
      value.length * bytesOfItem,
    );
  }
  if (isRaw(value)) return 0;
  return Object.values(value).reduce<number>((sum, item) => sum + bytesOf(item, texts), 0);
}

/** The same for files of JSON, or lists of words, of which the core makes a tree or a vocabulary. */
export function checkJson(wasm: MainModule, what: string, texts: readonly string[]): void {
  const bytes = texts.reduce((sum, text) => sum + utf8Bytes(text), 0);
  if (bytes > 2 ** 16) checkMemory(wasm, what, bytes * bytesOfJson);
}

function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) bytes += isSurrogate(unit) || unit < 0x800 ? 1 : 2;
  }
  return bytes;
}
/** Two of them are one character of four bytes. */
const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;

/** What the core gets as numbers, whatever type they have here; the bytes of a file are none. */
const isNumbers = (value: object): value is Float32Array | Float64Array | Int32Array =>
  ArrayBuffer.isView(value) && 'length' in value && !(value instanceof Uint8Array);
const isRaw = (value: object) =>
  ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof Blob;
