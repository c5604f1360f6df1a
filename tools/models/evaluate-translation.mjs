// node tools/models/evaluate-translation.mjs <model folder> <data folder> [--sentences all] [--show 10]
// Translates held-out sentences (valid.tsv) greedily, with four beams, and greedily once more as
// readers type them: BLEU-4 and chrF on characters, and exact matches, against all translations that
// the held-out part has of a sentence; and greedily by length of the source.
import { join } from 'node:path';
import { corpusBleu } from './bleu.mjs';
import { corpusChrf } from './chrf.mjs';
import { main, Problem } from '../lib/shell.mjs';
import { numberOf, readCommandLine } from './command-line.mjs';
import { withModel } from './engine.mjs';
import { isChinese, percent, readText, referencesOf, spread, table } from './held-out.mjs';

const longest = 80; // tokens

const asItStands = (sentence) => sentence;
const withoutMark = (sentence) => sentence.replace(/(?<=[^.?!。？！])[.?!。？！]$/, '');
const halfWidth = { '。': '.', '，': ',', '？': '?', '！': '!', '：': ':', '；': ';' };
const ways = {
  greedy: { typed: asItStands },
  'beam 4': { typed: asItStands, num_beams: 4, length_penalty: 1 },
};
const typedWays = {
  English: {
    'small letters': { typed: (sentence) => sentence.toLowerCase() },
    'first letter small': { typed: ([first, ...rest]) => first.toLowerCase() + rest.join('') },
    'no final mark': { typed: withoutMark },
    'small, no final mark': { typed: (sentence) => withoutMark(sentence.toLowerCase()) },
    'curly apostrophes': { typed: (sentence) => sentence.replaceAll("'", '’') },
  },
  Chinese: {
    'no final mark': { typed: withoutMark },
    'half-width marks': {
      typed: (sentence) => sentence.replace(/[。，？！：；]/g, (mark) => halfWidth[mark]),
    },
  },
};

/** English is measured in words, Chinese in characters. */
const lengthOf = (text) =>
  isChinese(text) ? [...text].length : text.split(/\s+/).filter(Boolean).length;
const lengths = {
  English: [1, 5, 7, 10, 15],
  Chinese: [1, 6, 9, 13, 20],
};

/** What is the same to a reader: marks, spaces and capitals aside. */
const bare = (text) => text.toLowerCase().replace(/[\p{P}\s]+/gu, '');

function scores(what, pairs) {
  const isExact = ({ translation, references }) => references.includes(translation);
  const isSame = ({ translation, references }) =>
    references.some((reference) => bare(reference) === bare(translation));
  return [
    what,
    String(pairs.length),
    corpusBleu(pairs).toFixed(1),
    corpusChrf(pairs).toFixed(1),
    percent(pairs.filter(isExact).length, pairs.length),
    percent(pairs.filter(isSame).length, pairs.length),
  ];
}

/** The pairs by length of their source, every stretch that has any with its name. */
function byLength(pairs, language) {
  const unit = language === 'English' ? 'words' : 'characters';
  return lengths[language]
    .map((least, i, all) => ({ least, most: (all[i + 1] ?? Infinity) - 1 }))
    .map(({ least, most }) => [
      `${least}${most === Infinity ? ' and more' : `–${most}`} ${unit}`,
      pairs.filter(({ source }) => lengthOf(source) >= least && lengthOf(source) <= most),
    ])
    .filter(([, these]) => these.length > 0);
}

await main(async (args) => {
  const { positionals, ...options } = readCommandLine(args, {
    usage: 'evaluate-translation.mjs <model folder> <data folder> [--sentences all] [--show 10]',
    positionals: 2,
    options: {
      sentences: { type: 'string', default: 'all' },
      show: { type: 'string', default: '10' },
    },
  });
  const [folder, data] = positionals;
  const references = referencesOf(readText(join(data, 'valid.tsv')));
  if (references.size === 0) throw new Problem(`${data}/valid.tsv holds no pairs`);
  const all = [...references.keys()];
  const sentences =
    options.sentences === 'all' ? all : spread(all, numberOf('sentences', options.sentences));
  const language = isChinese(sentences.join('')) ? 'Chinese' : 'English';

  await withModel(folder, async (model) => {
    const rows = [['', 'sentences', 'BLEU-4', 'chrF', 'exact', 'marks and case aside']];
    const results = {};
    for (const [way, { typed, ...generation }] of Object.entries({
      ...ways,
      ...typedWays[language],
    })) {
      const began = performance.now();
      results[way] = [];
      for (const source of sentences) {
        const { text } = await model
          .generate(typed(source), { max_new_tokens: longest, ...generation })
          .result();
        results[way].push({ source, translation: text, references: references.get(source) });
      }
      const milliseconds = (performance.now() - began) / sentences.length;
      rows.push(scores(`${way} (${milliseconds.toFixed(0)} ms a sentence)`, results[way]));
    }
    for (const [length, pairs] of byLength(results.greedy, language))
      rows.push(scores(`greedy, ${length}`, pairs));
    console.log(table(rows));

    for (const source of spread(sentences, numberOf('show', options.show))) {
      const at = sentences.indexOf(source);
      console.log(`\n${source}\n  reference  ${references.get(source).join(' / ')}`);
      for (const way of Object.keys(ways))
        console.log(`  ${way.padEnd(9)}  ${results[way][at].translation}`);
    }
  });
});
