// Suites run in tracks side by side, each as soon as it is built, while the next ones are built. So
// a processor that one track leaves idle (a waiting browser, a linker with one thread) is used by
// another track or by a build.
import { Problem } from '../lib/shell.mjs';
import { added, none, slowestTable, summary, timeTable } from './results.mjs';

/**
 * Runs suites and returns all their results added up. A suite has a name, says `what` it tests, and
 * has two functions: build() and run(), which returns a result. Suites are built one after the
 * other in their order, and those with the same `track` run one after the other; those of
 * track 'any' are taken in their order by whichever track has ended. A suite that
 * cannot be built, that dies or that finds no tests has failed. One that is `alone`, because it
 * measures time, begins when nothing is left to build and no track is left to run. `print` takes
 * lines, a suite's together; at the end it takes tables of where the time went.
 */
export async function runSuites(suites, print = console.log) {
  const start = Date.now();
  const builds = new Map();
  const outcomes = new Map();

  const runInOrder = async (some) => {
    for (const suite of some) {
      const { failure, seconds } = await builds.get(suite);
      const began = Date.now();
      const result = judged(failure ?? (await attempt(suite.run)));
      const times = { build: seconds, run: secondsSince(began), end: secondsSince(start) };
      outcomes.set(suite, { name: suite.name, result, ...times });
      print(`\n${suite.name}: ${suite.what}\n${report(result)}`);
    }
  };

  buildInOrder(suites, builds);
  const together = suites.filter(({ alone }) => !alone);
  const free = together.filter(({ track }) => track === 'any');
  const bound = together.filter(({ track }) => track !== 'any');
  const runTrack = async (own) => {
    await runInOrder(own);
    while (free.length > 0) await runInOrder([free.shift()]);
  };
  // One track at least, where all suites that were chosen are of any.
  const tracks = new Set(bound.length > 0 ? bound.map(({ track }) => track) : ['any']);
  await Promise.all(
    [...tracks].map((track) => runTrack(bound.filter((suite) => suite.track === track))),
  );
  await Promise.all(builds.values());
  await runInOrder(suites.filter(({ alone }) => alone));

  const all = suites.map((suite) => outcomes.get(suite));
  print(`\n${timeTable(all)}`);
  const slowest = slowestTable(all);
  if (slowest !== '') print(`\n${slowest}`);
  return { ...all.map(({ result }) => result).reduce(added, none), seconds: secondsSince(start) };
}

/** Puts a promise for each suite into `builds`: how long its build took, and its failure, if any. */
function buildInOrder(suites, builds) {
  let before = Promise.resolve();
  for (const suite of suites) {
    const built = before.then(async () => {
      const start = Date.now();
      const failure = await attempt(suite.build, () => undefined);
      return { failure, seconds: secondsSince(start) };
    });
    builds.set(suite, built);
    before = built;
  }
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

function report(result) {
  const lines = [...(result.notes ?? []), ...(result.failed > 0 ? [] : skips(result))];
  const output = result.failed > 0 ? result.output.replace(/\n?$/, '\n') : '';
  return [...lines.map((line) => `  ${line}\n`), output, `  ${summary(result)}`].join('');
}

// What was skipped should say why, even when all is well.
function skips({ skipped, output }) {
  return skipped > 0 ? output.split('\n').filter((line) => /\bskipped: /.test(line)) : [];
}

const secondsSince = (start) => (Date.now() - start) / 1000;
