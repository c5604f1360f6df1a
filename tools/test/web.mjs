// The suites that npm tools run: Vitest, Playwright, Node's own runner. Each counts from the
// tool's report, not from what it prints.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackage } from '../build/package.mjs';
import { buildPage } from '../build/page.mjs';
import { describeSize, maximumBrotliBytes, measureModules } from '../build/size.mjs';
import { buildWasm } from '../build/wasm.mjs';
import { Problem, root, run, which } from '../lib/shell.mjs';
import { browsers, ensurePrograms, firefoxes } from '../setup/system.mjs';

const tool = (name) => join(root, 'node_modules/.bin', name);

function freshReport(name) {
  const path = join(root, 'build', name);
  rmSync(path, { force: true });
  return path;
}

const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null);

/** A tool that failed without naming a test (a file that cannot be loaded) counts as one failure. */
function counted({ status, output }, passed = 0, failed = 0, skipped = 0) {
  return { passed, failed: failed === 0 && status !== 0 ? 1 : failed, skipped, output };
}

export async function sizeSuite() {
  await buildWasm();
  await buildPackage();
  const sizes = measureModules();
  const tooBig = sizes.filter(({ brotli }) => brotli > maximumBrotliBytes);
  for (const size of sizes) console.log(`  ${describeSize(size)}`);
  return {
    passed: sizes.length - tooBig.length,
    failed: tooBig.length,
    skipped: 0,
    output: tooBig.map((size) => `too big: ${describeSize(size)}\n`).join(''),
  };
}

export async function vitestSuite() {
  await buildWasm();
  await buildPackage();
  const report = freshReport('vitest.json');
  const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const result = await run(tool('vitest'), args, {
    quiet: true,
    check: false,
    env: { NO_COLOR: '1' },
  });
  const totals = readJson(report);
  return counted(
    result,
    totals?.numPassedTests,
    totals?.numFailedTests,
    totals && totals.numPendingTests + totals.numTodoTests,
  );
}

export async function pageSuite() {
  await ensurePrograms('page');
  await buildWasm();
  await buildPackage();
  await buildPage();
  const report = freshReport('playwright.json');
  const result = await run(tool('playwright'), ['test', '--reporter=line,json'], {
    quiet: true,
    check: false,
    env: {
      FORCE_COLOR: '0',
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
      GLASSFORMER_CHROMIUM: which(...browsers),
    },
  });
  const totals = readJson(report)?.stats;
  return counted(
    result,
    totals?.expected,
    totals && totals.unexpected + totals.flaky,
    totals?.skipped,
  );
}

export async function packageSuite() {
  await buildWasm();
  await buildPackage();
  return nodeTests(['tests/package/']);
}

/** A second browser is a proof more, but nothing to stop a machine that cannot have it. */
export async function firefoxSuite() {
  try {
    await ensurePrograms('firefox');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { passed: 0, failed: 0, skipped: 1, output: `skipped: ${error.message}\n` };
  }
  await buildWasm();
  await buildPackage();
  await buildPage();
  return nodeTests(['tests/firefox/'], {
    GLASSFORMER_FIREFOX: which(...firefoxes),
  });
}

async function nodeTests(more, env = {}) {
  const args = ['--test', '--test-reporter=tap', ...more];
  const result = await run(process.execPath, args, { quiet: true, check: false, env });
  const count = (name) =>
    Number(result.output.match(new RegExp(`^# ${name} (\\d+)$`, 'm'))?.[1] ?? 0);
  return counted(
    result,
    count('pass'),
    count('fail') + count('cancelled'),
    count('skipped') + count('todo'),
  );
}
