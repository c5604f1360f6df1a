import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../tools/lib/shell.mjs';
import { filesUnder } from '../../../tools/lib/stamp.mjs';

test('every test of goldens and of models runs with each table of kernels', () => {
  const listed = readFileSync(join(root, 'tests/core/numeric.txt'), 'utf8').trim().split('\n');
  const files = [...filesUnder('tests/core'), ...filesUnder('tests/article')]
    .map((file) => basename(file).match(/^(.*)_test\.cpp$/)?.[1])
    .filter(Boolean);
  expect(files).toEqual(expect.arrayContaining(listed));
  const numbers = files.filter((name) =>
    /^golden_|^(half|int8)_model$|^shipped_|^stored_/.test(name),
  );
  expect(numbers.length).toBeGreaterThan(8);
  expect(listed).toEqual(expect.arrayContaining(numbers));
});
