// Tools that the tests of the package need and its developers do not: installed by the tests, outside of the project's own.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/lib/shell.mjs';
import { whenChanged } from '../../tools/lib/stamp.mjs';

/** Installs the tools that `manifest`'s folder names, if they are not there yet. Returns where. */
export async function installTools(manifest, name) {
  const folder = `build/hosts/${name}`;
  const inputs = ['package.json', 'package-lock.json'].map((file) => join(manifest, file));
  const outputs = [`${folder}/node_modules`];
  await whenChanged({ stamp: `build/stamps/hosts-${name}`, inputs, outputs }, () => {
    rmSync(join(root, folder), { recursive: true, force: true });
    mkdirSync(join(root, folder), { recursive: true });
    for (const file of inputs)
      cpSync(join(root, file), join(root, folder, file.slice(manifest.length)));
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
    // Not `npm ci`: it refuses a lock file that lacks the optional packages of another system.
    execFileSync('npm', ['install', ...quiet], { cwd: join(root, folder), stdio: 'pipe' });
  });
  return join(root, folder);
}
