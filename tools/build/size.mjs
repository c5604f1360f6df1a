// What the engine weighs on the wire.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from '../lib/shell.mjs';
import { modules } from './wasm.mjs';

export const maximumBrotliBytes = 150_000;

/** For each module of the package: { name, raw, brotli } in bytes, .wasm and its JavaScript half together. */
export async function measureModules() {
  const { transform } = await import('esbuild');
  const source = readFileSync(join(root, 'build/wasm/glassformer.js'), 'utf8');
  const { code } = await transform(source, { minify: true, target: 'es2022' });
  return modules.map(({ name }) => {
    const parts = [readFileSync(join(root, 'dist', `${name}.wasm`)), Buffer.from(code)];
    const sum = (sizes) => sizes.reduce((a, b) => a + b, 0);
    return {
      name,
      raw: sum(parts.map((bytes) => bytes.length)),
      brotli: sum(parts.map((bytes) => brotliCompressSync(bytes).length)),
    };
  });
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;

export function describeSize({ name, raw, brotli }) {
  return `${name} (.wasm + .js): ${kilobytes(raw)}, brotli ${kilobytes(brotli)} of at most ${kilobytes(maximumBrotliBytes)}`;
}
