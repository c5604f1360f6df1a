/** npx glassformer assets FOLDER: copies what the package fetches at run time to where a server shows it. */
import { cpSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dist, makeFolder, namedModels, shipped, writerInto } from './folders.mjs';
import { only, WrongUse } from './wrong-use.mjs';

export const assetsUsage =
  () => `usage: npx glassformer assets FOLDER [--models ${shipped.join(',')}]

assets copies the engine's worker, its WebAssembly modules, one-file.js (for saved live pages) and the shipped models (all, those named, or none) into FOLDER: the
one with your bundle, or another one, whose address setAssetsUrl() is then told.`;

export function copyAssets(folders, values) {
  only(['models'], 'assets', values);
  const [folder] = folders;
  if (!folder || folders.length > 1)
    throw new WrongUse(`expected one folder to copy to, found ${folders.length}`);
  const models = values.models === undefined ? shipped : namedModels(values.models);
  makeFolder(resolve(folder));
  const write = writerInto(folder);
  const files = readdirSync(dist).filter((name) => /^(worker|one-file)\.js$|\.wasm$/.test(name));
  const paths = [...files, ...models.map((name) => join('models', name))];
  for (const path of paths) write(path, (to) => cpSync(join(dist, path), to, { recursive: true }));
  console.log(`copied into ${folder}: ${paths.join(', ')}`);
}
