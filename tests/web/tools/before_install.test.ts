/** What the commands import before anything is installed: a clean checkout has no node_modules. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const kCommands = ['setup', 'build', 'start', 'test', 'check', 'fuzz', 'soak', 'bench', 'options'];

/** Packages that are imported when these scripts start, each with the script that does. */
function packagesOf(script: string, seen = new Set<string>()): string[] {
  if (seen.has(script)) return [];
  seen.add(script);
  const statics = /^(?:import|export)\b(?! type)(?:[^;'"]*?\bfrom)?\s*'([^']+)'/gm;
  return [...readFileSync(script, 'utf8').matchAll(statics)].flatMap(([, name]) => {
    if (name!.startsWith('node:')) return [];
    if (!name!.startsWith('.')) return [`${name} in ${script.slice(root.length + 1)}`];
    const file = resolve(dirname(script), name!);
    expect(existsSync(file), file).toBe(true);
    return packagesOf(file, seen);
  });
}

test.each(kCommands)('npm run %s starts without any package', (command) => {
  const seen = new Set<string>();
  expect(packagesOf(resolve(root, `tools/${command}.mjs`), seen)).toEqual([]);
  expect(seen.size).toBeGreaterThan(1);
});
