// Vite and Vitest in a project whose path has a '#' and a '?', which Vite takes for the ends of a path.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const project = fileURLToPath(new URL('../../../', import.meta.url));
// Beside node_modules, so that its copy can be one of hard links; of soft links Node would see the project's own path.
const temporary = mkdtempSync(join(project, 'build/hash-in-path-'));
afterAll(() => rmSync(temporary, { recursive: true }));
const folder = join(temporary, 'a b #1 %20 é?');

beforeAll(() => {
  mkdirSync(join(folder, 'tests/web'), { recursive: true });
  const names = [
    'package.json',
    'vite.config.ts',
    'vitest.config.ts',
    'tsconfig.base.json',
    'tools',
    'dist',
    'models',
    'web',
    'core/options',
    'docs/javascript.md',
  ];
  for (const name of names) {
    cpSync(join(project, name), join(folder, name), { recursive: true });
  }
  // The minifier runs in processes of its own here too, but what it folds has nothing to do with paths, and takes a third
  // of the build.
  const config = join(folder, 'vite.config.ts');
  const folding = 'compress: { passes: 2 }';
  const text = readFileSync(config, 'utf8');
  expect(text).toContain(folding);
  writeFileSync(config, text.replace(folding, 'compress: false'));
  execFileSync('cp', ['-al', join(project, 'node_modules'), join(folder, 'node_modules')]);
});

function node(...args: string[]) {
  const env = { ...process.env, NO_COLOR: '1', TMPDIR: temporary };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    cwd: folder,
    env,
  });
  return { status, output: stdout + stderr };
}

test('the page is built with all that it fetches', { timeout: 180_000 }, () => {
  // A file, as for every command: the minifier's workers get the options of this process, and --input-type is not for them.
  const build = `import { buildPage } from './tools/build/page.mjs';\nawait buildPage();`;
  writeFileSync(join(folder, 'build-page.mjs'), build);
  const { status, output } = node('build-page.mjs');
  expect(status, output).toBe(0);
  const page = join(folder, 'build/page');
  const files = readdirSync(page, { recursive: true, encoding: 'utf8' }).join('\n');
  for (const file of [
    /^index\.html$/m,
    /^sw\.js$/m,
    /^assets\/worker-[\w-]{8}\.js$/m,
    /^assets\/glassformer-relaxed-[\w-]{8}\.wasm$/m,
    /^assets\/models\/\w{8}\/stories\/model\.safetensors$/m,
  ])
    expect(files).toMatch(file);
});

test('Vitest runs a test of the package and of a script', () => {
  writeFileSync(
    join(folder, 'tests/web/small.test.ts'),
    `import { softmax } from 'glassformer';
     import { expect, test } from 'vitest';
     import { atLeast } from '../../tools/lib/shell.mjs';
     test('both', async () => {
       const { data } = await softmax({ shape: [1, 2], data: new Float32Array(2) });
       expect([...data, atLeast('1.2', '1.1')]).toEqual([0.5, 0.5, true]);
     });`,
  );
  const { status, output } = node('node_modules/vitest/vitest.mjs', 'run', '--project', 'node');
  expect(output).toMatch(/Tests\s+1 passed/);
  expect(status).toBe(0);
});

test('nothing is left in the folder for temporary files', () => {
  expect(readdirSync(temporary)).toEqual(['a b #1 %20 é?']);
});
