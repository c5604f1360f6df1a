// What a suite has found: how many tests passed, failed and were skipped, what was printed, and which took longest.

export const none = { passed: 0, failed: 0, skipped: 0, output: '' };

/** So many of a suite's tests are named with their time. */
const slowestOfSuite = 3;

/** @param timed tests by their names, each with its seconds */
export const slowestOf = (timed) =>
  [...timed].sort((a, b) => b.seconds - a.seconds).slice(0, slowestOfSuite);

export function added(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    output: a.output + b.output,
    slowest: slowestOf([...(a.slowest ?? []), ...(b.slowest ?? [])]),
  };
}

export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * A row for each suite: seconds of its build and of its run, and how many seconds after the start of
 * all it ended.
 */
export function timeTable(suites) {
  const seconds = (number) => number.toFixed(0);
  return aligned([
    ['suite', 'build s', 'run s', 'end s', 'passed', 'failed', 'skipped'],
    ...suites.map(({ name, build, run, end, result }) => [
      name,
      ...[build, run, end].map(seconds),
      ...[result.passed, result.failed, result.skipped].map(String),
    ]),
  ]);
}

/** A row for each of the slowest tests of each suite that tells their times; empty where none does. */
export function slowestTable(suites) {
  const rows = suites.flatMap(({ name, result }) =>
    (result.slowest ?? []).map((test) => [name, test.seconds.toFixed(1), test.name]),
  );
  return rows.length === 0 ? '' : aligned([['suite', 's', 'slowest tests'], ...rows], 2);
}

/** The first column and those from `text` on begin at one place, those between, which are numbers, end at one. */
function aligned(rows, text = Infinity) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const cell = (each, column) => {
    if (column >= text) return each;
    return column === 0 ? each.padEnd(widths[0]) : each.padStart(widths[column]);
  };
  return rows.map((row) => row.map(cell).join('  ')).join('\n');
}
