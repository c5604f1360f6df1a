import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../tools/lib/shell.mjs';
import { filesUnder } from '../../../tools/lib/stamp.mjs';

test('every test of goldens and of models runs with each table of kernels', () => {
  const listed = readFileSync(join(root, 'tests/core/numeric.txt'), 'utf8').trim().split('\n');
  const files = [...filesUnder('tests/core'), ...filesUnder('tests/article')].filter((file) =>
    file.endsWith('_test.cpp'),
  );
  const nameOf = (file) => basename(file, '_test.cpp');
  expect(files.map(nameOf)).toEqual(expect.arrayContaining(listed));
  // A tokenizer's goldens are ids, which no table of kernels computes.
  const withGoldens = files.filter(
    (file) =>
      !file.includes('/text/') && readFileSync(join(root, file), 'utf8').includes('[golden]'),
  );
  const ofModels = files.filter((file) =>
    /^((half|int8)_model$|shipped_|stored_)/.test(nameOf(file)),
  );
  expect(withGoldens.length).toBeGreaterThan(8);
  expect(ofModels.length).toBeGreaterThan(3);
  expect(listed).toEqual(expect.arrayContaining([...withGoldens, ...ofModels].map(nameOf)));
});
