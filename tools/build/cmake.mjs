// Configuring and building one of the CMake presets; ninja decides what there is to do.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../lib/shell.mjs';

/**
 * Emscripten runs Binaryen, which is WebAssembly itself, several times for each program and for a few seconds each: V8's
 * optimizing compiler costs more than it gives back. Emscripten passes no options to it, so a variable has to.
 */
const baseline = `--require ${JSON.stringify(join(root, 'tools/build/baseline_wasm.cjs'))}`;

/**
 * Builds the preset's targets (all of them when none is named), quietly unless it fails, and behind
 * whatever else is running: tests may be, and they have time limits.
 */
export async function buildPreset(preset, { targets = [], options = [] } = {}) {
  const folder = join(root, 'build', preset);
  if (!existsSync(join(folder, 'build.ninja')) || options.length > 0) {
    await run('cmake', ['--preset', preset, ...options], { quiet: true });
  }
  const wanted = targets.length > 0 ? ['--target', ...targets] : [];
  await run('cmake', ['--build', folder, ...wanted, '--', '--quiet'], {
    quiet: true,
    background: true,
    env: { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${baseline}` },
  });
  return folder;
}
