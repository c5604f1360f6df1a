// The files that are measured, made once into build/ from random weights: the same numbers in every format.
import {
  closeSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { writeTensors } from '../../lib/safetensors.mjs';
import { root, run } from '../../lib/shell.mjs';
import { whenChanged } from '../../lib/stamp.mjs';
import { ggufFile } from './gguf.mjs';
import { onnxFile } from './onnx.mjs';
import { tokenTexts } from './page/token-texts.js';
import { shapes } from './shapes.mjs';
import { randomWeights } from './weights.mjs';

export const buildFolder = 'build/bench-peers';

const files = {
  'model.onnx': (shape, weights) => onnxFile(shape, weights, 'fp32'),
  'model-int8.onnx': (shape, weights) => onnxFile(shape, weights, 'int8'),
  'model.gguf': (shape, weights) => ggufFile(shape, weights, 'f32'),
  'model-q8_0.gguf': (shape, weights) => ggufFile(shape, weights, 'q8_0'),
  'model.safetensors': (_shape, weights) => [writeTensors(weights)],
};

const sources = [
  'gguf.mjs',
  'models.mjs',
  'onnx.mjs',
  'page/token-texts.js',
  'protobuf.mjs',
  'shapes.mjs',
  'weights.mjs',
];

/** Makes the files of a size, unless they are there. */
export async function makeModel(name) {
  const folder = join(buildFolder, 'models', name);
  const inputs = sources.map((source) => `tools/bench/peers/${source}`);
  const outputs = [...Object.keys(files), 'config.json', 'vocab.json'].map((file) =>
    join(folder, file),
  );
  const stamp = `build/stamps/bench-peers-${name}`;
  await whenChanged({ stamp, inputs, outputs }, () => {
    console.log(`making the files of ${name}`);
    const shape = shapes[name];
    mkdirSync(join(root, folder), { recursive: true });
    const weights = randomWeights(shape);
    for (const [file, pieces] of Object.entries(files))
      writePieces(join(root, folder, file), pieces(shape, weights));
    writeFileSync(join(root, folder, 'config.json'), JSON.stringify(configOf(shape), null, 1));
    const ids = tokenTexts(shape.vocabulary).map((text, id) => [text, id]);
    writeFileSync(join(root, folder, 'vocab.json'), JSON.stringify(Object.fromEntries(ids)));
  });
  await convert(folder, inputs, stamp);
}

/** Glassformer's own file of 8 bits, as its users make it. */
function convert(folder, inputs, stamp) {
  const converted = `${folder}-int8`;
  const more = ['dist/cli.js', 'dist/glassformer.wasm'];
  const outputs = [join(converted, 'model.safetensors')];
  return whenChanged(
    { stamp: `${stamp}-int8`, inputs: [...inputs, ...more], outputs },
    async () => {
      rmSync(join(root, converted), { recursive: true, force: true });
      await run(process.execPath, ['dist/cli.js', 'convert', folder, converted], { quiet: true });
    },
  );
}

const configOf = ({ layers, width, heads, vocabulary, context }) => ({
  model_type: 'gpt2',
  n_layer: layers,
  n_head: heads,
  n_embd: width,
  n_positions: context,
  vocab_size: vocabulary,
  activation_function: 'gelu_new',
  layer_norm_epsilon: 1e-5,
  tie_word_embeddings: true,
  tokenizer_files: ['vocab.json'],
});

// A file has its name only when it is whole.
function writePieces(path, pieces) {
  const unfinished = `${path}.part`;
  rmSync(unfinished, { force: true });
  const file = openSync(unfinished, 'w');
  for (const piece of pieces) for (let at = 0; at < piece.length;) at += writeSync(file, piece, at);
  closeSync(file);
  renameSync(unfinished, path);
}
