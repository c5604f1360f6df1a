// Programs of npm packages that test, and what they report: a file each, from which their tests are counted.
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/shell.mjs';

export const tool = (name) => join(root, 'node_modules/.bin', name);

/** The path of a report that is about to be written. The one before it stays beside it, for whoever looks up what was slow. */
export function freshReport(name) {
  const path = join(root, 'build', name);
  if (existsSync(path)) renameSync(path, path.replace(/\.json$/, '.before.json'));
  return path;
}

export const readJson = (path) =>
  existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;

/** A tool that failed without naming a test (a file that cannot be loaded) counts as one failure. */
export function counted({ status, output }, passed = 0, failed = 0, skipped = 0) {
  return { passed, failed: failed === 0 && status !== 0 ? 1 : failed, skipped, output };
}
