// What a suite has found: how many tests passed, failed and were skipped, and what was printed.

export const none = { passed: 0, failed: 0, skipped: 0, output: '' };

export function added(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    output: a.output + b.output,
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
  const rows = [
    ['suite', 'build s', 'run s', 'end s', 'passed', 'failed', 'skipped'],
    ...suites.map(({ name, build, run, end, result }) => [
      name,
      ...[build, run, end].map(seconds),
      ...[result.passed, result.failed, result.skipped].map(String),
    ]),
  ];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const aligned = (text, column) =>
    column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column]);
  return rows.map((row) => row.map(aligned).join('  ')).join('\n');
}
