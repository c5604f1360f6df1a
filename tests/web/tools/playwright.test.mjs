// What npm test makes of Playwright's report.
import { expect, test } from 'vitest';
import { resultOf, timesIn } from '../../../tools/test/playwright.mjs';

const passing = (title) => ({
  title,
  file: 'tests/page/a.spec.ts',
  line: 3,
  tests: [{ status: 'expected', results: [{ status: 'passed' }] }],
});
const flaky = (title) => ({
  ...passing(title),
  tests: [
    {
      status: 'flaky',
      results: [
        {
          status: 'failed',
          error: { message: '\u001b[31mError\u001b[39m: no figure\n\nat line 4' },
        },
        { status: 'passed' },
      ],
    },
  ],
});

function report(specs, unexpected = 0) {
  const count = (status) => specs.filter(({ tests }) => tests[0].status === status).length;
  const stats = {
    expected: count('expected'),
    flaky: count('flaky'),
    unexpected,
    skipped: 0,
  };
  return { suites: [{ suites: [{ specs }] }], stats };
}

test('a test that passes at the second try has passed, and is named with its error', () => {
  const all = report([passing('one'), flaky('two')]);
  expect(resultOf({ status: 0, output: '' }, all, 2)).toEqual({
    passed: 2,
    failed: 0,
    skipped: 0,
    output: '',
    notes: [
      'passed at the second try: tests/page/a.spec.ts:3 › two\n    Error: no figure\n    at line 4',
    ],
  });
});

test('more than there may be that need a second try have failed', () => {
  const all = report([passing('one'), flaky('two'), flaky('three')]);
  expect(resultOf({ status: 0, output: '' }, all, 2)).toMatchObject({ passed: 3, failed: 0 });
  expect(resultOf({ status: 0, output: '' }, all, 1)).toMatchObject({ passed: 1, failed: 2 });
  expect(resultOf({ status: 0, output: '' }, all)).toMatchObject({ passed: 1, failed: 2 });
});

test('a test that fails twice has failed; so has a run that reports nothing', () => {
  const all = report([passing('one')], 1);
  expect(resultOf({ status: 1, output: 'x' }, all)).toMatchObject({ passed: 1, failed: 1 });
  expect(resultOf({ status: 1, output: 'x' }, null)).toMatchObject({ passed: 0, failed: 1 });
});

test('each test has its time, all tries together; a run that reports nothing has none', () => {
  const tests = [{ results: [{ duration: 1500 }, { duration: 250 }] }];
  const spec = { title: 'one', file: 'a.spec.ts', line: 3, tests };
  expect(timesIn({ suites: [{ specs: [spec], suites: [{ specs: [] }] }] })).toEqual([
    { name: 'a.spec.ts:3 › one', seconds: 1.75 },
  ]);
  expect(timesIn(null)).toEqual([]);
});
