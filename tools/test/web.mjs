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

const buildForNode = async () => {
  await buildWasm();
  await buildPackage();
};
const buildForBrowsers = async () => {
  await buildForNode();
  await buildPage();
};

export const sizeSuite = {
  build: buildForNode,
  async run() {
    const sizes = await measureModules();
    const tooBig = sizes.filter(({ brotli }) => brotli > maximumBrotliBytes);
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
      minutes: 15,
      env: { NO_COLOR: '1' },
    });
    const totals = readJson(report);
    return counted(
      result,
      totals?.numPassedTests,
      totals?.numFailedTests,
      totals && totals.numPendingTests + totals.numTodoTests,
    );
  },
};

/** One of the projects of playwright.config.ts, or some of its files. */
export function playwrightSuite(project, { minutes, files = [], env = {} }) {
  return {
    async build() {
      await ensurePrograms('page');
      await buildForBrowsers();
    },
    async run() {
      const report = freshReport(`playwright-${project.replaceAll(' ', '-')}.json`);
      const args = ['test', ...files, `--project=${project}`, '--no-deps', '--reporter=line,json'];
      const result = await run(tool('playwright'), args, {
        quiet: true,
        check: false,
        minutes,
        env: {
          FORCE_COLOR: '0',
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
          PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
          GLASSFORMER_CHROMIUM: which(...browsers),
          ...env,
        },
      });
      const totals = readJson(report)?.stats;
      return counted(
        result,
        totals?.expected,
        totals && totals.unexpected + totals.flaky,
        totals?.skipped,
      );
    },
  };
}

const buildForHosts = async () => {
  await ensurePrograms('page');
  await buildForNode();
};

export const packageSuite = {
  build: buildForHosts,
  run: () =>
    nodeTests(['tests/package/package.test.mjs', 'tests/hosts/default.test.mjs'], { minutes: 15 }),
};

/** Frameworks and bundlers that take minutes to install. */
export const hostsSuite = {
  build: buildForHosts,
  run: () => nodeTests(['tests/hosts/more/more.test.mjs'], { minutes: 20 }),
};

let whyNoFirefox = null;

/** A second browser is a proof more, but nothing to stop a machine that cannot have it. */
export const firefoxSuite = {
  // Here, because builds go one after the other: apt locks its database during an installation.
  async build() {
    await buildForBrowsers();
    try {
      await ensurePrograms('firefox');
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      whyNoFirefox = error.message;
    }
  },
  async run() {
    if (whyNoFirefox !== null)
      return { passed: 0, failed: 0, skipped: 1, output: `skipped: ${whyNoFirefox}\n` };
    const env = { GLASSFORMER_FIREFOX: which(...firefoxes) };
    return nodeTests(['tests/firefox/'], { minutes: 10, env });
  },
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
