// The direction of includes between the folders of core/src: each names those that it builds on, and includes no other.
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
  decoding: ['base', 'text'],
  training: ['base', 'kernels', 'text', 'weights', 'model'],
};

/** Prints every include that goes against the order; returns how many there are. */
export function checkIncludes() {
  let failed = 0;
  for (const file of filesUnder('core/src').filter((name) => /\.[ch]pp$/.test(name))) {
    const folder = file.split('/')[2];
    const allowed = [folder, 'glassformer', ...(buildsOn[folder] ?? [])];
    const source = readFileSync(join(root, file), 'utf8');
    for (const [, name, included] of source.matchAll(/^#include "(([^"/]+)[^"]*)"/gm)) {
      if (allowed.includes(included)) continue;
      console.error(`${file} includes ${name}; ${folder}/ may include ${allowed.join(', ')}`);
      failed++;
    }
  }
  return failed;
}
