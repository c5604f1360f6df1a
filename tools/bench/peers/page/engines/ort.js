// onnxruntime-web with its WebAssembly backend; decoding is a loop around runs with the keys and values of the last one.

export async function open({ dtype, threads, shape, model, base, library, folder }) {
  const ort = await import(new URL(library, base).href);
  ort.env.wasm.numThreads = threads;
  if (folder) ort.env.wasm.wasmPaths = new URL(folder, base).href;
  const file = new URL(`${model}/${dtype === 'int8' ? 'model-int8' : 'model'}.onnx`, base);
  const session = await ort.InferenceSession.create(await sourceOf(file), {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
  });
  const { layers, heads, width } = shape;
  const caches = Array.from({ length: layers }, (_, i) => [`key_${i}`, `value_${i}`]).flat();
  const ids = (values) =>
    new ort.Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
  const empty = () => new ort.Tensor('float32', new Float32Array(0), [1, heads, 0, width / heads]);

  return {
    async generate(prompt, count) {
      const out = [];
      let tokens = prompt;
      let length = 0;
      let past = Object.fromEntries(caches.map((name) => [`past_${name}`, empty()]));
      while (out.length < count) {
        const positions = tokens.map((_, i) => length + i);
        const feeds = { input_ids: ids(tokens), position_ids: ids(positions), ...past };
        const results = await session.run(feeds);
        length += tokens.length;
        out.push((tokens = [largest(results.logits.data)])[0]);
        past = Object.fromEntries(
          caches.map((name) => [`past_${name}`, results[`present_${name}`]]),
        );
      }
      return out;
    },
    close: () => session.release(),
  };
}

/** In Node a file is read, in a browser it is fetched. */
async function sourceOf(file) {
  if (file.protocol !== 'file:') return file.href;
  const { readFile } = await import('node:fs/promises');
  return new Uint8Array(await readFile(file));
}

function largest(values) {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i] > values[best]) best = i;
  return best;
}
