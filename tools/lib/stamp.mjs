// Doing a step only when its inputs changed: a stamp file remembers the hash of what went in.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './shell.mjs';

/** All files under a folder (or the file itself), as paths relative to the project, sorted. */
export function filesUnder(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

/** Runs `step` unless the inputs are as they were and every output is still there; `settings` are inputs that are no files. */
export async function whenChanged({ stamp, inputs, outputs, settings = '' }, step) {
  const hash = createHash('sha256').update(settings);
  for (const file of inputs.flatMap(filesUnder)) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  const now = hash.digest('hex');
  const path = join(root, stamp);
  const unchanged = existsSync(path) && readFileSync(path, 'utf8') === now;
  if (unchanged && outputs.every((output) => existsSync(join(root, output)))) return false;
  await step();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, now);
  return true;
}
