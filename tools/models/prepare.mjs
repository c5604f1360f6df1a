// node tools/models/prepare.mjs <stories|stories-large|tang|zh|en-zh|zh-en> [--data folder] --out folder
// Makes what a model is trained and examined on from the raw texts: train.txt and valid.txt
// (documents parted by lines <|endoftext|>), or train.tsv and valid.tsv (pairs), and credits.md, which
// says whose texts they are. The same texts give the same files. The raw texts are no part of this repository; models/README.md says which they are.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, Problem } from '../lib/shell.mjs';
import { readCommandLine } from './command-line.mjs';
import { dataFolder, readText } from './data.mjs';
import * as enZh from './corpora/en-zh.mjs';
import { stories, storiesOfOthers } from './corpora/stories.mjs';
import * as tang from './corpora/tang.mjs';
import * as zh from './corpora/zh.mjs';
import * as zhEn from './corpora/zh-en.mjs';

const corpora = {
  stories: storiesOfOthers,
  'stories-large': stories,
  tang,
  zh,
  'en-zh': enZh,
  'zh-en': zhEn,
};
const usage = `prepare.mjs <${Object.keys(corpora).join('|')}> [--data folder] --out folder`;

await main((args) => {
  const {
    positionals: [name],
    data,
    out,
  } = readCommandLine(args, {
    usage,
    positionals: 1,
    options: { data: { type: 'string' }, out: { type: 'string' } },
  });
  const corpus = Object.hasOwn(corpora, name) ? corpora[name] : null;
  if (!corpus) throw new Problem(`unknown corpus: ${name}\nusage: ${usage}`);
  if (out === undefined) throw new Problem(`where to? usage: ${usage}`);
  const folder = dataFolder(data);
  const texts = corpus.sources.map((source) => readText(join(folder, source)));
  const files = corpus.prepare(...texts);
  for (const [file, text] of Object.entries(files))
    if (!text) throw new Problem(`nothing is left for ${file}: too little text in ${folder}`);
  mkdirSync(out, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(join(out, file), text);
    if (file.endsWith('.md')) continue;
    const count = text.match(file.endsWith('.tsv') ? /\n/g : /^<\|endoftext\|>$/gm).length;
    console.log(`${join(out, file)}: ${count} ${file.endsWith('.tsv') ? 'pairs' : 'documents'}`);
  }
});
