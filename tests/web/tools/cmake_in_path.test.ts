// CMake, the compilers and Emscripten in a project whose path has a blank, '#', '%' and letters that are not ASCII.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), 'glassformer-cmake-'));
afterAll(() => rmSync(temporary, { recursive: true }));
const folder = join(temporary, 'a b #1 %20 é');

beforeAll(() => {
  mkdirSync(join(folder, 'tools'), { recursive: true });
  const names = [
    'package.json',
    'CMakeLists.txt',
    'CMakePresets.json',
    'cmake',
    'core',
    'article',
    'wasm',
    'tests',
    'tools/build',
    'tools/lib',
    'tools/train',
  ];
  for (const name of names) cpSync(join(project, name), join(folder, name), { recursive: true });
  // Whoever has an Emscripten of their own has no such folder.
  const toolchain = join(project, '.toolchain');
  if (existsSync(toolchain)) symlinkSync(toolchain, join(folder, '.toolchain'), 'dir');
});

// A file of the core that includes the core's headers by the project's path, and takes a second.
const object = 'core/CMakeFiles/glassformer_kernels.dir/src/kernels/dispatch.cpp.o';

test.each(['native', 'wasm'])(
  'a file is compiled by the preset %s',
  { timeout: 180_000 },
  (preset) => {
    const script = `
    import { main } from './tools/lib/shell.mjs';
    import { buildPreset } from './tools/build/cmake.mjs';
    await main(async () => void (await buildPreset('${preset}', { targets: ['${object}'] })));`;
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { encoding: 'utf8', cwd: folder },
    );
    expect(status, stderr).toBe(0);
    expect(existsSync(join(folder, 'build', preset, object))).toBe(true);
  },
);
