// node tools/models/compare-dtypes.mjs <model folder> <its conversion> <data folder> [--documents 200]
// What 8 bits cost: on held-out texts (valid.txt; of an encoder–decoder valid.tsv) the loss of the first
// folder's model as floats, beside that of its conversion (npx glassformer convert), whose weights are
// integers with scales, as floats and as bytes; the largest difference of a logit, and how often the
// likeliest token is the same.
import { join } from 'node:path';
import { main, Problem } from '../lib/shell.mjs';
import { numberOf, readCommandLine } from './command-line.mjs';
import { documentsOf } from './corpora/split.mjs';
import { withModel } from './engine.mjs';
import { percent, readText, spread, table } from './held-out.mjs';
import { surprise } from './likelihood.mjs';

/** Lists of ids: what a decoder reads, and a source where there is one. */
async function inputsOf(model, data, count) {
  const { tokenizer, config } = model;
  const { resolved } = config;
  const ids = async (text, by = tokenizer) => (await by.encode(text)).map(({ id }) => id);
  if (resolved.architecture !== 'encoder-decoder') {
    const context = resolved.max_positions || Infinity;
    const documents = spread(documentsOf(readText(join(data, 'valid.txt'))), count);
    return Promise.all(
      documents.map(async (text) => ({
        target: [config.bos_token_id, ...(await ids(text)), config.eos_token_id].slice(0, context),
      })),
    );
  }
  const pairs = readText(join(data, 'valid.tsv')).split('\n').filter(Boolean);
  const start = resolved.decoder_start_token_id ?? resolved.bos_token_id;
  return Promise.all(
    spread(pairs, count).map(async (pair) => {
      const [source, target] = pair.split('\t');
      return {
        source: await ids(source, model.sourceTokenizer),
        target: [start, ...(await ids(target)), ...resolved.eos_token_ids.slice(0, 1)],
      };
    }),
  );
}

const likeliest = (logits) =>
  logits.reduce((best, logit, i) => (logit > logits[best] ? i : best), 0);

/** Rows of logits of every input, and the mean surprise of the tokens that follow. */
async function run(model, inputs) {
  const logits = inputs[0].source ? 'decoder.logits' : 'logits';
  const rows = [];
  let loss = 0;
  for (const { source, target } of inputs) {
    const { activations } = await model.forward(target.slice(0, -1), {
      capture: [logits],
      ...(source && { source }),
    });
    const { shape, data } = activations[logits];
    target.slice(1).forEach((next, i) => {
      const row = data.subarray(i * shape[1], (i + 1) * shape[1]);
      rows.push(row);
      loss += surprise(row, next);
    });
  }
  return { rows, loss: loss / rows.length };
}

await main(async (args) => {
  const { positionals, documents } = readCommandLine(args, {
    usage: 'compare-dtypes.mjs <model folder> <its conversion> <data folder> [--documents 200]',
    positionals: 3,
    options: { documents: { type: 'string', default: '200' } },
  });
  const [folder, conversion, data] = positionals;
  let inputs;
  const floats = await withModel(folder, async (model) => {
    inputs = await inputsOf(model, data, numberOf('documents', documents));
    if (inputs.length === 0) throw new Problem(`${data} holds no texts`);
    return run(model, inputs);
  });
  const lines = [
    ['weights', 'loss', 'of floats', 'largest difference of a logit', 'same likeliest token'],
  ];
  lines.push(['floats', floats.loss, '', '', '']);
  for (const dtype of ['fp32', 'int8']) {
    const { rows, loss } = await withModel(conversion, (model) => run(model, inputs), { dtype });
    let [largest, same] = [0, 0];
    rows.forEach((row, i) => {
      const other = floats.rows[i];
      row.forEach((logit, j) => (largest = Math.max(largest, Math.abs(logit - other[j]))));
      if (likeliest(row) === likeliest(other)) same++;
    });
    const change = `${(100 * (loss / floats.loss - 1)).toFixed(2)} %`;
    lines.push([`int8, run as ${dtype}`, loss, change, largest, percent(same, rows.length)]);
  }
  console.log(`${floats.rows.length} tokens of ${inputs.length} held-out texts\n\n${table(lines)}`);
});
