#!/usr/bin/env node
// npx glassformer COMMAND …: the command line of the package. Each command is a file beside this one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyAssets } from './assets.mjs';
import { convert, dtypes } from './convert.mjs';
import { dist, shipped } from './folders.mjs';
import { writePage } from './page.mjs';
import { WrongUse } from './wrong-use.mjs';

const usage = `usage: npx glassformer assets FOLDER [--models ${shipped.join(',')}]
       npx glassformer convert FOLDER OUT [--dtype ${dtypes.join('|')}]
       npx glassformer page --figure TAG --text TEXT [--model NAME|FOLDER] [--layer L] [--head H]
                            [--set ATTRIBUTE=VALUE]… [--lang en|zh] [--title TITLE] --out FILE.html
       npx glassformer --version

assets copies the engine's worker, its WebAssembly modules and the shipped models (all, or those named) into FOLDER: the
one with your bundle, or another one, whose address setAssetsUrl() is then told.

convert reads the model in FOLDER (config.json, model.safetensors) and writes the folder OUT: its weights as integers of
8 bits with a scale for each output (int8, where nothing is said), which take a quarter of the bytes, or as floats of 16
or 32 bits; the config, and the tokenizer's files as they are. Other files are left out: what they say (a golden.json's
numbers, a README's) is of the other weights.

page writes one HTML file with a live figure, its model, its text and the engine. It opens from a disk, a mail or a
notebook's output, and asks for nothing else. The model is a shipped one (stories, where nothing is said) or a folder.`;

const commands = { assets: copyAssets, convert, page: writePage };

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      models: { type: 'string' },
      dtype: { type: 'string' },
      model: { type: 'string' },
      figure: { type: 'string' },
      text: { type: 'string' },
      layer: { type: 'string' },
      head: { type: 'string' },
      set: { type: 'string', multiple: true },
      lang: { type: 'string' },
      title: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean' },
      version: { type: 'boolean' },
    },
  });
  if (values.help) return { run: () => console.log(usage) };
  if (values.version) return { run: () => console.log(version()) };
  const [command, ...folders] = positionals;
  if (!Object.hasOwn(commands, command ?? ''))
    throw new WrongUse(`unknown command: ${command ?? 'none was given'}`);
  return { run: commands[command], folders, values };
}

/** The package's, in whose folder `dist` lies. */
const version = () => JSON.parse(readFileSync(join(dist, '../package.json'), 'utf8')).version;

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
