// A C++ suite: built by a preset, run by itself or by Node as several processes that share the
// cases, counted from Catch2's XML reports.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildPreset } from '../build/cmake.mjs';
import { Problem, root, run } from '../lib/shell.mjs';
import { ensurePrograms } from '../setup/system.mjs';
import { atOnce, inParallel } from '../lib/parallel.mjs';
import { added, none, slowestOf } from './results.mjs';

/** More parts than processes, because cases differ in length: who is done takes the next part. */
const partsPerProcess = 3;

/** What looks at numbers: it is run once more with every table of kernels that is not the fastest. */
const numeric = () => linesOf(join(root, 'tests/core/numeric.txt'));

const linesOf = (file) => readFileSync(file, 'utf8').trim().split('\n');

/**
 * The suite of `preset`, which needs the programs of a group `programs`: its program `name`, under Node with `nodeFlags`
 * when it is wasm, with the arguments that a file of the build has, a line each.
 */
export function catch2Suite(
  preset,
  { name = 'glassformer_tests', argumentsFile, programs, nodeFlags, everyTable = false, minutes },
) {
  const folder = join(root, 'build', preset, 'tests/core');
  const program = join(folder, name);
  return {
    async build() {
      if (programs) await ensurePrograms(programs);
      await buildPreset(preset, { targets: [name] });
    },
    async run() {
      const count = atOnce * partsPerProcess;
      const chosen = argumentsFile ? linesOf(join(folder, argumentsFile)) : [];
      const parts = Array.from({ length: count }, (_, index) => () => {
        const report = `${program}-${index}.xml`;
        // More parts than cases may be.
        const part = [
          '--allow-running-no-tests',
          '--shard-count',
          count,
          '--shard-index',
          index,
          ...chosen,
        ];
        return runPart(program, report, part, { nodeFlags, minutes });
      });
      const tables = everyTable ? await tablesOf(program) : [];
      if (everyTable) console.log(`${preset}: tables of kernels ${tables.join(', ')}`);
      for (const table of tables.slice(0, -1)) {
        const report = `${program}-${table}.xml`;
        const files = numeric()
          .map((file) => `[#${file}_test]`)
          .join(',');
        const env = { GLASSFORMER_KERNELS: table };
        parts.push(() =>
          runPart(program, report, ['--filenames-as-tags', '--warn', 'UnmatchedTestSpec', files], {
            env,
            minutes,
          }),
        );
      }
      return (await inParallel(parts)).reduce(added, none);
    },
  };
}

/** The tables of kernels that this machine can run, the fastest last; asked for any other, the program names them. */
async function tablesOf(program) {
  const env = { GLASSFORMER_KERNELS: '?' };
  const { output } = await run(program, ['[kernels]'], { env, quiet: true, check: false });
  const [, names] = /processor have (.+)/.exec(output) ?? [];
  if (names === undefined) throw new Problem(`${program} names no tables of kernels:\n${output}`);
  return names.split(', ');
}

async function runPart(program, report, part, { nodeFlags, env, minutes }) {
  rmSync(report, { force: true });
  const args = [
    ...part.map(String),
    '--reporter',
    'compact',
    '--reporter',
    `xml::out=${report}`,
    '--colour-mode',
    'none',
    '--durations',
    'yes',
  ];
  const [command, before] = nodeFlags
    ? [process.execPath, [...nodeFlags, `${program}.cjs`]]
    : [program, []];
  const { status, output } = await run(command, [...before, ...args], {
    quiet: true,
    check: false,
    env,
    minutes,
  });
  return { ...counts(report, status), slowest: slowestOf(timesIn(report)), output };
}

/** The cases of a report with their seconds: all but those of a program that died. */
export function timesIn(report) {
  const xml = existsSync(report) ? readFileSync(report, 'utf8') : '';
  const cases = xml.matchAll(
    /<TestCase name="([^"]*)"(?:(?!<TestCase )[^])*?<OverallResult [^>]*durationInSeconds="([\d.e+-]+)"/g,
  );
  return [...cases].map(([, name, seconds]) => ({ name, seconds: Number(seconds) }));
}

/** Catch2's exit status where every case of a part was skipped. */
const allSkipped = 4;

/**
 * What a report counts. A program that died has written no totals, and a sanitizer may complain
 * after the last case: both are failures, whatever else there is.
 */
export function counts(report, status) {
  const xml = existsSync(report) ? readFileSync(report, 'utf8') : '';
  const totals = xml.match(/<OverallResultsCases ([^>]*)\/>/)?.[1];
  if (!totals) return { passed: 0, failed: 1, skipped: 0 };
  const count = (name) => Number(totals.match(new RegExp(`\\b${name}="(\\d+)"`))?.[1] ?? 0);
  const passed = count('successes') + count('expectedFailures');
  const skipped = count('skips');
  const isWell = status === 0 || (status === allSkipped && passed === 0 && skipped > 0);
  return { passed, failed: Math.max(count('failures'), isWell ? 0 : 1), skipped };
}
