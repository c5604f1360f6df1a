/** READMEs of folders that are read file by file: they name every file, and none that is not there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../../tools/lib/shell.mjs';

const kFolders = [
  ...readdirSync(join(root, 'core/src')).map((name) => `core/src/${name}`),
  'web/src/elements/base',
  'web/page',
  'tests/page',
];

/** "map" of "map.ts" and of "map.styles.ts"; of a folder "map/". */
const stemOf = (name) => (name.endsWith('/') ? name : name.split('.')[0]);

const stemsIn = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'README.md')
    .map((entry) => stemOf(entry.isDirectory() ? `${entry.name}/` : entry.name));

const writtenIn = (text) => [...text.matchAll(/`([^`\s]+)`/g)].map(([, name]) => stemOf(name));
/** `kernels_<isa>` stands for all of these. */
const matching = (name) => new RegExp(`^${name.replace('<isa>', '[a-z0-9]+')}$`);

it.each(kFolders)('the README of %s names every file', (folder) => {
  const named = writtenIn(readFileSync(join(root, folder, 'README.md'), 'utf8')).map(matching);
  const missing = stemsIn(folder).filter((stem) => !named.some((name) => name.test(stem)));
  expect(missing).toEqual([]);
});

it.each(kFolders)('the README of %s names no file that is not there', (folder) => {
  const text = readFileSync(join(root, folder, 'README.md'), 'utf8');
  const items = text.split('\n').filter((line) => line.startsWith('- '));
  const named = items.flatMap((line) => writtenIn(line.split(':')[0]));
  const there = stemsIn(folder);
  const isThere = (name) =>
    there.some((stem) => matching(name).test(stem)) ||
    existsSync(join(root, `core/include/glassformer/${name}.hpp`));
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});
