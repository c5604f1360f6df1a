// llama.cpp as @wllama/wllama; it has a worker of its own. It takes and gives texts.
import { tokenTexts } from '../token-texts.js';

const silent = { debug() {}, log() {}, warn() {}, error: console.error };

export async function open({ dtype, threads, shape, model, base, library, folder }) {
  const { Wllama } = await import(new URL(library, base).href);
  const paths = { default: new URL(`${folder}wllama.wasm`, base).href };
  const wllama = new Wllama(paths, { logger: silent, suppressNativeLog: true });
  const file = dtype === 'int8' ? 'model-q8_0' : 'model';
  const response = await fetch(new URL(`${model}/${file}.gguf`, base));
  await wllama.loadModel([await response.blob()], {
    n_ctx: shape.context,
    n_threads: threads,
    n_gpu_layers: 0,
  });
  const texts = tokenTexts(shape.vocabulary);
  const idOf = new Map(texts.map((text, id) => [text, id]));
  return {
    async generate(ids, count) {
      const { choices } = await wllama.createCompletion({
        prompt: ids.map((id) => texts[id]).join(''),
        max_tokens: count,
        temperature: 0,
        cache_prompt: false,
        ignore_eos: true,
      });
      return Array.from(choices[0].text, (text) => idOf.get(text));
    },
    close: () => wllama.exit(),
  };
}
