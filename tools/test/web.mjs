// The suites of JavaScript: sizes, Vitest, Node's own runner. What Playwright runs is in playwright.mjs.
import { relative } from 'node:path';
import { measureEntries } from '../build/entry_size.mjs';
import { buildPackage } from '../build/package.mjs';
import { buildPage } from '../build/page.mjs';
import { describeSize, measureModules } from '../build/size.mjs';
import { buildWasm } from '../build/wasm.mjs';
import { root, run, which } from '../lib/shell.mjs';
import { ensurePrograms, firefoxes } from '../setup/system.mjs';
import { optionalPrograms } from './optional-programs.mjs';
import { slowestOf } from './results.mjs';
import { counted, freshReport, readJson, tool } from './tool.mjs';

export const buildForNode = async () => {
  await buildWasm();
  await buildPackage();
};
export const buildForBrowsers = async () => {
  await buildForNode();
  await buildPage();
};

export const sizeSuite = {
  build: buildForNode,
  async run() {
    const sizes = [...(await measureModules()), ...(await measureEntries())];
    const tooBig = sizes.filter(({ brotli, most }) => brotli > most);
    return {
      passed: sizes.length - tooBig.length,
      failed: tooBig.length,
      skipped: 0,
      output: tooBig.map((size) => `too big: ${describeSize(size)}\n`).join(''),
      notes: sizes.map(describeSize),
    };
  },
};

export const vitestSuite = {
  build: buildForNode,
  async run() {
    const report = freshReport('vitest.json');
    const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
    const result = await run(tool('vitest'), args, {
      quiet: true,
      check: false,
      minutes: 30,
      env: { NO_COLOR: '1' },
    });
    const totals = readJson(report);
    const counts = counted(
      result,
      totals?.numPassedTests,
      totals?.numFailedTests,
      totals && totals.numPendingTests + totals.numTodoTests,
    );
    return { ...counts, slowest: slowestOf(timesIn(totals)) };
  },
};

/** The tests of Vitest's report with their seconds. */
export const timesIn = (report) =>
  (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${relative(root, name)} › ${fullName}`,
      seconds: (duration ?? 0) / 1000,
    })),
  );

const buildForHosts = async () => {
  await ensurePrograms('page');
  await buildForNode();
};

export const packageSuite = {
  build: buildForHosts,
  run: () =>
    nodeTests(
      [
        'tests/package/package.test.mjs',
        'tests/hosts/default.test.mjs',
        'tests/hosts/examples.test.mjs',
      ],
      { minutes: 40 },
    ),
};

/** Frameworks, bundlers and programs for blogs that take minutes to install. */
export const hostsSuite = {
  async build() {
    await ensurePrograms('blogs');
    await buildForHosts();
  },
  run: () =>
    nodeTests(['tests/hosts/more/more.test.mjs', 'tests/hosts/more/blogs.test.mjs'], {
      minutes: 40,
    }),
};

const firefox = optionalPrograms('firefox');

/** The tests in a second browser are skipped on a machine where it cannot be installed. */
export const firefoxSuite = {
  // Here, because builds go one after the other: apt locks its database during an installation.
  async build() {
    await buildForBrowsers();
    await firefox.install();
  },
  async run() {
    if (firefox.missing !== null)
      return { passed: 0, failed: 0, skipped: 1, output: `skipped: ${firefox.missing}\n` };
    const env = { GLASSFORMER_FIREFOX: which(...firefoxes) };
    return nodeTests(['tests/firefox/'], { minutes: 20, env });
  },
};

/** The engine of Safari; by name only, for its packages are many. */
export const webkitSuite = {
  async build() {
    await buildForBrowsers();
    await ensurePrograms('webkit');
  },
  run: () => nodeTests(['tests/webkit/webkit.test.mjs'], { minutes: 20 }),
};

async function nodeTests(more, { minutes, env = {} }) {
  const args = ['--test', '--test-reporter=tap', ...more];
  const result = await run(process.execPath, args, { quiet: true, check: false, minutes, env });
  const count = (name) =>
    Number(result.output.match(new RegExp(`^# ${name} (\\d+)$`, 'm'))?.[1] ?? 0);
  return counted(
    result,
    count('pass'),
    count('fail') + count('cancelled'),
    count('skipped') + count('todo'),
  );
}
