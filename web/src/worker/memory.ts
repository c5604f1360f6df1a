/**
 * The memory that a call's arguments take in WebAssembly, asked for before they are copied there: what cannot be
 * allocated ends the engine with all its models. What a call makes of them the core counts by itself.
 */
import type { MainModule } from '../../../build/wasm/glassformer.js';
import type { ResolvedConfig, TrainingOptions } from '../shared/types.ts';
import { unwrap } from './unwrap.ts';

/** How often an argument is there at the same time: on its way into the core, as the core's own, and in a result. */
const copies = 4;
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
/** An element of a list beside its own size: a vector, a string, an object's fields. */
const bytesOfItem = 64;

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

/** Bytes that these arguments take, at most. */
export const bytesOfAll = (args: readonly unknown[]) =>
  args.reduce<number>((sum, arg) => sum + bytesOf(arg), 0);

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return utf8Bytes(value) * bytesOfByte;
  if (value instanceof Float32Array || value instanceof Int32Array)
    return value.length * bytesOfNumber * copies;
  if (Array.isArray(value)) {
    // Lists hold one kind of thing; numbers, of which there may be millions, are not gone through.
    if (typeof value[0] === 'number') return value.length * bytesOfNumber * copies;
    return value.reduce<number>((sum, item) => sum + bytesOf(item), value.length * bytesOfItem);
  }
  if (typeof value !== 'object' || value === null || isRaw(value)) return 0;
  return Object.values(value).reduce<number>((sum, item) => sum + bytesOf(item), 0);
}

/** The same for files of JSON, or lists of words, of which the core makes a tree or a vocabulary. */
export function checkJson(wasm: MainModule, what: string, texts: readonly string[]): void {
  const bytes = texts.reduce((sum, text) => sum + utf8Bytes(text), 0);
  if (bytes > 2 ** 16) checkMemory(wasm, what, bytes * bytesOfJson);
}

/** At most. */
const utf8Bytes = (text: string) => text.length * (isAscii.test(text) ? 1 : 3);
const isAscii = /^[\0-\x7f]*$/;

/**
 * What a step of training takes beside the parameters, which the core counts: all that the forward pass of one
 * micro-batch keeps for the backward pass, and the gradients on their way.
 */
export function checkTraining(
  wasm: MainModule,
  config: ResolvedConfig,
  options: Required<TrainingOptions>,
): void {
  const { d_model, d_ff, num_heads, encoder_layers, decoder_layers, vocab_size } = config;
  const { max_length, micro_batch_tokens, tokens_per_batch } = options;
  const rows = Math.min(micro_batch_tokens, tokens_per_batch) + max_length;
  // Patterns and their gradients, each before and after dropout, and their transposes.
  const attention = 6 * num_heads * rows * max_length;
  const attentions = encoder_layers + decoder_layers * (encoder_layers > 0 ? 2 : 1);
  const stream = rows * (attentions * (24 * d_model + 64 * num_heads) + 4 * d_ff * attentions);
  const logits = 3 * Math.min(rows, 512) * vocab_size;
  const bytes = (attentions * attention + stream + logits) * bytesOfNumber;
  checkMemory(wasm, `training in contexts of ${max_length} tokens`, bytes);
}

const isRaw = (value: object) =>
  ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof Blob;
