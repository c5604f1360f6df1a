// The two models that are measured, and what a run of them must do at least: operations and bytes.

/** GPT-2 of a size that fits a page, and GPT-2 small. `prefill`: the tokens of the prompt that is read. */
export const shapes = {
  tiny: {
    name: 'tiny',
    layers: 4,
    width: 128,
    heads: 4,
    vocabulary: 4096,
    context: 256,
    prefill: 64,
  },
  small: {
    name: 'small',
    layers: 12,
    width: 768,
    heads: 12,
    vocabulary: 50257,
    context: 1024,
    prefill: 128,
  },
};

/** Weights below this many bytes are read from a cache again and again. */
const cacheBytes = 16e6;

const layerParameters = ({ layers, width }) => 12 * layers * width * width;
const headParameters = ({ vocabulary, width }) => vocabulary * width;

/** Every number of the model's file. */
export function parameterCount({ layers, width, vocabulary, context }) {
  const block = 12 * width * width + 13 * width;
  return (vocabulary + context) * width + layers * block + 2 * width;
}

/**
 * Reading the prompt, with logits for its last token: products with the matrices, and q·k and the weighted values, where
 * query i has i + 1 keys. A multiply-add is two operations.
 */
export function prefillOperations(shape) {
  const n = shape.prefill;
  const attention = shape.layers * shape.width * n * (n + 1);
  return 2 * (layerParameters(shape) * n + headParameters(shape) + attention);
}

/** What every decoded token must read: each matrix once. */
export const decodeBytes = (shape, bytesEach) =>
  bytesEach * (layerParameters(shape) + headParameters(shape));

const bytesOf = (dtype, count) => count * { fp32: 4, fp16: 2, int8: 1 }[dtype];

/**
 * The tokens a second that the machine's limits allow, and the MiB that weights take which do not fit into a cache: beside
 * others the browser's own memory is all that counts. Decoding reads from a cache what fits into one.
 * `limits`: { gflops, byte_gops, memory_gbs, cache_gbs }.
 */
export function floors(shape, dtype, limits) {
  const bytes = bytesOf(dtype, decodeBytes(shape, 1));
  const rate = dtype === 'int8' ? limits.byte_gops : limits.gflops;
  const bandwidth = bytes < cacheBytes ? limits.cache_gbs : limits.memory_gbs;
  return {
    prefill: (shape.prefill * rate * 1e9) / prefillOperations(shape),
    decode: (bandwidth * 1e9) / bytes,
    ...(bytes >= cacheBytes && { peak: bytesOf(dtype, parameterCount(shape)) / 2 ** 20 }),
  };
}
