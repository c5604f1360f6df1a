/** What is told of a model whose weights are in other files than the engine reads: the lines of Python that write that file. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { weightsName } from './model-files.mjs';

/** What PyTorch's `torch.save` writes. */
const pickled = /\.(pt|pth|bin|ckpt|pkl)$/i;
/** What a trainer keeps beside the weights, in the same format. */
const noWeights = /^(optimizer|scheduler|scaler|rng_state|training_args)\b/i;
/** Weights that neither the engine nor the lines of Python below read; and how many names a sentence tells. */
const weightsLike = /\.(safetensors|gguf|onnx|h5|msgpack|npz)$/i;
const toldNames = 3;
/** Hugging Face's names, of a model in several files. */
const parts = [/^model-\d+-of-\d+\.safetensors$/i, /^pytorch_model-\d+-of-\d+\.bin$/i];

/** Refuses what has no model.safetensors. */
export function expectWeights(from) {
  if (existsSync(join(from, weightsName))) return;
  if (!existsSync(from)) throw new Error(`there is no folder ${from}`);
  const isFile = statSync(from, { throwIfNoEntry: false })?.isFile() ?? false;
  const folder = isFile ? dirname(from) : from;
  const names = isFile ? [basename(from)] : readdirSync(from).sort();
  for (const part of parts) {
    const found = names.filter((name) => part.test(name));
    if (found.length === 0 || isFile) continue;
    throw new Error(
      `${from} holds its weights in ${found.length} files (${found[0]}, …), expected one ${weightsName}; lines of Python that join them:\n\n${joining(folder, found)}`,
    );
  }
  const saved = names.filter((name) => pickled.test(name) && !noWeights.test(name));
  const checkpoint = saved.find((name) => name === 'pytorch_model.bin') ?? saved[0];
  if (checkpoint !== undefined)
    throw new Error(
      `${join(folder, checkpoint)} is in PyTorch’s own format, which can run code when it is read, expected ${weightsName} beside a config.json; three lines of Python make it:\n\n${converting(folder, checkpoint)}`,
    );
  if (isFile) throw new Error(`${from} is a file, expected a model's folder`);
  const found = names.filter((name) => weightsLike.test(name));
  throw new Error(
    `${from} holds no ${weightsName}${found.length > 0 ? ` (found: ${found.slice(0, toldNames).join(', ')})` : ''}`,
  );
}

/**
 * nanoGPT keeps the weights under 'model', Lightning under 'state_dict'. Tied weights share their numbers, which safetensors
 * refuses: each is copied.
 */
function converting(folder, file) {
  return `import torch, safetensors.torch
saved = torch.load(${python(join(folder, file))}, map_location='cpu')
safetensors.torch.save_file({name: each.clone().contiguous() for name, each in saved.get('model', saved.get('state_dict', saved)).items()}, ${python(join(folder, weightsName))})`;
}

function joining(folder, files) {
  const load = files[0].endsWith('.safetensors')
    ? 'safetensors.torch.load_file(path)'
    : "torch.load(path, map_location='cpu')";
  return `import torch, safetensors.torch
joined = {}
for path in [${files.map((file) => python(join(folder, file))).join(', ')}]:
    joined.update(${load})
safetensors.torch.save_file({name: each.clone().contiguous() for name, each in joined.items()}, ${python(join(folder, weightsName))})`;
}

/** As a literal of Python, which reads JSON's strings. */
const python = (text) => JSON.stringify(text);
