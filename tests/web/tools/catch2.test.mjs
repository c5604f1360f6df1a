// How a C++ program's report and exit status become numbers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { counts, timesIn } from '../../../tools/test/catch2.mjs';

function report(totals, cases = '') {
  const folder = mkdtempSync(join(tmpdir(), 'glassformer-catch2-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'tests.xml');
  writeFileSync(path, `<Catch2TestRun>${cases}<OverallResultsCases ${totals}/></Catch2TestRun>`);
  return path;
}

test.each([
  ['all is well', 'successes="3" failures="0" expectedFailures="1" skips="0"', 0, [4, 0, 0]],
  ['cases failed', 'successes="3" failures="2" expectedFailures="0" skips="1"', 42, [3, 2, 1]],
  ['every case of a part was skipped', 'successes="0" failures="0" skips="2"', 4, [0, 0, 2]],
  ['a part has no cases', 'successes="0" failures="0" skips="0"', 0, [0, 0, 0]],
  // What leaks is told after the last case.
  ['a sanitizer complains at the end', 'successes="3" failures="0" skips="0"', 1, [3, 1, 0]],
])('%s', (_, totals, status, [passed, failed, skipped]) => {
  expect(counts(report(totals), status)).toEqual({ passed, failed, skipped });
});

test('cases have their times, but for the one in which a program died', () => {
  const cases = `<TestCase name="&lt;a&gt;" line="1"><OverallResult success="true" skips="0" durationInSeconds="8.6e-05"/></TestCase>
    <TestCase name="dead" line="2"><Section name="s"/>
    <TestCase name="b" line="3"><OverallResult success="false" skips="0" durationInSeconds="3.25"/></TestCase>`;
  expect(timesIn(report('successes="2" failures="0"', cases))).toEqual([
    { name: '&lt;a&gt;', seconds: 8.6e-5 },
    { name: 'b', seconds: 3.25 },
  ]);
  expect(timesIn('/nowhere/tests.xml')).toEqual([]);
});

test('a program that died has failed', () => {
  expect(counts('/nowhere/tests.xml', 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(counts('/nowhere/tests.xml', 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
