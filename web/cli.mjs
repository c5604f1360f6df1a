#!/usr/bin/env node
// npx glassformer assets FOLDER: copies what the package fetches at run time to where a server shows it.
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const dist = dirname(fileURLToPath(import.meta.url));
const shipped = readdirSync(join(dist, 'models'));
const usage = `usage: npx glassformer assets FOLDER [--models ${shipped.join(',')}]

Copies the engine's worker, its WebAssembly modules and the shipped models (all, or those named) into FOLDER: the one
with your bundle, or another one, whose address setAssetsUrl() is then told.`;

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { models: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) return undefined;
  const [command, folder, ...more] = positionals;
  if (command !== 'assets') throw new Error(`unknown command: ${command ?? 'none was given'}`);
  if (!folder || more.length > 0)
    throw new Error(`expected one folder to copy to, found ${positionals.length - 1}`);
  const models = values.models?.split(',') ?? shipped;
  const unknown = models.find((name) => !shipped.includes(name));
  if (unknown !== undefined)
    throw new Error(`there is no shipped model '${unknown}', only ${shipped.join(', ')}`);
  return { folder, models };
}

/** Each missing one by itself: where nothing can be made, as in /proc, Node's recursive mkdir never comes back. */
function makeFolder(folder) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    throw new Error(`the folder ${folder} cannot be made (${error.code}), expected one that can`);
  }
}

try {
  const wanted = readArguments();
  if (!wanted) console.log(usage);
  else {
    const { folder, models } = wanted;
    makeFolder(resolve(folder));
    const files = readdirSync(dist).filter((name) => /^worker\.js$|\.wasm$/.test(name));
    const paths = [...files, ...models.map((name) => join('models', name))];
    for (const path of paths) cpSync(join(dist, path), join(folder, path), { recursive: true });
    console.log(`copied into ${folder}: ${paths.join(', ')}`);
  }
} catch (error) {
  console.error(`glassformer: ${error.message}\n\n${usage}`);
  process.exitCode = 1;
}
