// Random weights of one seed, in Hugging Face's names and layouts of GPT-2; every format is written from these.

/** Numbers of one seed, uniform in ±√3, so that their deviation is 1 (mulberry32). */
export function uniform(seed) {
  let state = seed >>> 0;
  const scale = (2 * Math.sqrt(3)) / 2 ** 32;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) * scale - Math.sqrt(3);
  };
}

/**
 * The tensors: name → { shape, deviation, mean }. The last norm's factors have either sign, so that the head, which is
 * tied to the embeddings, does not repeat the last token: a greedy text varies.
 */
export function tensorsOf({ layers, width, vocabulary, context }) {
  const tensors = {
    'wte.weight': { shape: [vocabulary, width], deviation: 1 },
    'wpe.weight': { shape: [context, width], deviation: 0.5 },
  };
  const norm = (name, factors = { deviation: 0.1, mean: 1 }) => {
    tensors[`${name}.weight`] = { shape: [width], ...factors };
    tensors[`${name}.bias`] = { shape: [width], deviation: 0.1 };
  };
  // Linear layers are (in, out).
  const linear = (name, inputs, outputs, scale = 1) => {
    const deviation = scale / Math.sqrt(inputs);
    tensors[`${name}.weight`] = { shape: [inputs, outputs], deviation };
    tensors[`${name}.bias`] = { shape: [outputs], deviation: 0.1 };
  };
  const added = 1 / Math.sqrt(2 * layers); // of what goes into the residual stream, as GPT-2 was initialised
  for (let layer = 0; layer < layers; layer++) {
    const block = `h.${layer}`;
    norm(`${block}.ln_1`);
    linear(`${block}.attn.c_attn`, width, 3 * width);
    linear(`${block}.attn.c_proj`, width, width, added);
    norm(`${block}.ln_2`);
    linear(`${block}.mlp.c_fc`, width, 4 * width);
    linear(`${block}.mlp.c_proj`, 4 * width, width, added);
  }
  norm('ln_f', { deviation: 1 });
  return tensors;
}

/** name → { shape, data }, the same numbers for the same seed. */
export function randomWeights(shape, seed = 1) {
  const next = uniform(seed);
  const fill = ({ shape: dims, deviation, mean = 0 }) => {
    const data = new Float32Array(dims.reduce((a, b) => a * b));
    for (let i = 0; i < data.length; i++) data[i] = mean + deviation * next();
    return { shape: dims, data };
  };
  return Object.fromEntries(
    Object.entries(tensorsOf(shape)).map(([name, tensor]) => [name, fill(tensor)]),
  );
}

/** (rows, columns) → (columns, rows). */
export function transposed({ shape: [rows, columns], data }) {
  const out = new Float32Array(data.length);
  const tile = 32; // both sides of a tile stay in the nearest cache
  for (let top = 0; top < rows; top += tile)
    for (let left = 0; left < columns; left += tile)
      for (let r = top; r < Math.min(top + tile, rows); r++)
        for (let c = left; c < Math.min(left + tile, columns); c++)
          out[c * rows + r] = data[r * columns + c];
  return { shape: [columns, rows], data: out };
}

/** Symmetric integers of 8 bits with a scale for each column of a (rows, columns) matrix. */
export function quantizedByColumn({ shape: [rows, columns], data }) {
  const scales = new Float32Array(columns);
  for (let i = 0; i < data.length; i++)
    scales[i % columns] = Math.max(scales[i % columns], Math.abs(data[i]) / 127);
  const bytes = new Int8Array(data.length);
  for (let i = 0; i < data.length; i++) bytes[i] = Math.round(data[i] / scales[i % columns]);
  return { shape: [rows, columns], bytes, scales };
}

/** The same with a scale for each row. */
export function quantizedByRow({ shape: [rows, columns], data }) {
  const scales = new Float32Array(rows);
  const bytes = new Int8Array(data.length);
  for (let r = 0; r < rows; r++) {
    const row = data.subarray(r * columns, (r + 1) * columns);
    scales[r] = row.reduce((most, x) => Math.max(most, Math.abs(x)), 0) / 127;
    for (let c = 0; c < columns; c++) bytes[r * columns + c] = Math.round(row[c] / scales[r]);
  }
  return { shape: [rows, columns], bytes, scales };
}
