// What the engine weighs on the wire.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from '../lib/shell.mjs';
import { shrunk } from './shrink.mjs';
import { modules, packedHalf } from './wasm.mjs';

/** Limits of the modules that every reader downloads, and of those with training, which only a reader who trains downloads. */
const maximumBrotliBytes = 150_000;
const maximumWhereItTrains = 175_000;

/** For each module of the package, .wasm and its JavaScript half together: { name, raw, brotli, most }, in bytes. */
export async function measureModules() {
  const code = await shrunk(packedHalf());
  return modules.map(({ name, trains }) => {
    const parts = [readFileSync(join(root, 'dist', `${name}.wasm`)), Buffer.from(code)];
    const sum = (sizes) => sizes.reduce((a, b) => a + b, 0);
    return {
      name: `${name} (.wasm + .js)`,
      raw: sum(parts.map((bytes) => bytes.length)),
      brotli: sum(parts.map((bytes) => brotliCompressSync(bytes).length)),
      most: trains ? maximumWhereItTrains : maximumBrotliBytes,
    };
  });
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;

export function describeSize({ name, raw, brotli, most }) {
  return `${name}: ${kilobytes(raw)}, brotli ${kilobytes(brotli)} of at most ${kilobytes(most)}`;
}
