#!/usr/bin/env node
// npx glassformer assets FOLDER: copies what the package fetches at run time to where a server shows it.
// npx glassformer convert FOLDER OUT: a model's folder with other weights, of 8 bits for example.
import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const dist = dirname(fileURLToPath(import.meta.url));
const shipped = readdirSync(join(dist, 'models'));
const dtypes = ['fp32', 'fp16', 'int8'];
const usage = `usage: npx glassformer assets FOLDER [--models ${shipped.join(',')}]
       npx glassformer convert FOLDER OUT [--dtype ${dtypes.join('|')}]
       npx glassformer --version

assets copies the engine's worker, its WebAssembly modules and the shipped models (all, or those named) into FOLDER: the
one with your bundle, or another one, whose address setAssetsUrl() is then told.

convert reads the model in FOLDER (config.json, model.safetensors) and writes the folder OUT: its weights as integers of
8 bits with a scale for each output (int8, where nothing is said), which take a quarter of the bytes, or as floats of 16
or 32 bits; the config, and the tokenizer's files as they are. Other files are left out: what they say (a golden.json's
numbers, a README's) is of the other weights.`;

/** A mistake in the command itself, which its usage explains. */
class WrongUse extends Error {}

const commands = { assets: copyAssets, convert };

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      models: { type: 'string' },
      dtype: { type: 'string' },
      help: { type: 'boolean' },
      version: { type: 'boolean' },
    },
  });
  if (values.help) return { run: () => console.log(usage) };
  if (values.version) return { run: () => console.log(versionOf(dist)) };
  const [command, ...folders] = positionals;
  if (!Object.hasOwn(commands, command ?? ''))
    throw new WrongUse(`unknown command: ${command ?? 'none was given'}`);
  return { run: commands[command], folders, values };
}

/** The package's, in whose folder `dist` lies. */
const versionOf = (dist) => JSON.parse(readFileSync(join(dist, '../package.json'), 'utf8')).version;

