// What the set-up says where it cannot go on, or may not.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), 'glassformer-setup-'));
afterAll(() => rmSync(temporary, { recursive: true }));

test('--no-install: what is missing is named, with what it is for, and nothing is installed', () => {
  const script = `
    import { main } from './tools/lib/shell.mjs';
    import { ensurePrograms } from './tools/setup/system.mjs';
    await main(() => ensurePrograms('clang'));`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script, '--', '--no-install'],
    { encoding: 'utf8', cwd: project, env: { PATH: temporary } },
  );
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe(
    'missing for the tests under sanitizers and the fuzz tests: clang-19, llvm-19; install with "apt-get install clang-19 llvm-19" as root (or your system\'s equivalent) and run this again.\n',
  );
});
