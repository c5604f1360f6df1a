// What the set-up says before it installs, and where it cannot go on, or may not.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), 'glassformer-setup-'));
afterAll(() => rmSync(temporary, { recursive: true }));

/** What the set-up prints, in a file, to which another program can add lines. */
const output = join(temporary, 'output');

/** What comes of a group's programs where only those of `path` are there; `uid` is who asks. */
function ensure(
  group: string,
  { path = temporary, uid = 0, options = [] as string[], more = '' } = {},
) {
  const script = `
    import { main } from './tools/lib/shell.mjs';
    import { ensurePrograms } from './tools/setup/system.mjs';
    process.getuid = () => ${uid};
    await main(async () => {
      await ensurePrograms('${group}');${more}
    });`;
  writeFileSync(output, '');
  const appended = openSync(output, 'a');
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script, '--', ...options],
    {
      encoding: 'utf8',
      cwd: project,
      env: { PATH: path },
      stdio: ['ignore', appended, 'pipe'],
    },
  );
  closeSync(appended);
  return { status, stdout: readFileSync(output, 'utf8'), stderr };
}

const missing =
  'missing for the tests under sanitizers and the fuzz tests: clang-19, llvm-19; install with "apt-get install clang-19 llvm-19" as root (or your system\'s equivalent) and run this again.\n';

test('--no-install: what is missing is named, with what it is for, and nothing is installed', () => {
  expect(ensure('clang', { options: ['--no-install'] })).toEqual({
    status: 1,
    stdout: '',
    stderr: missing,
  });
});

// One that adds its arguments to what the set-up has printed by then.
describe('with an apt-get', () => {
  const programs = join(temporary, 'programs');
  const path = `${programs}:${temporary}`;
  const program = (name: string, lines: string) => {
    writeFileSync(join(programs, name), `#!/bin/sh\n${lines}\n`);
    chmodSync(join(programs, name), 0o755);
  };
  beforeAll(() => {
    mkdirSync(programs);
    program('apt-get', `echo "apt-get $*" >> '${output}'`);
  });

  test('as root: packages and purpose are said before it is called, and how to do without', () => {
    expect(ensure('clang', { path })).toEqual({
      status: 0,
      stdout: `installing system packages for the tests under sanitizers and the fuzz tests: clang-19 llvm-19 (--no-install leaves the system as it is)
apt-get update -q
apt-get install -y -q --no-install-recommends clang-19 llvm-19
`,
      stderr: '',
    });
  });

  test('each further group is said before it is installed, too; the lists are fetched once', () => {
    const { status, stdout } = ensure('clang', {
      path,
      more: `await ensurePrograms('webkit');`,
    });
    expect(status).toBe(0);
    expect(stdout.trim().split('\n').slice(3)).toEqual([
      'installing system packages to test the page in WebKitGTK: webkit2gtk-driver xvfb (--no-install leaves the system as it is)',
      'apt-get install -y -q --no-install-recommends webkit2gtk-driver xvfb',
    ]);
  });

  test('libraries that dpkg does not know are among them', () => {
    program('dpkg-query', 'exit 1');
    try {
      expect(ensure('clang', { path }).stdout).toMatch(
        /fuzz tests: clang-19 llvm-19 libclang-rt-19-dev \(.*\napt-get update.*\napt-get install .* libclang-rt-19-dev\n$/,
      );
    } finally {
      rmSync(join(programs, 'dpkg-query'));
    }
  });

  test.each([
    ['--no-install', { options: ['--no-install'] }],
    ['another user than root', { uid: 1000 }],
  ])('%s: it is not called', (_, how) => {
    expect(ensure('clang', { path, ...how })).toEqual({ status: 1, stdout: '', stderr: missing });
  });

  test('where it fails, its words and what was to be installed are told', () => {
    program('apt-get', 'echo "E: no network"; exit 100');
    const { status, stderr } = ensure('clang', { path });
    expect(status).toBe(1);
    expect(stderr).toBe(`E: no network\napt-get could not do it; ${missing}`);
  });
});
