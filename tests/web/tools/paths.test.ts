// The scripts of tools/ work in a folder of any name, and when they are named through a symbolic link.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), 'glassformer-paths-'));
afterAll(() => rmSync(temporary, { recursive: true }));

const start = (script: string) => {
  const { status, stderr } = spawnSync(process.execPath, [script, '--only', 'nonsense'], {
    encoding: 'utf8',
  });
  return { status, stderr };
};
const refused = {
  status: 1,
  stderr: expect.stringMatching(
    /^unknown suite: nonsense; there are [^\n]*\bnative\b[^\n]*\n$/,
  ) as string,
};

describe.each(['plain', 'with a blank', 'a#b', 'a?b', '100%', '%20', 'é 中文', 'a b #%é'])(
  'in a folder named "%s"',
  (name) => {
    const folder = join(temporary, name);
    beforeAll(() => {
      mkdirSync(folder);
      cpSync(join(project, 'package.json'), join(folder, 'package.json'));
      cpSync(join(project, 'tools'), join(folder, 'tools'), { recursive: true });
    });

    test('a script does what it is asked', () => {
      expect(start(join(folder, 'tools/test.mjs'))).toEqual(refused);
    });

    test('so it does through a symbolic link', () => {
      const link = join(temporary, `link to ${name}`);
      symlinkSync(folder, link);
      expect(start(join(link, 'tools/test.mjs'))).toEqual(refused);
    });
  },
);

test('a script that is only imported does nothing', () => {
  const script = `await import(${JSON.stringify(new URL('../../../tools/test.mjs', import.meta.url))})`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script],
    { encoding: 'utf8' },
  );
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
});

test('no script or test takes the path of a file from its URL without decoding it', () => {
  const sources = ['tools', 'tests', '.'].flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: folder !== '.', withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(m?js|ts)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  expect(sources).toContain(join(project, 'playwright.config.ts'));
  const undecoded = /import\.meta\.url\s*\)\s*\.pathname|new URL\(\s*'\.[^)]*\)\s*\.pathname/;
  expect(sources.filter((name) => undecoded.test(readFileSync(name, 'utf8')))).toEqual([]);
});
