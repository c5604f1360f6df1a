// node tools/models/evaluate-stories.mjs <model folder> <data folder> [--stories 5] [--words 12]
//   [--tokens 220] [--temperature 0.7] [--top-p 0.9] [--held-out all]
// How well a model of stories, English or Chinese, predicts held-out ones (valid.txt), in bits; how
// often it falls into a loop where the likeliest token is always taken; and stories sampled from the
// first words of held-out ones with what can be counted: how much repeats, how many words the
// training texts know, whether a story ends by itself. The same numbers of the held-out stories, cut
// to the same length, stand beside them. Where a text is Chinese, a word is a character.
import { join } from 'node:path';
import { main, Problem } from '../lib/shell.mjs';
import { numberOf, readCommandLine } from './command-line.mjs';
import { documentsOf } from './corpora/split.mjs';
import { withModel } from './engine.mjs';
import { openingOf, percent, readText, spread, table, tellableOf, wordsOf } from './held-out.mjs';
import { likelihood } from './likelihood.mjs';

/** Whether a run of ten words comes twice. */
const loopLength = 10;
function loops(text) {
  const words = wordsOf(text);
  const runs = words.slice(loopLength - 1).map((_, i) => words.slice(i, i + loopLength).join(' '));
  return new Set(runs).size < runs.length;
}

/** The share of runs of n words that are different ones within a story (after "distinct-n", Li et al. 2016, of all texts together). */
function distinct(texts, n) {
  let runs = 0;
  let different = 0;
  for (const words of texts.map(wordsOf)) {
    const own = words.slice(n - 1).map((_, i) => words.slice(i, i + n).join(' '));
    runs += own.length;
    different += new Set(own).size; // a story repeats itself, not its neighbour
  }
  return runs > 0 ? different / runs : 0;
}

/** The share of words that `known` holds. */
function knownShare(texts, known) {
  const words = texts.flatMap(wordsOf);
  return words.filter((word) => known.has(word)).length / words.length;
}

/** The share of runs of n words that stand in a text that was learned from. */
function copiedShare(texts, learned, n) {
  const runsOf = (words) => words.slice(n - 1).map((_, i) => words.slice(i, i + n).join(' '));
  const runs = new Set(texts.map(wordsOf).flatMap(runsOf));
  const found = new Set();
  for (const words of learned) for (const run of runsOf(words)) if (runs.has(run)) found.add(run);
  return found.size / (runs.size || 1);
}

/** "All" of the texts, or a number of them spread over the list. */
const some = (texts, count) =>
  count === 'all' ? texts : spread(texts, numberOf('held-out', count));

await main(async (args) => {
  const { positionals, ...options } = readCommandLine(args, {
    usage:
      'evaluate-stories.mjs <model folder> <data folder> [--stories 5] [--words 12] [--tokens 220] [--temperature 0.7] [--top-p 0.9] [--held-out all]',
    positionals: 2,
    options: {
      stories: { type: 'string', default: '5' },
      words: { type: 'string', default: '12' },
      tokens: { type: 'string', default: '220' },
      temperature: { type: 'string', default: '0.7' },
      'top-p': { type: 'string', default: '0.9' },
      'held-out': { type: 'string', default: 'all' },
    },
  });
  const [folder, data] = positionals;
  const number = (name) => numberOf(name, options[name]);
  const held = documentsOf(readText(join(data, 'valid.txt')));
  const learned = documentsOf(readText(join(data, 'train.txt'))).map(wordsOf);
  if (held.length === 0 || learned.length === 0) throw new Problem(`${data} holds no stories`);
  const known = new Set(learned.flat());

  await withModel(folder, async (model) => {
    const bits = await likelihood(model, some(held, options['held-out']));
    console.log(
      `held out: ${bits.perToken.toFixed(3)} per token, ${bits.bitsPerByte.toFixed(3)} bits per byte, ` +
        `${bits.bitsPerCharacter.toFixed(3)} bits per character`,
    );
    const tellable = tellableOf(held, number('words'));

    let looping = 0;
    const starts = spread(tellable, 2 * number('stories'));
    for (const story of starts) {
      const begin = openingOf(story, number('words'));
      const { text } = await model.generate(begin, { max_new_tokens: 100 }).result();
      if (loops(begin + text)) looping++;
    }
    console.log(`greedily, 100 tokens: a loop after ${looping} of ${starts.length} beginnings\n`);

    const stories = [];
    const reals = [];
    let ended = 0;
    for (const [seed, story] of spread(tellable, number('stories')).entries()) {
      const begin = openingOf(story, number('words'));
      const result = await model
        .generate(begin, {
          max_new_tokens: number('tokens'),
          do_sample: true,
          temperature: number('temperature'),
          top_p: number('top-p'),
          top_k: 0,
          seed,
        })
        .result();
      console.log(`[${begin}]${result.text}${result.finished ? '' : ' …'}\n`);
      ended += result.finished ? 1 : 0;
      stories.push(begin + result.text);
      reals.push(openingOf(story, wordsOf(begin + result.text).length));
    }
    const row = (what, texts) => [
      what,
      ...[1, 2, 3].map((n) => distinct(texts, n)),
      knownShare(texts, known),
      copiedShare(texts, learned, 8),
    ];
    console.log(
      table([
        [
          '',
          'different words',
          'runs of 2',
          'runs of 3',
          'known words',
          'runs of 8 words in training',
        ],
        row('sampled', stories),
        row('held out', reals),
      ]),
    );
    const unknown = new Set(stories.flatMap(wordsOf).filter((word) => !known.has(word)));
    console.log(`words that training does not know: ${[...unknown].join(', ') || 'none'}`);
    console.log(
      `${ended} of ${stories.length} end by themselves (${percent(ended, stories.length)})`,
    );
  });
});
