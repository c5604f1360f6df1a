// The direction of includes between the folders of core/src: each names those that it builds on, and includes no other,
// nor a public header of another. Kernels know plain numbers only; xsimd is theirs alone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './shell.mjs';
import { filesUnder } from './stamp.mjs';

const buildsOn = {
  base: [],
  kernels: ['base'],
  files: ['base'],
  text: ['base', 'files'],
  weights: ['base', 'kernels', 'files'],
  model: ['base', 'kernels', 'files', 'text', 'weights'],
  functional: ['base', 'kernels', 'weights', 'model'],
  decoding: ['base', 'kernels', 'text'],
  training: ['base', 'kernels', 'files', 'text', 'weights', 'model'],
};

/** The folders whose public headers core/include/glassformer has. */
const publicHeaders = {
  base: ['error', 'memory_limit', 'option_range', 'random', 'tensor', 'utf16'],
  files: ['config', 'safetensors', 'safetensors_writer'],
  text: ['tokenizer', 'vocabulary_learning'],
  weights: ['weight_type'],
  model: ['embedding_space', 'hooks', 'model'],
  functional: ['attention'],
  decoding: ['decoding', 'generation_config'],
  training: ['training', 'training_batches', 'training_options'],
};
const folderOf = Object.fromEntries(
  Object.entries(publicHeaders).flatMap(([folder, names]) =>
    names.map((name) => [`glassformer/${name}.hpp`, folder]),
  ),
);

/** What a file of core/src includes against the order: one sentence each. */
export function wrongIncludes(file, source) {
  const folder = file.split('/')[2];
  const isKernel = folder === 'kernels';
  const allowed = [folder, ...(isKernel ? ['xsimd'] : []), ...(buildsOn[folder] ?? [])];
  const isAllowed = (name, from) =>
    from === 'glassformer' ? !isKernel && allowed.includes(folderOf[name]) : allowed.includes(from);
  return [...source.matchAll(/^\s*#\s*include\s*["<](([^">/]+)[^">]*)[">]/gm)]
    .filter(([include, , from]) => include.includes('"') || ['glassformer', 'xsimd'].includes(from))
    .filter(([, name, from]) => !isAllowed(name, from))
    .map(([, name]) => `${file} includes ${name}; ${folder}/ may include ${allowed.join(', ')}`);
}

/** Prints every include that goes against the order; returns how many there are. */
export function checkIncludes() {
  const files = filesUnder('core/src').filter((name) => /\.[ch]pp$/.test(name));
  const wrong = files.flatMap((file) =>
    wrongIncludes(file, readFileSync(join(root, file), 'utf8')),
  );
  for (const each of wrong) console.error(each);
  return wrong.length;
}
