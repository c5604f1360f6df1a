// The package as npm would publish it, packed once for all tests of it and installed into an empty folder.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before } from 'node:test';

export const project = resolve(import.meta.dirname, '../..');
export const folder = mkdtempSync(join(tmpdir(), 'glassformer-package-'));
export const installed = join(folder, 'node_modules/glassformer');

const run = (cwd, ...args) => execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: 'pipe' });

/** The files of the package, as npm tells them. */
export let files = [];

before(() => {
  const [packed] = JSON.parse(
    run(project, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder),
  );
  files = packed.files.map(({ path }) => path);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline'];
  run(folder, 'install', ...quiet, `./${packed.filename}`);
});

after(() => rmSync(folder, { recursive: true, force: true }));

/** Checks the user's TypeScript files in a folder; returns the compiler's complaints, of which each names its file. */
export function compile(cwd, sources, ...options) {
  const tsc = join(project, 'node_modules/typescript/bin/tsc');
  const lib = 'es2022,dom,dom.iterable,esnext.disposable';
  const args = [tsc, '--noEmit', '--strict', '--target', 'es2022', '--lib', lib];
  const { stdout } = spawnSync(process.execPath, [...args, ...options, ...sources], {
    cwd,
    encoding: 'utf8',
  });
  return stdout;
}
