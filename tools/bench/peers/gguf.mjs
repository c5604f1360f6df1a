// GPT-2 as a GGUF file (version 3) of llama.cpp, with floats (f32) or in blocks of 32 bytes with a scale each (q8_0).
import { tokenTexts } from './page/token-texts.js';
import { transposed } from './weights.mjs';

const alignment = 32;
const blockSize = 32;
const kinds = { uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9 };
const tensorTypes = { f32: 0, q8_0: 8 };
const fileTypes = { f32: 0, q8_0: 7 };
const normalToken = 1;

/** The bits of the nearest IEEE half; ties go to the even one. */
export function toHalf(value) {
  const bits = new Uint32Array(Float32Array.of(value).buffer)[0];
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 0xff) - 112;
  const mantissa = bits & 0x7fffff;
  if (exponent >= 31) return sign | 0x7c00 | (exponent === 143 && mantissa !== 0 ? 1 : 0);
  // Below 2⁻¹⁴ the leading one is written out, and further places are lost.
  const whole = exponent > 0 ? (exponent << 23) | mantissa : mantissa | 0x800000;
  const lost = exponent > 0 ? 13 : 14 - exponent;
  if (lost > 24) return sign;
  const kept = whole >>> lost;
  const rest = whole & ((1 << lost) - 1);
  const half = 1 << (lost - 1);
  return sign | (kept + (rest > half || (rest === half && (kept & 1) === 1) ? 1 : 0));
}

/** Blocks of a half, the scale, and 32 integers. */
export function toQ8(data) {
  const out = Buffer.alloc((data.length / blockSize) * (2 + blockSize));
  for (let from = 0, to = 0; from < data.length; from += blockSize, to += 2 + blockSize) {
    let most = 0;
    for (let i = from; i < from + blockSize; i++) most = Math.max(most, Math.abs(data[i]));
    const scale = most / 127;
    out.writeUInt16LE(toHalf(scale), to);
    for (let i = 0; i < blockSize; i++)
      out.writeInt8(scale > 0 ? Math.round(data[from + i] / scale) : 0, to + 2 + i);
  }
  return out;
}

const number = (size, method) => (value) => {
  const bytes = Buffer.alloc(size);
  bytes[method](value);
  return bytes;
};
const uint32 = number(4, 'writeUInt32LE');
const uint64 = (value) => number(8, 'writeBigUInt64LE')(BigInt(value));
const string = (value) => {
  const bytes = Buffer.from(value);
  return Buffer.concat([uint64(bytes.length), bytes]);
};
const writers = {
  uint32,
  int32: number(4, 'writeInt32LE'),
  float32: number(4, 'writeFloatLE'),
  bool: (value) => Buffer.of(value ? 1 : 0),
  string,
};

/** A field of the header; `value` may be a list of the kind. */
function field(name, kind, value) {
  const head = string(name);
  if (!Array.isArray(value))
    return Buffer.concat([head, uint32(kinds[kind]), writers[kind](value)]);
  const list = value.map((item) => writers[kind](item));
  const type = [uint32(kinds.array), uint32(kinds[kind]), uint64(value.length)];
  return Buffer.concat([head, ...type, ...list]);
}

/** What llama.cpp calls the tensors, each with its own name and layout: linear layers are (out, in). */
function renamed(shape, weights) {
  const names = { 'token_embd.weight': 'wte.weight', 'position_embd.weight': 'wpe.weight' };
  for (let layer = 0; layer < shape.layers; layer++) {
    const parts = {
      attn_norm: 'ln_1',
      attn_qkv: 'attn.c_attn',
      attn_output: 'attn.c_proj',
      ffn_norm: 'ln_2',
      ffn_up: 'mlp.c_fc',
      ffn_down: 'mlp.c_proj',
    };
    for (const [theirs, own] of Object.entries(parts))
      for (const kind of ['weight', 'bias'])
        names[`blk.${layer}.${theirs}.${kind}`] = `h.${layer}.${own}.${kind}`;
  }
  for (const kind of ['weight', 'bias']) names[`output_norm.${kind}`] = `ln_f.${kind}`;
  return Object.entries(names).map(([theirs, own]) => {
    const isLinear = /^h\..*\.c_\w+\.weight$/.test(own);
    return { name: theirs, own, isLinear, shape: weights[own].shape };
  });
}

function metadata(shape, type) {
  const texts = tokenTexts(shape.vocabulary);
  const same = (value) => texts.map(() => value);
  return [
    field('general.architecture', 'string', 'gpt2'),
    field('general.name', 'string', shape.name),
    field('general.alignment', 'uint32', alignment),
    field('general.file_type', 'uint32', fileTypes[type]),
    field('general.quantization_version', 'uint32', 2),
    field('gpt2.context_length', 'uint32', shape.context),
    field('gpt2.embedding_length', 'uint32', shape.width),
    field('gpt2.block_count', 'uint32', shape.layers),
    field('gpt2.feed_forward_length', 'uint32', 4 * shape.width),
    field('gpt2.attention.head_count', 'uint32', shape.heads),
    field('gpt2.attention.layer_norm_epsilon', 'float32', 1e-5),
    field('tokenizer.ggml.model', 'string', 'llama'),
    field('tokenizer.ggml.tokens', 'string', texts),
    field('tokenizer.ggml.scores', 'float32', same(0)),
    field('tokenizer.ggml.token_type', 'int32', same(normalToken)),
    field('tokenizer.ggml.add_bos_token', 'bool', false),
    field('tokenizer.ggml.add_eos_token', 'bool', false),
    field('tokenizer.ggml.add_space_prefix', 'bool', false),
  ];
}

const padding = (length) => Buffer.alloc((alignment - (length % alignment)) % alignment);

/** The file's pieces, one after the other; `type`: 'f32' or 'q8_0', of the matrices inside the layers and of the embeddings. */
export function* ggufFile(shape, weights, type) {
  const fields = metadata(shape, type);
  const tensors = renamed(shape, weights).map((tensor) => {
    const isMatrix = tensor.isLinear || tensor.own === 'wte.weight';
    const kind = isMatrix ? type : 'f32';
    const count = tensor.shape.reduce((a, b) => a * b);
    const size = kind === 'f32' ? 4 * count : (count / blockSize) * (2 + blockSize);
    return { ...tensor, kind, size };
  });
  let offset = 0;
  const infos = tensors.map(({ name, isLinear, shape: dims, kind, size }) => {
    // Dimensions are told from the innermost one.
    const order = isLinear ? dims : dims.toReversed();
    const info = [
      string(name),
      uint32(dims.length),
      ...order.map(uint64),
      uint32(tensorTypes[kind]),
      uint64(offset),
    ];
    offset += size + padding(size).length;
    return Buffer.concat(info);
  });
  const header = Buffer.concat([
    Buffer.from('GGUF'),
    uint32(3),
    uint64(tensors.length),
    uint64(fields.length),
    ...fields,
    ...infos,
  ]);
  yield header;
  yield padding(header.length);
  for (const { own, isLinear, kind, size } of tensors) {
    const { data } = isLinear ? transposed(weights[own]) : weights[own];
    yield kind === 'f32' ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : toQ8(data);
    yield padding(size);
  }
}
