// node tools/make-aab.mjs [folder]: writes the model that was made by hand, models/aab: a transformer that continues the
// letters (aab)* and whose every weight has a meaning. `npx glassformer golden` writes its golden.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, root } from './lib/shell.mjs';
import { writeTensors } from './lib/safetensors.mjs';

const letters = ['a', 'b'];
const positions = 5;
const width = 8;
const large = 1024; // a logit, or a score, that leaves nothing to the others

// What the eight columns of the residual stream mean: P P P P P T T V.
const P = 0; // five columns: at which position a letter stands
const T = 5; // two columns: which letter it is; in the end, which letter comes next
const V = 7; // of a value: +1 for an a, -1 for a b

const zeros = (...shape) => ({ shape, data: new Float32Array(shape.reduce((a, b) => a * b, 1)) });
const put = ({ shape, data }, row, column, value) => (data[row * shape[1] + column] = value);

function makeWeights() {
  const wte = zeros(letters.length, width);
  letters.forEach((_, letter) => put(wte, letter, T + letter, 1));
  const wpe = zeros(positions, width);
  for (let at = 0; at < positions; at++) put(wpe, at, P + at, 1);

  // Queries, keys and values stand side by side.
  const [query, key, value] = [0, width, 2 * width];
  const attention = zeros(width, 3 * width);
  for (let at = 0; at < positions; at++) {
    put(attention, P + at, query + P + at, large); // look at yourself
    if (at > 0) put(attention, P + at, query + P + at - 1, large); // and at the one before
    put(attention, P + at, key + P + at, 1); // "I am here"
  }
  put(attention, T, value + V, 1);
  put(attention, T + 1, value + V, -1);

  // The mean of two values: 1 after "aa", which asks for b; 0 after "ab" and "ba", which ask for a.
  const projection = zeros(width, width);
  put(projection, V, T, -large);
  put(projection, V, T + 1, large);
  const bias = zeros(width);
  bias.data[T] = large;

  return {
    'wte.weight': wte,
    'wpe.weight': wpe,
    'h.0.attn.c_attn.weight': attention,
    'h.0.attn.c_attn.bias': zeros(3 * width),
    'h.0.attn.c_proj.weight': projection,
    'h.0.attn.c_proj.bias': bias,
  };
}

const config = {
  model_type: 'gpt2',
  n_layer: 1,
  n_head: 1,
  n_embd: width,
  n_inner: 0, // no feed-forward
  n_positions: positions,
  vocab_size: letters.length,
  norm: 'none',
  final_norm: false,
  tie_word_embeddings: true,
  tokenizer_files: ['vocab.json'],
};

await main(([folder = join(root, 'models/aab')]) => {
  mkdirSync(folder, { recursive: true });
  const writeJson = (name, value) =>
    writeFileSync(join(folder, name), `${JSON.stringify(value, null, 1)}\n`);
  writeJson('config.json', config);
  writeJson('vocab.json', Object.fromEntries(letters.map((letter, id) => [letter, id])));
  writeFileSync(join(folder, 'model.safetensors'), writeTensors(makeWeights()));
});
