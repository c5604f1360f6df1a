// The folder that is served: the peers' packages, this one, the measuring page.
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Problem, root, run } from '../../lib/shell.mjs';
import { whenChanged } from '../../lib/stamp.mjs';
import { buildFolder } from './models.mjs';

const manifest = 'tests/bench/peers';

/** Installs the peers, in the versions of the lock file, and puts what is measured beside them. */
export async function prepareFolder() {
  const folder = join(root, buildFolder);
  mkdirSync(folder, { recursive: true });
  await installPeers(folder);
  for (const [from, to] of [
    ['dist', 'glassformer'],
    ['tools/bench/peers/page', 'page'],
  ]) {
    rmSync(join(folder, to), { recursive: true, force: true });
    cpSync(join(root, from), join(folder, to), { recursive: true });
  }
  return folder;
}

async function installPeers(folder) {
  const names = ['package.json', 'package-lock.json'];
  const inputs = names.map((name) => join(manifest, name));
  const outputs = [join(buildFolder, 'node_modules')];
  await whenChanged({ stamp: 'build/stamps/bench-peers', inputs, outputs }, async () => {
    console.log(`installing the peers (npm install in ${buildFolder})`);
    for (const name of names) cpSync(join(root, manifest, name), join(folder, name));
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
    const { status, output } = await run('npm', args, { cwd: folder, quiet: true, check: false });
    if (status === 0) return;
    process.stderr.write(output);
    throw new Problem(
      'the peers could not be installed: check that the npm registry of your npm configuration can be reached.',
    );
  });
}

/** Package → version. */
export const peerVersions = () =>
  JSON.parse(readFileSync(join(root, manifest, 'package.json'), 'utf8')).dependencies;
