/** What the engine's tests share: goldens, comparing, a server, models from memory. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GlassformerError, type ModelFiles, softmax, type Tensor } from 'glassformer';
import { expect, onTestFinished } from 'vitest';
import { readTensors, writeTensors } from '../../../tools/lib/safetensors.mjs';

const project = new URL('../../../', import.meta.url);

export const golden = (name: string) => readFileSync(new URL(`tests/golden/${name}`, project));
export const goldenTensors = (name: string) => readTensors(golden(name));
export const goldenJson = (name: string) => JSON.parse(golden(name).toString('utf8'));

export const aabFolder = new URL('models/aab/', project);
export const aabFile = (name: string) => readFileSync(new URL(name, aabFolder));

/** Its config lists no files of tokenizers, so that another one may be given with it, or none. */
export const aabFiles = (changes: Partial<ModelFiles> = {}): ModelFiles => ({
  config: JSON.stringify({
    ...JSON.parse(aabFile('config.json').toString()),
    tokenizer_files: undefined,
  }),
  weights: aabFile('model.safetensors'),
  vocabJson: aabFile('vocab.json').toString(),
  ...changes,
});

/** The golden GPT-2 with random weights: 2 layers, 4 heads, 97 ids, a context of 32; ids only. */
export const gpt2Files = (): ModelFiles => ({
  config: golden('gpt2_small_config.json').toString(),
  weights: golden('gpt2_small.safetensors'),
});

/** The golden encoder–decoder: 2 + 2 layers, 4 heads, two vocabularies of 50; ids only. */
export const encoderDecoderFiles = (): ModelFiles => ({
  config: {
    model_type: 'encoder-decoder',
    ...goldenJson('seed004_encdec.json').config,
    tied_output: true,
    positions: 'sinusoidal',
  },
  weights: golden('seed004_encdec_weights.safetensors'),
});

/** A vocab.json of as many characters, from U+4E00 on. */
export const ideographs = (count: number): string =>
  JSON.stringify(
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [String.fromCodePoint(0x4e00 + i), i]),
    ),
  );

/** A golden encoder that classifies: 2 layers, 4 heads, 11 ids; ids only. */
export const classifierFiles = (name: string): ModelFiles => ({
  config: golden(`classifier_${name}_config.json`).toString(),
  weights: golden(`classifier_${name}_weights.safetensors`),
});

/** A GPT-2 of random-looking weights: one layer, as wide as wanted. */
export function syntheticFiles(width: number, vocabulary: number): ModelFiles {
  const tensor = (...shape: number[]) => {
    const data = new Float32Array(shape.reduce((a, b) => a * b));
    // The largest have 16 million numbers: to compute more than this takes longer than what is tested with them.
    const computed = Math.min(data.length, 2 ** 18);
    for (let i = 0; i < computed; ++i) data[i] = Math.sin(i * 0.7 + shape.length) / 10;
    for (let at = computed; at < data.length; at *= 2) data.copyWithin(at, 0, at);
    return { shape, data };
  };
  const layer = {
    'ln_1.weight': tensor(width),
    'ln_1.bias': tensor(width),
    'attn.c_attn.weight': tensor(width, 3 * width),
    'attn.c_attn.bias': tensor(3 * width),
    'attn.c_proj.weight': tensor(width, width),
    'attn.c_proj.bias': tensor(width),
    'ln_2.weight': tensor(width),
    'ln_2.bias': tensor(width),
    'mlp.c_fc.weight': tensor(width, 4 * width),
    'mlp.c_fc.bias': tensor(4 * width),
    'mlp.c_proj.weight': tensor(4 * width, width),
    'mlp.c_proj.bias': tensor(width),
  };
  const weights = writeTensors({
    'wte.weight': tensor(vocabulary, width),
    'wpe.weight': tensor(64, width),
    ...Object.fromEntries(Object.entries(layer).map(([name, value]) => [`h.0.${name}`, value])),
    'ln_f.weight': tensor(width),
    'ln_f.bias': tensor(width),
  });
  const config = {
    model_type: 'gpt2',
    n_layer: 1,
    n_head: 4,
    n_embd: width,
    vocab_size: vocabulary,
    n_positions: 64,
  };
  return { config, weights };
}

/** GPT-2's byte-level vocabulary without a merge: each byte is a token. */
export function byteLevel(): Partial<ModelFiles> {
  const printable = (byte: number) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 255 && byte !== 173);
  let next = 256;
  const entries = Array.from({ length: 256 }, (_, byte) => [
    String.fromCodePoint(printable(byte) ? byte : next++),
    byte,
  ]);
  return { vocabJson: JSON.stringify(Object.fromEntries(entries)), mergesTxt: '#version: 0.2\n' };
}

/** A GPT-2 of a byte vocabulary without a longest context. */
export function boundlessFiles(): ModelFiles {
  const { config, weights } = syntheticFiles(16, 256);
  const { 'wpe.weight': _positions, ...tensors } = readTensors(Buffer.from(weights as Uint8Array));
  return {
    config: { ...(config as object), n_positions: null, positions: 'sinusoidal' },
    weights: writeTensors(tensors),
    ...byteLevel(),
  };
}

/** One of a batch: row `index` of the first dimension. */
export function rowOf(
  { shape: [, ...shape], data }: { shape: readonly number[]; data: Float32Array },
  index: number,
): Tensor {
  const size = shape.reduce((a, b) => a * b, 1);
  return { shape, data: data.slice(index * size, (index + 1) * size) };
}

export function expectClose(got: Tensor, want: Tensor, absolute = 1e-5, relative = 1e-5): void {
  expect(got.shape).toEqual([...want.shape]);
  const worst = want.data.findIndex(
    (value, i) => !(Math.abs(got.data[i]! - value) <= absolute + relative * Math.abs(value)),
  );
  if (worst >= 0) expect.fail(`value ${worst} is ${got.data[worst]}, wanted ${want.data[worst]}`);
}

/** The error that a call is refused with. */
export async function refusal(call: Promise<unknown> | (() => unknown)): Promise<GlassformerError> {
  try {
    await (typeof call === 'function' ? call() : call);
  } catch (error) {
    expect(error).toBeInstanceOf(GlassformerError);
    expect((error as Error).message).toMatch(/^[^\n]+$/);
    return error as GlassformerError;
  }
  return expect.fail('it was not refused');
}

type Handler = (path: string, response: ServerResponse, request: IncomingMessage) => void;

/** A web server for one test; gives its address. */
export async function serve(handler: Handler): Promise<string> {
  const server = createServer((request, response) => handler(request.url!, response, request));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Serves models/aab, with other answers for some paths. */
export function serveAab(answers: Record<string, Handler> = {}): Promise<string> {
  return serve((path, response, request) => {
    const name = path.slice(1);
    if (answers[name]) return answers[name](path, response, request);
    try {
      response.end(aabFile(name));
    } catch {
      response.writeHead(404).end('not found');
    }
  });
}

/** Of the length of a tensor's data: the checks before a call look three times, the engine's own copy is the fourth. */
const kLooksBefore = 3;

/** A call in which the module meets this while it reads an argument. */
export function failingCall(fail: () => Error): Promise<Tensor> {
  let looks = 0;
  const length = {
    get() {
      if (++looks > kLooksBefore) throw fail();
      return 2;
    },
  };
  return softmax({
    shape: [2],
    data: Object.defineProperty(new Float32Array(2), 'length', length),
  });
}
