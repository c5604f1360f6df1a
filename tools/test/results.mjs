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
