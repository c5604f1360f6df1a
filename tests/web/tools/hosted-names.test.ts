// Hosts that run Jekyll leave out files whose names begin with '_': without one of them the page is not kept for offline
// use, and a figure of the package lacks a chunk.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const project = join(import.meta.dirname, '../../..');

test.each(['build/page', 'dist'])('no file or folder of %s begins with _', (folder) => {
  const paths = readdirSync(join(project, folder), { recursive: true }) as string[];
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => basename(path).startsWith('_'))).toEqual([]);
});
