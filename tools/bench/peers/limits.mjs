// What this machine can do at most, in one thread of WebAssembly in Chromium (tests/bench/limits.cpp).
import { join } from 'node:path';
import { buildPreset } from '../../build/cmake.mjs';
import { Problem } from '../../lib/shell.mjs';
import { benchInChromium } from '../chromium.mjs';

const names = {
  'limit: multiply-add': 'gflops',
  'limit: dot of bytes': 'byte_gops',
  'limit: read 256 MB': 'memory_gbs',
  'limit: read 8 MB': 'cache_gbs',
};

export async function buildLimits() {
  const folder = await buildPreset('wasm', {
    targets: ['glassformer_bench_browser_relaxed'],
    options: ['-DGLASSFORMER_BENCH=ON'],
  });
  return join(folder, 'tests/browser_relaxed');
}

/** { gflops, byte_gops, memory_gbs, cache_gbs } of the program that `buildLimits` has made. */
export async function measureLimits(folder) {
  const lines = [];
  const args = ['--only', 'limits', '--seconds', '0.3', '--json', '-'];
  const status = await benchInChromium(folder, args, (line) => lines.push(line));
  if (status !== 0) throw new Problem(`the limits could not be measured:\n${lines.join('\n')}`);
  return limitsIn(lines);
}

export function limitsIn(lines) {
  const found = lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ name }) => name in names)
    .map(({ name, value }) => [names[name], value]);
  return Object.fromEntries(found);
}

/** A limit is what the machine can do at its best: the best of all rounds. */
export const bestLimits = (rounds) =>
  Object.fromEntries(
    Object.values(names).map((name) => [name, Math.max(...rounds.map((round) => round[name]))]),
  );