function only(option, command, values) {
  const other = Object.keys(values).find((name) => name !== option);
  if (other !== undefined) throw new WrongUse(`${command} has no option --${other}`);
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

/** A link that leads nowhere is there, too. */
function isThere(path) {
  try {
    return Boolean(lstatSync(path));
  } catch {
    return false;
  }
}

/** A folder may be given as an address too. */
function pathOf(folder) {
  if (!/^[a-z][a-z\d+.-]+:/i.test(folder) || existsSync(folder)) return folder;
  try {
    return fileURLToPath(folder);
  } catch {
    throw new WrongUse(`${folder} is an address, expected a folder's path or its file: address`);
  }
}

/** Writes a file of the folder by `act`, which gets its path. */
function writerInto(folder) {
  return (name, act) => {
    const path = join(folder, name);
    try {
      act(path);
    } catch (error) {
      throw new Error(
        `${path} cannot be written (${error.code}), expected a folder that can be written in`,
      );
    }
  };
}

function copyAssets(folders, values) {
  only('models', 'assets', values);
  const [folder] = folders;
  if (!folder || folders.length > 1)
    throw new WrongUse(`expected one folder to copy to, found ${folders.length}`);
  const models = values.models?.split(',') ?? shipped;
  const unknown = models.find((name) => !shipped.includes(name));
  if (unknown !== undefined)
    throw new WrongUse(`there is no shipped model '${unknown}', only ${shipped.join(', ')}`);
  makeFolder(resolve(folder));
  const write = writerInto(folder);
  const files = readdirSync(dist).filter((name) => /^worker\.js$|\.wasm$/.test(name));
  const paths = [...files, ...models.map((name) => join('models', name))];
  for (const path of paths) write(path, (to) => cpSync(join(dist, path), to, { recursive: true }));
  console.log(`copied into ${folder}: ${paths.join(', ')}`);
}

const weightsName = 'model.safetensors';
/** What loadModel() reads of a tokenizer; an encoder–decoder may have one for its source. */
const [tokenizerJson, ...otherTokenizerFiles] = [
  'tokenizer.json',
  'vocab.json',
  'merges.txt',
  'vocab.txt',
];
const tokenizerFiles = ['', 'source_'].flatMap((side) =>
  [tokenizerJson, ...otherTokenizerFiles].map((name) => side + name),
);
/** Through links: in Hugging Face's cache every file is one. */
const isFileIn = (folder, name) =>
  statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() ?? false;

/** Those that a model is loaded from: a tokenizer.json says all, and vocab.json is asked for before vocab.txt. */
function tokenizerFilesRead(folder, side) {
  const has = (name) => isFileIn(folder, side + name);
  const [vocabJson, mergesTxt, vocabTxt] = otherTokenizerFiles;
  const names = has(tokenizerJson)
    ? [tokenizerJson]
    : has(vocabJson)
      ? [vocabJson, mergesTxt]
      : [vocabTxt];
  return names.filter(has).map((name) => side + name);
}

/** A folder that was cloned may hold links to anything; Hugging Face's cache has the files themselves in ../../blobs. */
function checkPlace(folder, name) {
  if (!isFileIn(folder, name)) return;
  const real = realpathSync(join(folder, name));
  const own = realpathSync(folder);
  const places = [own, join(own, '../../blobs')];
  if (places.some((place) => real.startsWith(join(place, sep)))) return;
  throw new Error(
    `${join(folder, name)} is a link to ${real}, expected a file of that folder, or of Hugging Face's ../../blobs`,
  );
}

/** What is read of a model's folder. */
const modelFiles = ['config.json', weightsName, ...tokenizerFiles, 'golden.json'];
const mebibytes = (bytes) => `${(bytes / 2 ** 20).toFixed(2)} MiB`;

async function convert(folders, values) {
  only('dtype', 'convert', values);
  if (folders.length !== 2 || folders.includes(''))
    throw new WrongUse(`expected two folders, a model's and one to write, found ${folders.length}`);
  const [from, to] = folders.map(pathOf);
  const { dtype = 'int8' } = values;
  if (!dtypes.includes(dtype))
    throw new WrongUse(`--dtype is ${dtype}, expected one of ${dtypes.join(', ')}`);
  if (!existsSync(join(from, weightsName))) throw new Error(`${from} holds no ${weightsName}`);
  if (existsSync(to) && !statSync(to).isDirectory())
    throw new Error(`${to} is a file, expected a folder`);
  const there = modelFiles.find((name) => isThere(join(to, name)));
  if (there) throw new Error(`${to} holds a ${there} already, expected a folder without a model`);

  const others = ['', 'source_'].flatMap((side) => tokenizerFilesRead(from, side));
  for (const name of ['config.json', weightsName, ...others]) checkPlace(from, name);
  const { loadModel } = await import('./index.js');
  const address = pathToFileURL(resolve(from)).href;
  const model = await loadModel(address, { dtype }).catch((error) => {
    // Paths as they were given, not as addresses.
    throw new Error(error.message.replaceAll(`${address}/`, join(from, '/')));
  });
  const { config, weights } = await model.files();
  await model.close();

  makeFolder(resolve(to));
  const write = writerInto(to);
  for (const name of others)
    write(name, (path) => copyFileSync(join(from, name), path, constants.COPYFILE_EXCL));
  const json = `${JSON.stringify(config, null, 2)}\n`;
  write('config.json', (path) => writeFileSync(path, json, { flag: 'wx' }));
  write(weightsName, (path) => writeFileSync(path, weights, { flag: 'wx' }));
  const before = statSync(join(from, weightsName)).size;
  console.log(
    `wrote ${to}: ${weightsName} of ${mebibytes(weights.length)} (${mebibytes(before)} in ${from}), ${['config.json', ...others].join(', ')}`,
  );
}

try {
  const { run, folders, values } = readArguments();
  await run(folders, values);
} catch (error) {
  const isUse = error instanceof WrongUse || /^ERR_PARSE_ARGS/.test(error.code);
  // Node's advice on a wrong option is for programs with other arguments.
  const [message] = isUse ? error.message.split('. To specify') : [error.message];
  console.error(`glassformer: ${message}${isUse ? `\n\n${usage}` : ''}`);
  process.exitCode = 1;
}
