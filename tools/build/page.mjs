// build/page/: the demo page, made from dist/ the way any user of the package would.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/shell.mjs';
import { filesUnder, whenChanged } from '../lib/stamp.mjs';

const folder = 'build/page';

export function buildPage() {
  const inputs = ['web/page', 'dist', 'vite.config.ts', 'package-lock.json', 'tools/build'];
  return whenChanged(
    { stamp: 'build/stamps/page', inputs, outputs: [`${folder}/index.html`, `${folder}/sw.js`] },
    async () => {
      const { build } = await import('vite');
      await build({ logLevel: 'warn' });
      writeServiceWorker();
    },
  );
}

/** Tells the service worker what the page is made of, and a version that changes with any of it. */
function writeServiceWorker() {
  const hash = createHash('sha256');
  const paths = filesUnder(folder);
  for (const path of paths) hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  const files = paths.map((path) => path.slice(folder.length + 1));
  const page = JSON.stringify({ version: hash.digest('hex').slice(0, 16), files });
  const code = readFileSync(join(root, 'web/page/offline/worker.js'), 'utf8');
  writeFileSync(join(root, folder, 'sw.js'), `self.__PAGE__ = ${page};\n${code}`);
}
