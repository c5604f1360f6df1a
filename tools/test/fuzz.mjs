// The fuzz targets: one libFuzzer program per file of tests/fuzz, over its own corpus.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildPreset } from '../build/cmake.mjs';
import { filesUnder } from '../lib/stamp.mjs';
import { root, run } from '../lib/shell.mjs';
import { ensurePrograms } from '../setup/system.mjs';

export function fuzzTargets() {
  return filesUnder('tests/fuzz')
    .map((file) => file.match(/^tests\/fuzz\/([^/]+)\.cpp$/)?.[1])
    .filter(Boolean);
}

/** Builds the targets; returns the folder of the programs. */
export async function buildFuzzTargets(names) {
  await ensurePrograms('fuzz');
  const folder = await buildPreset('fuzz', { targets: names.map((name) => `fuzz_${name}`) });
  return join(folder, 'tests');
}

/**
 * Fuzzes one target for `seconds`. New inputs are kept under build/, never in the repository's
 * corpus; an input that fails is written there too, and libFuzzer prints its path.
 */
export async function fuzz(folder, name, seconds, { quiet = true } = {}) {
  const found = join(root, 'build/fuzz/found', name);
  mkdirSync(found, { recursive: true });
  const corpus = join(root, 'tests/fuzz/corpus', name);
  const args = [
    `-max_total_time=${seconds}`,
    '-timeout=20',
    '-rss_limit_mb=2048',
    `-artifact_prefix=${found}/failed-`,
  ];
  if (quiet) args.push('-verbosity=0', '-print_final_stats=0');
  return run(
    join(folder, `fuzz_${name}`),
    [...args, found, ...(existsSync(corpus) ? [corpus] : [])],
    {
      quiet,
      check: false,
    },
  );
}

/** The suite of `npm test`: a few seconds for each target. */
export async function fuzzSuite() {
  const names = fuzzTargets();
  if (names.length === 0) return { passed: 0, failed: 0, skipped: 0, output: '' };
  const folder = await buildFuzzTargets(names);
  const result = { passed: 0, failed: 0, skipped: 0, output: '' };
  for (const name of names) {
    const { status, output } = await fuzz(folder, name, 5);
    result[status === 0 ? 'passed' : 'failed']++;
    if (status !== 0) result.output += `${name}\n${output}`;
  }
  return result;
}
