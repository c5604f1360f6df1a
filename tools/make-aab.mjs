// node tools/make-aab.mjs [folder]: writes the model that was made by hand, models/aab: a transformer that continues the
// letters (aab)* and whose every weight has a meaning. Its golden.json holds the reference's numbers for one input.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, root } from './lib/shell.mjs';
import { readTensors, writeTensors } from './lib/safetensors.mjs';

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

// Hook name → name in the reference; (1, T, K) where a head stands in front.
const rows = {
  'blocks.0.resid_pre': 'embedding',
  'blocks.0.attn_out': 'projected',
  'blocks.0.resid_post': 'residual',
  logits: 'logits',
};
const heads = {
  'blocks.0.attn.q': 'q',
  'blocks.0.attn.k': 'k',
  'blocks.0.attn.v': 'v',
  'blocks.0.attn.raw_scores': 'scores_unscaled',
  'blocks.0.attn.pattern': 'attn_probs',
  'blocks.0.attn.z': 'attn_out',
};

function makeGolden() {
  const reference = readTensors(readFileSync(join(root, 'tests/golden/seed001_aab.safetensors')));
  const { demo, completions } = JSON.parse(
    readFileSync(join(root, 'tests/golden/seed001_aab.json'), 'utf8'),
  );
  const activation = (name, leading) => {
    const { shape, data } = reference[name];
    return { shape: [...leading, ...shape], data: [...data] };
  };
  return {
    computed_by: 'NumPy in float64',
    tolerance: { absolute: 1e-5, relative: 1e-5 },
    input: { text: demo, ids: [...demo].map((letter) => letters.indexOf(letter)) },
    activations: {
      ...Object.fromEntries(
        Object.entries(rows).map(([hook, name]) => [hook, activation(name, [])]),
      ),
      ...Object.fromEntries(
        Object.entries(heads).map(([hook, name]) => [hook, activation(name, [1])]),
      ),
    },
    generated: completions.map((line) => {
      const [text, continuation] = line.split(' :: ');
      return { text, options: { max_new_tokens: continuation.length }, continuation };
    }),
  };
}

await main(([folder = join(root, 'models/aab')]) => {
  mkdirSync(folder, { recursive: true });
  const writeJson = (name, value) =>
    writeFileSync(join(folder, name), `${JSON.stringify(value, null, 1)}\n`);
  writeJson('config.json', config);
  writeJson('vocab.json', Object.fromEntries(letters.map((letter, id) => [letter, id])));
  writeJson('golden.json', makeGolden());
  writeFileSync(join(folder, 'model.safetensors'), writeTensors(makeWeights()));
});
