// What the set-up downloads is verified: by a hash that is written in the project, or by the signature of Debian's archive.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), 'glassformer-downloads-'));
afterAll(() => rmSync(temporary, { recursive: true }));

test('npm: each package has an address and a hash', () => {
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string }>;
  };
  const others = Object.entries(packages).filter(([path]) => path !== '');
  expect(others.length).toBeGreaterThan(100);
  expect(others.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''))).toEqual([]);
});

test('CMake: each archive has a SHA-256, and none is a tag of git', () => {
  const text = readFileSync(join(project, 'cmake/Dependencies.cmake'), 'utf8').replace(/#.*/g, '');
  expect(text).not.toMatch(/GIT_/);
  expect(text.match(/FetchContent_Declare\([^)]*\)/g)).toEqual([
    expect.stringContaining('URL_HASH SHA256=${sha256}'),
  ]);
  const archives = text.match(/[\w/.-]+\.tar\.gz/g);
  expect(archives).toHaveLength(3);
  expect(text.match(/[\w/.-]+\.tar\.gz\s+[0-9a-f]{64}\b/g)).toHaveLength(3);
});

test('Debian: apt accepts only what is signed, and gives up no rights of its user for downloads', () => {
  // An apt-get that says what it was told, and how its folders are.
  const programs = join(temporary, 'programs');
  mkdirSync(programs);
  const told = join(temporary, 'told');
  writeFileSync(
    join(programs, 'apt-get'),
    `#!/bin/sh
case "$*" in
*--print-uris*) echo "'http://archive.test/debian/dists/bookworm/InRelease' x 0" ;;
*) { cat "$APT_CONFIG"; cat "$(dirname "$APT_CONFIG")/sources.list"; stat -c 'folder %a' "$(dirname "$APT_CONFIG")"; } > '${told}' ;;
esac
`,
  );
  chmodSync(join(programs, 'apt-get'), 0o755);
  const script = `
    import { existsSync } from 'node:fs';
    import { openArchive } from './tools/setup/debian.mjs';
    const archive = await openArchive('trixie');
    const before = existsSync(archive.files);
    archive.close();
    console.log(before, existsSync(archive.files));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    cwd: project,
    env: { PATH: `${programs}:${process.env.PATH}`, TMPDIR: temporary },
  });
  expect(stdout).toBe('true false\n');
  const config = readFileSync(told, 'utf8');
  for (const line of [
    'Acquire::AllowInsecureRepositories "false";',
    'Acquire::AllowWeakRepositories "false";',
    'APT::Get::AllowUnauthenticated "false";',
    'folder 755',
  ])
    expect(config).toContain(`${line}\n`);
  expect(config).toMatch(
    /^deb \[signed-by=\S+\.gpg\] http:\/\/archive\.test\/debian trixie main$/m,
  );
  expect(config).not.toMatch(/trusted=|Sandbox/);
});
