// The suites that Playwright runs, in a browser.
import { run } from '../lib/shell.mjs';
import { ensurePrograms } from '../setup/system.mjs';
import { slowestOf } from './results.mjs';
import { counted, freshReport, readJson, tool } from './tool.mjs';
import { buildForBrowsers } from './web.mjs';

const errorLines = 6;

/**
 * One of the projects of playwright.config.ts, or some of its files. Where hundreds of tests run beside compilers on a
 * few processors, so many of them as `secondTries` may fail once: one that passes at the second try is named with its
 * error, since such a failure may also be a race in the page.
 */
export function playwrightSuite(project, { minutes, secondTries = 0, files = [], env = {} }) {
  return {
    async build() {
      await ensurePrograms('page');
      await buildForBrowsers();
    },
    async run() {
      const report = freshReport(`playwright-${project.replaceAll(' ', '-')}.json`);
      const args = ['test', ...files, `--project=${project}`, '--no-deps'];
      if (secondTries > 0) args.push('--retries=1');
      const result = await run(tool('playwright'), [...args, '--reporter=dot,json'], {
        quiet: true,
        check: false,
        minutes,
        env: {
          FORCE_COLOR: '0',
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
          PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
          ...env,
        },
      });
      const found = readJson(report);
      return { ...resultOf(result, found, secondTries), slowest: slowestOf(timesIn(found)) };
    },
  };
}

/** What a run of Playwright has found, by its report (its JSON reporter's; null: there is none). */
export function resultOf(result, report, secondTries = 0) {
  if (report === null) return counted(result);
  const { expected, unexpected, flaky, skipped } = report.stats;
  const isTolerated = flaky <= secondTries;
  return {
    ...counted(
      result,
      expected + (isTolerated ? flaky : 0),
      unexpected + (isTolerated ? 0 : flaky),
      skipped,
    ),
    notes: specsIn(report.suites).filter(isFlaky).map(describe),
  };
}

/** The tests of a report with their seconds, all tries together. */
export const timesIn = (report) =>
  specsIn(report?.suites).map(({ file, line, title, tests }) => ({
    name: `${file}:${line} › ${title}`,
    seconds:
      tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) /
      1000,
  }));

const specsIn = (suites = []) =>
  suites.flatMap(({ specs = [], suites: inner }) => [...specs, ...specsIn(inner)]);

const isFlaky = ({ tests }) => tests.some(({ status }) => status === 'flaky');

function describe({ file, line, title, tests }) {
  const { message = '' } = tests[0].results.find(({ error }) => error)?.error ?? {};
  // eslint-disable-next-line no-control-regex -- colours of a terminal
  const lines = message.replace(/\u001b\[\d+m/g, '').split('\n');
  const shown = lines.filter((each) => each.trim() !== '').slice(0, errorLines);
  return [`passed at the second try: ${file}:${line} › ${title}`, ...shown].join('\n    ');
}
