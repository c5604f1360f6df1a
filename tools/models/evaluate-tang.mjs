// node tools/models/evaluate-tang.mjs <model folder> <data folder> [--poems 200] [--temperature 0.8]
//   [--top-p 0.9] [--show 6]
// How many poems keep the metre and rhyme, sampled from first lines of held-out poems (valid.txt),
// half of them of five characters, half of seven; how many lines have a character twice; and how well
// held-out poems are predicted, in bits. The measures are tried on the held-out poems themselves, and
// on them with their rhyme words exchanged.
import { join } from 'node:path';
import { main, Problem } from '../lib/shell.mjs';
import { numberOf, readCommandLine } from './command-line.mjs';
import { documentsOf } from './corpora/split.mjs';
import { withModel } from './engine.mjs';
import { firstLines, percent, readText, spread } from './held-out.mjs';
import { likelihood } from './likelihood.mjs';
import { linesOf, metreFault, Rhymes } from './metre.mjs';

const longestPoem = 8 * (7 + 1); // characters and marks

/** The poems, each with the second half of another one of the same form. */
function mismatched(poems) {
  const forms = new Map();
  for (const poem of poems) {
    const form = `${linesOf(poem).length} ${linesOf(poem)[0].length}`;
    if (!forms.has(form)) forms.set(form, []);
    forms.get(form).push(poem);
  }
  const halfOf = (poem) => poem.length / 2;
  return [...forms.values()].flatMap((alike) =>
    alike.map((poem, i) => {
      const other = alike[(i + 1) % alike.length];
      return poem.slice(0, halfOf(poem)) + other.slice(halfOf(other));
    }),
  );
}

const repeats = (line) => new Set(line).size < [...line].length;

function report(what, poems, rhymes) {
  const faults = poems.map(metreFault);
  const kept = poems.filter((_, i) => faults[i] === null);
  const rhymed = kept.filter((poem) => rhymes.isRhymed(poem));
  console.log(
    `${what}: ${kept.length} of ${poems.length} keep the metre (${percent(kept.length, poems.length)}); ` +
      `of these ${rhymed.length} rhyme (${percent(rhymed.length, kept.length)})`,
  );
  const lines = poems.flatMap((poem) => linesOf(poem).slice(1)); // the first is the reader's
  const repeating = lines.filter(repeats).length;
  console.log(`  a character twice in ${percent(repeating, lines.length)} of the lines`);
  const counts = new Map();
  for (const fault of faults.filter(Boolean)) counts.set(fault, (counts.get(fault) ?? 0) + 1);
  for (const [fault, count] of counts) console.log(`  ${count}: ${fault}`);
}

await main(async (args) => {
  const { positionals, ...options } = readCommandLine(args, {
    usage:
      'evaluate-tang.mjs <model folder> <data folder> [--poems 200] [--temperature 0.8] [--top-p 0.9] [--show 6]',
    positionals: 2,
    options: {
      poems: { type: 'string', default: '200' },
      temperature: { type: 'string', default: '0.8' },
      'top-p': { type: 'string', default: '0.9' },
      show: { type: 'string', default: '6' },
    },
  });
  const [folder, data] = positionals;
  const held = documentsOf(readText(join(data, 'valid.txt')));
  const learned = documentsOf(readText(join(data, 'train.txt')));
  if (held.length === 0 || learned.length === 0) throw new Problem(`${data} holds no poems`);
  const rhymes = new Rhymes(learned);
  const known = new Set(learned.flatMap(linesOf));

  await withModel(folder, async (model) => {
    const bits = await likelihood(model, held);
    console.log(
      `held out: ${bits.perToken.toFixed(3)} per token, ${bits.bitsPerCharacter.toFixed(3)} bits per character`,
    );
    const poems = [];
    for (const [seed, opening] of firstLines(
      held,
      numberOf('poems', options.poems) / 2,
    ).entries()) {
      const { text } = await model
        .generate(opening, {
          max_new_tokens: longestPoem + 8 - [...opening].length, // eight too many to see it go on
          do_sample: true,
          temperature: numberOf('temperature', options.temperature),
          top_p: numberOf('top-p', options['top-p']),
          top_k: 0,
          seed,
        })
        .result();
      poems.push(opening + text);
    }
    for (const poem of spread(poems, numberOf('show', options.show))) console.log(poem);
    const some = spread(held, poems.length);
    report('sampled', poems, rhymes);
    for (const length of [5, 7]) {
      const these = poems.filter((poem) => [...linesOf(poem)[0]].length === length);
      if (these.length > 0) report(`  of ${length} characters`, these, rhymes);
    }
    report('for comparison, held-out poems', some, rhymes);
    for (const length of [5, 7]) {
      const these = some.filter((poem) => [...linesOf(poem)[0]].length === length);
      if (these.length > 0) report(`  of ${length} characters`, these, rhymes);
    }
    report('the same with exchanged halves', mismatched(some), rhymes);
    const lines = poems.flatMap((poem) => linesOf(poem).slice(1));
    const copied = lines.filter((line) => known.has(line)).length;
    console.log(
      `${percent(copied, lines.length)} of the new lines stand in a poem that was learned from`,
    );
  });
});
