// node tools/models/evaluate-en-zh.mjs <model folder> <data folder> [--sentences all] [--show 10]
// Translates held-out sentences (valid.tsv) greedily and with four beams: chrF and exact matches,
// against all translations that the held-out part has of a sentence.
import { join } from 'node:path';
import { main, Problem } from '../lib/shell.mjs';
import { chrf, corpusChrf } from './chrf.mjs';
import { numberOf, readCommandLine } from './command-line.mjs';
import { withModel } from './engine.mjs';
import { percent, readText, spread } from './held-out.mjs';

const ways = {
  greedy: {},
  'beam 4': { num_beams: 4, length_penalty: 1 },
};
const longest = 60; // tokens

/** English sentence → its Chinese ones. */
function referencesOf(text) {
  const references = new Map();
  for (const row of text.split('\n').filter(Boolean)) {
    const [english, chinese] = row.split('\t');
    if (!references.has(english)) references.set(english, []);
    references.get(english).push(chinese);
  }
  return references;
}

/** What is the same to a reader: marks and spaces aside. */
const bare = (text) => text.replace(/[\p{P}\s]+/gu, '');

function report(way, pairs) {
  const isExact = ({ translation, references }) => references.includes(translation);
  const isSame = ({ translation, references }) =>
    references.some((reference) => bare(reference) === bare(translation));
  const mean = pairs.reduce((sum, p) => sum + chrf(p.translation, p.references), 0) / pairs.length;
  const exact = pairs.filter(isExact).length;
  const same = pairs.filter(isSame).length;
  console.log(
    `${way}: chrF ${corpusChrf(pairs).toFixed(1)} (mean of the sentences ${mean.toFixed(1)}); ` +
      `exact ${exact} of ${pairs.length} (${percent(exact, pairs.length)}), ` +
      `marks aside ${same} (${percent(same, pairs.length)})`,
  );
}

await main(async (args) => {
  const { positionals, ...options } = readCommandLine(args, {
    usage: 'evaluate-en-zh.mjs <model folder> <data folder> [--sentences all] [--show 10]',
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

  await withModel(folder, async (model) => {
    const results = {};
    for (const [way, generation] of Object.entries(ways)) {
      const began = performance.now();
      results[way] = [];
      for (const english of sentences) {
        const { text } = await model
          .generate(english, { max_new_tokens: longest, ...generation })
          .result();
        results[way].push({ translation: text, references: references.get(english) });
      }
      report(way, results[way]);
      const milliseconds = (performance.now() - began) / sentences.length;
      console.log(`  ${milliseconds.toFixed(0)} ms per sentence`);
    }
    for (const english of spread(sentences, numberOf('show', options.show))) {
      const at = sentences.indexOf(english);
      console.log(`\n${english}\n  reference  ${references.get(english).join(' / ')}`);
      for (const way of Object.keys(ways))
        console.log(`  ${way.padEnd(9)}  ${results[way][at].translation}`);
    }
  });
});
