// The direction of includes between the folders of core/src: each names those that it builds on, and includes no other.
// Kernels know plain numbers only: no public header, which would bring the model's types along. xsimd is theirs alone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './shell.mjs';
import { filesUnder } from './stamp.mjs';

const buildsOn = {
  base: [],
  kernels: [],
  files: ['base'],
  text: ['base', 'files'],
  weights: ['base', 'kernels'],
  model: ['base', 'kernels', 'text', 'weights'],
  functional: ['base', 'kernels', 'weights', 'model'],
  decoding: ['base', 'kernels', 'text'],
  training: ['base', 'kernels', 'text', 'weights', 'model'],
};

/** What a file of core/src includes against the order: one sentence each. */
export function wrongIncludes(file, source) {
  const folder = file.split('/')[2];
  const isKernel = folder === 'kernels';
  const allowed = [folder, isKernel ? 'xsimd' : 'glassformer', ...(buildsOn[folder] ?? [])];
  return [...source.matchAll(/^\s*#\s*include\s*["<](([^">/]+)[^">]*)[">]/gm)]
    .filter(([include, , from]) => include.includes('"') || ['glassformer', 'xsimd'].includes(from))
    .filter(([, , from]) => !allowed.includes(from))
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
