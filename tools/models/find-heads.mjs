// node tools/models/find-heads.mjs <model folder> <data folder> [--texts 100]
// Looks for heads with a job: over held-out texts (valid.txt, valid.tsv), how much of its attention
// each head gives to the token before, to what followed the same token earlier, to the word that
// a character translates, … beside what a head without a preference would give. Heads whose best
// job is clear are named.
import { join } from 'node:path';
import { main } from '../lib/shell.mjs';
import { WordAlignment } from './alignment.mjs';
import { numberOf, readCommandLine } from './command-line.mjs';
import { documentsOf } from './corpora/split.mjs';
import { withModel } from './engine.mjs';
import { HeadScores, isClear, kindOf } from './head-jobs.mjs';
import { readText, spread, table } from './held-out.mjs';

const longestText = 600; // UTF-16 units: enough to look back on

const pairsOf = (text) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((row) => row.split('\t').slice(0, 2));

/** The words of a text with their places. */
const wordsOf = (text) =>
  [...text.matchAll(/[\p{L}\p{N}']+/gu)].map((match) => ({
    word: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
const charactersOf = (text) => [...text].filter((character) => /\p{Script=Han}/u.test(character));

/** aligned(i): the source tokens of the word that the target's token i stands for. */
function alignedTokens(alignment, sourceText, { tokens, sourceTokens }) {
  const words = wordsOf(sourceText);
  const places = tokens.map(({ text }) => {
    if (charactersOf(text).length === 0) return [];
    const at = alignment.wordFor(
      text,
      words.map(({ word }) => word),
    );
    if (at < 0) return [];
    return sourceTokens.flatMap(({ start, end }, j) =>
      start < words[at].end && end > words[at].start ? [j] : [],
    );
  });
  return (i) => places[i] ?? [];
}

/** Runs the model over texts and gives each run with what its heads might look at. */
async function* runs(model, data, count) {
  const capture = ['*attn.pattern'];
  if (model.config.resolved.architecture !== 'encoder-decoder') {
    for (const text of spread(documentsOf(readText(join(data, 'valid.txt'))), count)) {
      const tokens = await model.tokenizer.encode(text.slice(0, longestText));
      const context = model.config.resolved.max_positions || tokens.length;
      yield { run: await model.forward(tokens.slice(0, context), { capture }) };
    }
    return;
  }
  const learned = pairsOf(readText(join(data, 'train.tsv')));
  const alignment = new WordAlignment(
    learned.map(([english, chinese]) => ({
      words: wordsOf(english).map(({ word }) => word),
      characters: charactersOf(chinese),
    })),
  );
  for (const [english, chinese] of spread(pairsOf(readText(join(data, 'valid.tsv'))), count)) {
    const run = await model.forward(chinese, { source: english, capture });
    const aligned = alignedTokens(alignment, english, run);
    yield { run, cross: { aligned, sourceLength: run.sourceTokens.length } };
  }
}

function contextOf(kind, { run, cross }) {
  if (kind === 'cross') return cross;
  return kind === 'both' ? run.sourceTokens : run.tokens;
}

await main(async (args) => {
  const { positionals, ...options } = readCommandLine(args, {
    usage: 'find-heads.mjs <model folder> <data folder> [--texts 100]',
    positionals: 2,
    options: { texts: { type: 'string', default: '100' } },
  });
  const [folder, data] = positionals;
  const count = numberOf('texts', options.texts);

  const scores = new Map(); // hook → HeadScores
  await withModel(folder, async (model) => {
    for await (const seen of runs(model, data, count)) {
      for (const [hook, pattern] of Object.entries(seen.run.activations)) {
        const kind = kindOf(hook);
        if (!scores.has(hook)) scores.set(hook, new HeadScores(kind));
        scores.get(hook).add(pattern, contextOf(kind, seen));
      }
    }
  });

  const rows = [...scores].flatMap(([hook, sums]) =>
    sums.result().map(({ largest, jobs }, head) => {
      const [best, second = best] = jobs;
      const name = isClear(best) ? `looks at ${best.job}` : '';
      const other = `${second.job} ${second.score.toFixed(3)}`;
      return [
        hook.replace('.pattern', ''),
        String(head),
        best.job,
        best.score,
        best.uniform,
        other,
        largest,
        name,
      ];
    }),
  );
  console.log(
    table([
      ['layer', 'head', 'best job', 'score', 'uniform', 'next best', 'largest weight', ''],
      ...rows,
    ]),
  );
});
