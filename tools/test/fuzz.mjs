// The fuzz targets: one libFuzzer program per file of tests/fuzz, over its own corpus.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPreset } from '../build/cmake.mjs';
import { filesUnder, whenChanged } from '../lib/stamp.mjs';
import { root, run } from '../lib/shell.mjs';
import { ensurePrograms } from '../setup/system.mjs';
import { inParallel } from '../lib/parallel.mjs';
import { added, none } from './results.mjs';

export function fuzzTargets() {
  return filesUnder('tests/fuzz')
    .map((file) => file.match(/^tests\/fuzz\/([^/]+)\.cpp$/)?.[1])
    .filter(Boolean);
}

/** The core they share with the tests under sanitizers. */
const preset = 'sanitizers';
const folder = join(root, 'build', preset);
/** For each target the inputs that it keeps: those that came from the repository, and new ones. */
const foundPath = `build/${preset}/found`;
const found = join(root, foundPath);
/** Those of long runs, thousands of small files in one. */
const kept = 'tests/fuzz/found.tar.gz';

const unpackKept = () =>
  whenChanged({ stamp: 'build/stamps/fuzz', inputs: [kept], outputs: [foundPath] }, async () => {
    mkdirSync(found, { recursive: true });
    await run('tar', ['-xzf', join(root, kept), '-C', found]);
  });

/** Writes the fewest inputs that reach all that was reached into the repository's archive. */
export async function keepFound() {
  const merged = mkdtempSync(join(tmpdir(), 'fuzz-'));
  try {
    for (const name of fuzzTargets()) {
      mkdirSync(join(merged, name));
      await run(program(name), ['-set_cover_merge=1', join(merged, name), ...corporaOf(name)], {
        quiet: true,
        minutes: 10,
      });
    }
    await run('tar', [
      '-czf',
      join(root, kept),
      '--sort=name',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mtime=@0',
      '-C',
      merged,
      '.',
    ]);
  } finally {
    rmSync(merged, { recursive: true });
  }
}

const program = (name) => join(folder, 'tests', `fuzz_${name}`);

/** The first is where new inputs are written. */
function corporaOf(name) {
  const seeds = join(root, 'tests/fuzz/corpus', name);
  return [join(found, name), ...(existsSync(seeds) ? [seeds] : [])];
}

export async function buildFuzzTargets(names) {
  await ensurePrograms('clang');
  await buildPreset(preset, { targets: names.map((name) => `fuzz_${name}`) });
  await unpackKept();
}

/**
 * Fuzzes one target for `seconds`. New inputs are kept under build/ until keepFound(); an input
 * that fails is written there too, and the output tells its path.
 */
export async function fuzz(name, seconds) {
  mkdirSync(join(found, name), { recursive: true });
  const args = [
    `-max_total_time=${seconds}`,
    // Of one input: no target is given anything that takes long, and one call is given 1 GiB at most.
    '-timeout=60',
    '-malloc_limit_mb=1100',
    '-rss_limit_mb=2048',
    `-artifact_prefix=${join(found, name)}/failed-`,
  ];
  const { status, output } = await run(program(name), [...args, ...corporaOf(name)], {
    quiet: true,
    check: false,
    minutes: Number(seconds) / 60 + 10,
  });
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
