// node tools/models/gloss.mjs [--data folder]: writes what the words of a translation mostly stand for, for readers who know
// only the other language: models/en-zh/gloss.json (Chinese words, their reading in pinyin and an English word)
// and models/zh-en/gloss.json (English words and a Chinese one). The commonest are written by hand (usual-words.mjs), the
// others made from the pairs that the translators have learned from (glossary.mjs, whole-words.mjs); the readings are those of pinyin-pro (MIT), each as it is most often in
// these sentences.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pinyin } from 'pinyin-pro';
import { main, root } from '../lib/shell.mjs';
import { readCommandLine } from './command-line.mjs';
import { dataFolder, readText } from './data.mjs';
import { sources, splitPairs } from './corpora/pairs.mjs';
import { divide, glossary } from './glossary.mjs';
import { wholeWords } from './whole-words.mjs';
import { usualWords, withoutPhrases } from './usual-words.mjs';

const usage = 'gloss.mjs [--data folder]';

/** Syllables as one word: an apostrophe stands before one that begins with a vowel (GB/T 16159). */
const inOne = (syllables) =>
  syllables
    .map((each, i) => (i > 0 && /^[aoeāáǎàōóǒòēéěè]/.test(each) ? `’${each}` : each))
    .join('');

/** How each piece of the sentences is read most often: a word's syllables are written together. */
function readings(pairs, isWord) {
  const counts = new Map();
  for (const { chinese } of pairs)
    for (const run of chinese.match(/\p{Script=Han}+/gu) ?? []) {
      const syllables = pinyin(run, { type: 'array' });
      let at = 0;
      for (const piece of divide(run, isWord)) {
        const own = inOne(syllables.slice(at, (at += [...piece].length)));
        if (!counts.has(piece)) counts.set(piece, new Map());
        const all = counts.get(piece);
        all.set(own, (all.get(own) ?? 0) + 1);
      }
    }
  const most = (all) => [...all].sort((a, b) => b[1] - a[1])[0][0];
  return new Map([...counts].map(([piece, all]) => [piece, most(all)]));
}

const charactersOf = (model) =>
  Object.keys(JSON.parse(readFileSync(join(root, 'models', model, 'vocab.json'), 'utf8')));

const sorted = (entries) => Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

/** One entry a line: so changes can be read. */
function write(model, table) {
  const path = join(root, 'models', model, 'gloss.json');
  const lines = Object.entries(table).map((each) =>
    each.map((one) => JSON.stringify(one)).join(':'),
  );
  writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`);
  console.log(`${path}: ${lines.length} words`);
}

await main((args) => {
  const { data } = readCommandLine(args, {
    usage,
    positionals: 0,
    options: { data: { type: 'string' } },
  });
  const folder = dataFolder(data);
  const { train } = splitPairs(...sources.map((source) => readText(join(folder, source))));
  const counted = glossary(train);
  const chinese = withoutPhrases(counted.chinese);
  const english = wholeWords(counted.english, train);
  for (const [word, { meaning }] of usualWords.chinese) chinese.set(word, meaning);
  for (const [word, { meaning }] of usualWords.english) english.set(word, meaning);
  const read = readings(train, (piece) => chinese.has(piece));
  for (const [word, { reading }] of usualWords.chinese)
    if (reading !== null) read.set(word, reading);
    else if (!read.has(word)) read.set(word, inOne(pinyin(word, { type: 'array' })));
  const known = new Set(charactersOf('en-zh'));
  const pieces = new Set([...chinese.keys(), ...known].filter((piece) => read.has(piece)));
  const written = [...pieces].filter((piece) => [...piece].every((each) => known.has(each)));
  write(
    'en-zh',
    sorted(written.map((piece) => [piece, [read.get(piece), chinese.get(piece) ?? '']])),
  );
  write('zh-en', sorted(english));
});
