// The C++ suite: built by a preset, run by itself or by Node, counted from Catch2's XML report.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildPreset } from '../build/cmake.mjs';
import { run } from '../lib/shell.mjs';

/** A suite that builds `preset` and runs its tests, under Node with `nodeFlags` when it is wasm. */
export function catch2Suite(preset, nodeFlags) {
  return async () => {
    const folder = await buildPreset(preset, { targets: ['glassformer_tests'] });
    const program = join(folder, 'tests/core/glassformer_tests');
    const report = join(folder, 'tests.xml');
    rmSync(report, { force: true });
    const args = [
      '--reporter',
      'compact',
      '--reporter',
      `xml::out=${report}`,
      '--colour-mode',
      'none',
    ];
    const [command, before] = nodeFlags
      ? [process.execPath, [...nodeFlags, `${program}.cjs`]]
      : [program, []];
    const { output } = await run(command, [...before, ...args], { quiet: true, check: false });
    return { ...readReport(report), output };
  };
}

// A program that died has written no totals, which is a failure whatever it managed to do before.
function readReport(report) {
  const xml = existsSync(report) ? readFileSync(report, 'utf8') : '';
  const totals = xml.match(/<OverallResultsCases ([^>]*)\/>/)?.[1];
  if (!totals) return { passed: 0, failed: 1, skipped: 0 };
  const count = (name) => Number(totals.match(new RegExp(`\\b${name}="(\\d+)"`))?.[1] ?? 0);
  return {
    passed: count('successes') + count('expectedFailures'),
    failed: count('failures'),
    skipped: count('skips'),
  };
}
