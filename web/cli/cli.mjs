#!/usr/bin/env node
// npx glassformer COMMAND …: the command line of the package. Each command is a file beside this one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './arguments.mjs';
import { assetsUsage, copyAssets } from './assets.mjs';
import { convert, convertUsage } from './convert.mjs';
import { dist } from './folders.mjs';
import { goldenUsage, writeGolden } from './golden.mjs';
import { pageUsage, writePage } from './page.mjs';
import { pruneModels, pruneUsage } from './prune.mjs';
import { renderPost, renderUsage } from './render.mjs';
import { WrongUse } from './wrong-use.mjs';

const commands = {
  assets: { run: copyAssets, usage: assetsUsage },
  convert: { run: convert, usage: convertUsage },
  golden: { run: writeGolden, usage: goldenUsage },
  page: { run: writePage, usage: pageUsage },
  prune: { run: pruneModels, usage: pruneUsage },
  render: { run: renderPost, usage: renderUsage },
};

const usage = () => `usage: npx glassformer COMMAND …
       npx glassformer --version

assets   copies what the package fetches at run time to where a server shows it
convert  writes a model's folder with other weights, of 8 bits for example
golden   writes what PyTorch computes from a model's weights, to compare the engine with
page     writes a live figure as one HTML file
prune    removes shipped models that you do not use from what a bundler made
render   writes pictures of the figures of a post into it, for readers without scripts

npx glassformer COMMAND --help (or -h) tells more of each.`;

/** The package's, in whose folder `dist` lies. */
const version = () => JSON.parse(readFileSync(join(dist, '../package.json'), 'utf8')).version;

/** What the system refuses is told with what it is about, not as Node tells it. */
const sentenceOf = ({ code, syscall, path, message }) =>
  syscall !== undefined && path !== undefined
    ? `${path} cannot be used (${code}), expected another path`
    : message;

let explain = usage;
let asked = 'npx glassformer';
try {
  const [command] = process.argv.slice(2).filter((each) => !each.startsWith('-'));
  if (Object.hasOwn(commands, command ?? '')) {
    explain = commands[command].usage;
    asked += ` ${command}`;
  }
  const { values, positionals } = readArguments(process.argv.slice(2));
  const [named, ...folders] = positionals;
  if (values.help) console.log(explain());
  else if (values.version) console.log(version());
  else if (!Object.hasOwn(commands, named ?? ''))
    throw new WrongUse(`unknown command: ${named ?? 'none was given'}`);
  else await commands[named].run(folders, values);
} catch (error) {
  console.error(`glassformer: ${sentenceOf(error)}`);
  // The whole usage would take the sentence out of sight.
  if (error instanceof WrongUse) console.error(`${asked} --help tells how it is used.`);
  process.exitCode = 1;
}
