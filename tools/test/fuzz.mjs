// The fuzz targets: one libFuzzer program per file of tests/fuzz, over its own corpus.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildPreset } from '../build/cmake.mjs';
import { filesUnder } from '../lib/stamp.mjs';
import { root, run } from '../lib/shell.mjs';
import { ensurePrograms } from '../setup/system.mjs';
import { inParallel } from './parallel.mjs';
import { added, none } from './results.mjs';

export function fuzzTargets() {
  return filesUnder('tests/fuzz')
    .map((file) => file.match(/^tests\/fuzz\/([^/]+)\.cpp$/)?.[1])
    .filter(Boolean);
}

/** The core they share with the tests under sanitizers. */
const preset = 'sanitizers';
const folder = join(root, 'build', preset);

export async function buildFuzzTargets(names) {
  await ensurePrograms('clang');
  await buildPreset(preset, { targets: names.map((name) => `fuzz_${name}`) });
}

/**
 * Fuzzes one target for `seconds`. New inputs are kept under build/, never in the repository's
 * corpus; an input that fails is written there too, and the output tells its path.
 */
export async function fuzz(name, seconds) {
  const found = join(folder, 'found', name);
  mkdirSync(found, { recursive: true });
  const corpus = join(root, 'tests/fuzz/corpus', name);
  const args = [
    `-max_total_time=${seconds}`,
    // Of one input: no target is given anything that takes long, and one call is given 1 GiB at most.
    '-timeout=10',
    '-malloc_limit_mb=1100',
    '-rss_limit_mb=2048',
    `-artifact_prefix=${found}/failed-`,
  ];
  const { status, output } = await run(
    join(folder, 'tests', `fuzz_${name}`),
    [...args, found, ...(existsSync(corpus) ? [corpus] : [])],
    {
      quiet: true,
      check: false,
      minutes: Number(seconds) / 60 + 5,
    },
  );
  return { name, status, output, ...covered(output) };
}

/** What libFuzzer tells: runs, edges of the control flow that were taken, of how many, and inputs that it keeps. */
export function covered(output) {
  const number = (pattern) => Number([...output.matchAll(pattern)].at(-1)?.[1] ?? 0);
  return {
    runs: number(/^Done (\d+) runs/gm),
    edges: number(/\bcov: (\d+)/g),
    ofEdges: number(/\((\d+) inline 8-bit counters\)/g),
    inputs: number(/\bcorp: (\d+)/g),
  };
}

/** The suite of `npm test`: a few seconds for each target, as many at once as there are processors. */
export const fuzzSuite = {
  build: () => buildFuzzTargets(fuzzTargets()),
  async run() {
    const results = await inParallel(
      fuzzTargets().map((name) => async () => {
        const { status, output } = await fuzz(name, 5);
        return status === 0
          ? { ...none, passed: 1 }
          : { ...none, failed: 1, output: `${name}\n${output}` };
      }),
    );
    return results.reduce(added, none);
  },
};
