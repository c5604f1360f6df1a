// node tools/models/rhyme-heads.mjs <model folder> <data folder> [--poems 400]
// Heads that look at the rhyme: over held-out poems (valid.txt), how much of its attention each head gives, where the next
// character has to rhyme (the last one of every second line, from the fourth on), to the rhymes before; and what even
// attention would give. Heads of at least four times that are named.
import { join } from 'node:path';
import { main } from '../lib/shell.mjs';
import { numberOf, readCommandLine } from './command-line.mjs';
import { documentsOf } from './corpora/split.mjs';
import { withModel } from './engine.mjs';
import { readText, spread, table } from './held-out.mjs';
import { linesOf } from './metre.mjs';

const clear = 4;

/** The places of a poem's rhymes, counted in its characters and marks: the ends of every second line. */
function rhymesOf(poem) {
  const lines = linesOf(poem);
  const stride = [...lines[0]].length + 1; // with its mark
  return lines.flatMap((_, i) => (i % 2 === 1 ? [i * stride + stride - 2] : []));
}

await main(async (args) => {
  const {
    positionals: [folder, data],
    poems: count,
  } = readCommandLine(args, {
    usage: 'rhyme-heads.mjs <model folder> <data folder> [--poems 400]',
    positionals: 2,
    options: { poems: { type: 'string', default: '400' } },
  });
  const poems = spread(documentsOf(readText(join(data, 'valid.txt'))), numberOf('poems', count));
  await withModel(folder, async (model) => {
    const shares = new Map(); // 'layer head' → sum
    let [even, queries] = [0, 0];
    for (const poem of poems) {
      const { tokens, activations } = await model.forward(poem, { capture: ['*.attn.pattern'] });
      const rhymes = rhymesOf(poem).map((place) => place + tokens.length - [...poem].length);
      for (const [i, rhyme] of rhymes.entries()) {
        if (i === 0) continue;
        const query = rhyme - 1;
        queries += 1;
        even += i / (query + 1);
        for (let layer = 0; layer < model.config.resolved.decoder_layers; ++layer) {
          const { shape, data: weights } = activations[`blocks.${layer}.attn.pattern`];
          const [heads, length] = shape;
          for (let head = 0; head < heads; ++head) {
            const row = (head * length + query) * length;
            const given = rhymes.slice(0, i).reduce((sum, key) => sum + weights[row + key], 0);
            const name = `blocks.${layer}.attn, head ${head}`;
            shares.set(name, (shares.get(name) ?? 0) + given);
          }
        }
      }
    }
    const uniform = even / queries;
    console.log(
      `${queries} rhymes of ${poems.length} poems; even attention: ${uniform.toFixed(3)}\n`,
    );
    const rows = [...shares]
      .map(([name, sum]) => [name, sum / queries])
      .filter(([, share]) => share >= clear * uniform)
      .sort(([, a], [, b]) => b - a)
      .map(([name, share]) => [name, share.toFixed(3)]);
    console.log(table([['head', 'on the rhymes before'], ...rows]));
  });
});
