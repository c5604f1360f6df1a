// This project through its public package, as its users get it. In a page it has a worker of its own.
import { drawInto } from '../draw.js';

export async function open({ dtype, model, base, library }) {
  const { loadModel } = await import(new URL(library, base).href);
  const folder = dtype === 'int8' ? `${model}-int8/` : `${model}/`;
  const loaded = await loadModel(new URL(folder, base), { dtype });
  const options = (count) => ({ max_new_tokens: count, eos_token_id: [] });
  return {
    async generate(ids, count) {
      return (await loaded.generate(ids, options(count)).result()).ids;
    },
    draw: (ids, count) => drawInto(loaded.generate(ids, options(count))),
    close: () => loaded.close(),
  };
}
