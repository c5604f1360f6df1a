/**
 * The memory that a call's arguments take in WebAssembly, asked for before they are copied there: what cannot be
 * allocated ends the engine with all its models. What a call makes of them the core counts by itself.
 */
import type { MainModule } from '../../../build/wasm/glassformer.js';
import { unwrap } from './unwrap.ts';

/** How often an argument is there at the same time: on its way into the core, as the core's own, and in a result. */
const copies = 4;
/** Lists of numbers and integers may be ids, which each hypothesis holds, and twice while it grows; and the n-gram ban's table. */
const copiesOfIds = 11;
/** As the core makes it, and as Embind takes it from there. */
const copiesOfResult = 3;
/**
 * For each byte of a text in UTF-8: where every byte is a token of its own, the pieces that merges join, the tokens with
 * their offsets, and all of it twice while a list grows.
 */
const bytesOfByte = 192;
const bytesOfNumber = 4;
/** For each byte of a file: the nodes of its tree, of which the smallest takes two bytes of text, twice while a list grows. */
const bytesOfJson = 40;
/** The core reads no more values than so many, of which an object's field takes most; and the text, with what it is copied to. */
const mostValues = 2 ** 22;
const bytesOfValue = 108;
const bytesOfJsonText = 6;
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

/** The same for a text that is read, where it is longer than what was given. */
export const checkText = (wasm: MainModule, text: string) =>
  checkMemory(wasm, 'this text', utf8Bytes(text) * bytesOfByte);

/** A vocabulary's tokens have at most 1,024 bytes, so that the texts of so many fit into what the core does not count. */
export const fewTokens = 250;
/** For each UTF-16 unit of a text that tokens make: up to three bytes, twice while it grows, and on its way out. */
const bytesOfUnit = 12;

/** The same for a text that is made of so many tokens with these texts. */
export function checkJoined(wasm: MainModule, count: number, texts: () => readonly string[]): void {
  if (count <= fewTokens) return;
  const units = texts().reduce((sum, text) => sum + text.length, 0);
  checkMemory(wasm, `the text of ${count} tokens`, units * bytesOfUnit);
}

/** For each row of the logits of a step: the logit, its scores, and its place in an order. */
const bytesOfScore = 32;
/** A candidate as the core lists it and as it crosses. */
const bytesOfCandidate = 160;

/** The same for the steps of a generation over a vocabulary. */
export const checkScores = (wasm: MainModule, rows: number) =>
  checkMemory(wasm, `a step over ${rows} tokens`, rows * bytesOfScore);

/** An id of a hypothesis: its own, of the step before, told, and copied on its way out. */
const bytesOfHypothesisId = 32;

/** The same for what each step may take: asked for only where it is more than the core leaves for such things. */
function checkLarge(wasm: MainModule, what: string, bytes: number): void {
  if (bytes > 2 ** 19) checkMemory(wasm, what, bytes);
}

/** The same for the ids of hypotheses of so many steps. */
export const checkHypotheses = (wasm: MainModule, count: number, steps: number) =>
  checkLarge(wasm, `${count} hypotheses of ${steps} tokens`, count * steps * bytesOfHypothesisId);

/** The same for the candidates that a step tells. */
export const checkCandidates = (wasm: MainModule, count: number) =>
  checkLarge(wasm, `a step with ${count} candidates`, count * bytesOfCandidate);

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
  if (bytes <= 2 ** 16) return;
  const most = mostValues * bytesOfValue + bytes * bytesOfJsonText;
  checkMemory(wasm, what, Math.min(bytes * bytesOfJson, most));
}

function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    const pair = text.codePointAt(i)! > 0xffff;
    bytes += unit < 0x800 ? 1 : 2;
    if (pair) i++; // the second unit is counted above: four bytes in all
  }
  return bytes;
}

/** What the core gets as numbers, whatever type they have here; the bytes of a file are none. */
const isNumbers = (value: object): value is Float32Array | Float64Array | Int32Array =>
  ArrayBuffer.isView(value) && 'length' in value && !(value instanceof Uint8Array);
const isRaw = (value: object) =>
  ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof Blob;
