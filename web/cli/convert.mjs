/** npx glassformer convert FOLDER OUT: a model's folder with other weights, of 8 bits for example. */
import { constants, copyFileSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isThere, makeFolder, pathOf, writerInto } from './folders.mjs';
import { modelFiles, weightsName } from './model-files.mjs';
import { openFolder, tokenizersChecked } from './open-folder.mjs';
import { expectWeights } from './other-weights.mjs';
import { only, WrongUse } from './wrong-use.mjs';

const dtypes = ['fp32', 'fp16', 'int8'];

export const convertUsage =
  () => `usage: npx glassformer convert FOLDER OUT [--dtype ${dtypes.join('|')}]

convert reads the model in FOLDER (config.json, model.safetensors) and writes the folder OUT: its weights as integers of
8 bits with a scale for each output (int8 by default), which take a quarter of the bytes, or as floats of 16
or 32 bits; the config, and the tokenizer's files as they are. Of a PyTorch checkpoint, or of weights in several files, it tells
the lines of Python that make model.safetensors. Other files are left out: what they say (a golden.json's
numbers, a README's) is of the other weights.`;

const sizeOf = (bytes) =>
  bytes < 2 ** 20 ? `${(bytes / 2 ** 10).toFixed(1)} KiB` : `${(bytes / 2 ** 20).toFixed(2)} MiB`;

export async function convert(folders, values) {
  only(['dtype'], 'convert', values);
  if (folders.length !== 2 || folders.includes(''))
    throw new WrongUse(`expected two folders, a model's and one to write, found ${folders.length}`);
  const [from, to] = folders.map(pathOf);
  const { dtype = 'int8' } = values;
  if (!dtypes.includes(dtype))
    throw new WrongUse(`--dtype is ${dtype}, expected one of ${dtypes.join(', ')}`);
  expectWeights(from);
  if (existsSync(to) && !statSync(to).isDirectory())
    throw new Error(`${to} is a file, expected a folder`);
  const there = modelFiles.find((name) => isThere(join(to, name)));
  if (there) throw new Error(`${to} holds a ${there} already, expected a folder without a model`);

  const tokenizers = await tokenizersChecked(from);
  const model = await openFolder(from, { dtype });
  const { config, weights } = await model.files();
  await model.close();

  makeFolder(resolve(to));
  const json = `${JSON.stringify(config, null, 2)}\n`;
  const into = writerInto(to);
  const begun = [];
  const write = (name, act) =>
    into(name, (path) => {
      if (!isThere(path)) begun.push(path);
      act(path);
    });
  try {
    for (const name of tokenizers)
      write(name, (path) => copyFileSync(join(from, name), path, constants.COPYFILE_EXCL));
    write('config.json', (path) => writeFileSync(path, json, { flag: 'wx' }));
    write(weightsName, (path) => writeFileSync(path, weights, { flag: 'wx' }));
  } catch (error) {
    for (const path of begun) rmSync(path, { force: true });
    throw error;
  }
  const before = statSync(join(from, weightsName)).size;
  console.log(
    `wrote ${to}: ${weightsName} of ${sizeOf(weights.length)} (${sizeOf(before)} in ${from}), ${['config.json', ...tokenizers].join(', ')}`,
  );
}
