// build/page/: the demo page, made from dist/ the way any user of the package would.
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/shell.mjs';
import { filesUnder, whenChanged } from '../lib/stamp.mjs';
import { packagesInChunks, writePageNotices } from './notices.mjs';
import { kDrawings, renderStaticPages, writeStaticPages } from './static_pages.mjs';

const folder = 'build/page';
// The licence of the picture books that they learned from asks for the names of their authors.
const credits = ['stories', 'zh', 'en-zh'];
const creditsOf = (model) => `models/${model}/credits.md`;

export function buildPage() {
  const inputs = [
    'web/page',
    'dist',
    'core/options',
    ...credits.map(creditsOf),
    'docs/javascript.md',
    'web/src/shared/error-types.ts',
    'vite.config.ts',
    'package.json',
    'package-lock.json',
    'tools/build',
  ];
  return whenChanged(
    {
      stamp: 'build/stamps/page',
      inputs,
      outputs: [`${folder}/index.html`, `${folder}/sw.js`],
      settings: process.env.GLASSFORMER_SITE,
    },
    async () => {
      const { build } = await import('vite');
      const documents = await renderStaticPages();
      const { output } = await build({ logLevel: 'warn' });
      writeStaticPages(join(root, folder), documents, output);
      writePageNotices(
        join(root, folder, 'THIRD_PARTY_NOTICES.txt'),
        join(root, 'dist/THIRD_PARTY_NOTICES.txt'),
        packagesInChunks(output),
      );
      for (const model of credits)
        copyFileSync(join(root, creditsOf(model)), join(root, folder, `credits-of-${model}.txt`));
      writeServiceWorker();
    },
  );
}

const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/**
 * Tells the service worker what the page is made of, and a version that changes with any of it, the worker's own code
 * included: another worker never takes what this one has kept for its own.
 */
function writeServiceWorker() {
  const code = readFileSync(join(root, 'web/page/offline/worker.js'), 'utf8');
  const hashes = Object.fromEntries(
    filesUnder(folder)
      .filter((path) => path !== `${folder}/sw.js` && !path.startsWith(`${folder}/${kDrawings}`))
      .map((path) => [path.slice(folder.length + 1), sha256(readFileSync(join(root, path)))]),
  );
  const version = sha256(JSON.stringify(hashes) + code).slice(0, 16);
  const page = JSON.stringify({ version, hashes });
  writeFileSync(join(root, folder, 'sw.js'), `self.__PAGE__ = ${page};\n${code}`);
}
