// The two WebAssembly modules: one for SIMD, one for relaxed SIMD besides.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/shell.mjs';
import { buildPreset } from './cmake.mjs';

export const modules = [
  { preset: 'wasm', name: 'glassformer' },
  { preset: 'wasm-relaxed', name: 'glassformer-relaxed' },
];

/** The paths of the modules' files, relative to the project: .js and .wasm, and their types. */
export const moduleFiles = [
  ...modules.flatMap(({ preset, name }) =>
    ['js', 'wasm'].map((extension) => `build/${preset}/${name}.${extension}`),
  ),
  'build/wasm/glassformer.d.ts',
  'build/wasm-relaxed/glassformer-relaxed.d.ts',
];

export async function buildWasm() {
  for (const { preset } of modules) await buildPreset(preset, { targets: ['glassformer_wasm'] });
  // The twin has the same face; only the first build can write it down.
  const types = readFileSync(join(root, 'build/wasm/glassformer.d.ts'));
  writeFileSync(join(root, 'build/wasm-relaxed/glassformer-relaxed.d.ts'), types);
}
