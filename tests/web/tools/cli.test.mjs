/** `npx glassformer assets`, from the built package. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const cli = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

function assets(...args) {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [cli, 'assets', ...args], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, signal, stdout, sentence: stderr.split('\n')[0] };
}

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'glassformer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a folder is made with those above it', () => {
  const folder = join(temporaryFolder(), 'a/b');
  expect(assets(folder, '--models', 'aab').status).toBe(0);
  expect(existsSync(join(folder, 'models/aab/config.json'))).toBe(true);
});

test('a folder that cannot be made is refused', () => {
  const refused = (folder, code) =>
    expect(assets(folder)).toEqual({
      status: 1,
      signal: null,
      stdout: '',
      sentence: `glassformer: the folder ${folder} cannot be made (${code}), expected one that can`,
    });
  if (existsSync('/proc')) refused('/proc/x', 'ENOENT');
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  refused(join(folder, 'file/x'), 'ENOTDIR');
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
  refused(join(folder, 'link'), 'EEXIST');
});
