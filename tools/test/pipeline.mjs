// Suites one after the other, each as soon as it is built, while those behind it are being built.
import { Problem } from '../lib/shell.mjs';
import { added, none, summary } from './results.mjs';

/**
 * Runs suites, in their order, and returns all their results added up. A suite has a name, says
 * `what` it tests, and has two functions: build() and run(), which returns a result. One that
 * cannot be built, that dies or that finds no tests has failed. One that is `alone`, because it
 * measures time, begins when nothing is left to build. `print` takes lines, a suite's together.
 */
export async function runSuites(suites, print = console.log) {
  const builds = buildInOrder(suites);
  let total = none;
  for (const [index, suite] of suites.entries()) {
    const built = await builds[index];
    if (suite.alone) await Promise.all(builds);
    print(`\n${suite.name}: ${suite.what}`);
    const start = Date.now();
    const result = judged(built.failure ?? (await attempt(suite.run)));
    const ran = seconds(Date.now() - start);
    print(report(result, `${ran} s, built in ${seconds(built.milliseconds)} s`));
    total = added(total, result);
  }
  return total;
}

/** A promise for each suite: how long its build took, and the failure it ended with, if any. */
function buildInOrder(suites) {
  let before = Promise.resolve();
  return suites.map(({ build }) => {
    const built = before.then(async () => {
      const start = Date.now();
      const failure = await attempt(build, () => undefined);
      return { failure, milliseconds: Date.now() - start };
    });
    before = built;
    return built;
  });
}

/** What comes of a call; an error is a failed test. */
async function attempt(body, value = (result) => result) {
  try {
    return value(await body());
  } catch (error) {
    const text = error instanceof Problem ? error.message : error.stack;
    return { ...none, failed: 1, output: `${text}\n` };
  }
}

function judged(result) {
  if (result.passed + result.failed + result.skipped > 0) return result;
  return { ...result, failed: 1, output: `${result.output}no tests were found\n` };
}

function report(result, times) {
  const lines = [...(result.notes ?? []), ...(result.failed > 0 ? [] : skips(result))];
  const output = result.failed > 0 ? result.output.replace(/\n?$/, '\n') : '';
  return [...lines.map((line) => `  ${line}\n`), output, `  ${summary(result)} (${times})`].join(
    '',
  );
}

// What was skipped should say why, even when all is well.
function skips({ skipped, output }) {
  return skipped > 0 ? output.split('\n').filter((line) => /\bskipped: /.test(line)) : [];
}

const seconds = (milliseconds) => (milliseconds / 1000).toFixed(0);
