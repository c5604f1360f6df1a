// What an engine costs on the wire before any model: its scripts and its WebAssembly, compressed.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { engines } from './engines.mjs';

/** Engine → bytes of its files with brotli, of those that `names` are. `folder`: what is served. */
export const wireSizes = (folder, names) =>
  Object.fromEntries(names.map((name) => [name, wireSize(folder, engines[name])]));

function wireSize(folder, { wire }) {
  const files = new Set(wire.flatMap((file) => withImports(join(folder, file))));
  return [...files].reduce((sum, file) => sum + compressed(readFileSync(file)), 0);
}

const imports = /\b(?:from|import) ?["'](\.\/[\w./-]+\.m?js)["']/g;

/** A file, and what its static imports bring along. */
function withImports(file, known = new Set()) {
  if (known.has(file)) return [...known];
  known.add(file);
  if (/\.m?js$/.test(file))
    for (const [, path] of readFileSync(file, 'utf8').matchAll(imports))
      withImports(join(dirname(file), path), known);
  return [...known];
}

// Not the highest quality: it takes a minute for the largest files, and makes them a tenth smaller.
const compressed = (bytes) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;
