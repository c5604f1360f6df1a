import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../tools/lib/shell.mjs';
import { generateOptions } from '../../../tools/options.mjs';

const files = Object.entries(await generateOptions());

test.each(files)(
  '%s is what follows from core/options; npm run options writes it',
  (path, text) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(text);
  },
);

test('both tables reach the core, the types and the documentation', () => {
  expect(files.map(([path]) => path)).toEqual([
    'core/include/glassformer/generation_config.hpp',
    'core/include/glassformer/training_options.hpp',
    'web/src/shared/options.ts',
    'docs/javascript.md',
  ]);
});
