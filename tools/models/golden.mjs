// node tools/models/golden.mjs <model folder> <text> [--source text] [--new-tokens 20]
// Writes the folder's golden.json: for one input the activations and the greedy continuation that
// PyTorch computes from the stored weights (golden.py), for the tests and for the page to check in
// front of the reader. Of an encoder–decoder the text is the target's beginning, and the source is
// translated; an encoder that classifies generates nothing. Needs the built package (npm run build) and PyTorch (Debian: python3-torch).
//
// golden.json: { computed_by, tolerance: { absolute, relative },
//   input: { text, ids[, source, source_ids] },
//   activations: { hook: { shape, data } or { shape, places, data } },   places: of the flat tensor
//   generated: [{ text, options, continuation, ids }] }                  text: what is continued or translated
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, Problem, root } from '../lib/shell.mjs';
import { readCommandLine } from './command-line.mjs';
import { withModel } from './engine.mjs';

/** What golden.py prints. Debian's own Python has Debian's PyTorch. */
function computed(folder, flags) {
  const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
  const script = join(root, 'tools/models/golden.py');
  const { status, stdout, stderr, error } = spawnSync(python, [script, folder, ...flags], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (error) throw new Problem(`${python} could not be started: ${error.message}`);
  if (status !== 0) throw new Problem(`golden.py failed: ${stderr.trim()}`);
  return JSON.parse(stdout);
}

/** A list of numbers stays on one line. */
const asText = (value) =>
  `${JSON.stringify(value, null, 1).replace(/\[[\d\s,.e+-]*\]/g, (list) => list.replace(/\s+/g, ''))}\n`;

await main(async (args) => {
  const {
    positionals: [folder, text],
    source,
    'new-tokens': count,
  } = readCommandLine(args, {
    usage: 'golden.mjs <model folder> <text> [--source text] [--new-tokens 20]',
    positionals: 2,
    options: { source: { type: 'string' }, 'new-tokens': { type: 'string', default: '20' } },
  });
  await withModel(folder, async (model) => {
    const translates = model.config.resolved.architecture === 'encoder-decoder';
    if (translates !== (source !== undefined))
      throw new Problem(`${folder} ${translates ? 'needs a' : 'takes no'} --source`);
    // The engine's own way from text to ids, start token included.
    const run = await model.forward(text, source === undefined ? {} : { source });
    const ids = run.tokens.map(({ id }) => id);
    const sourceIds = run.sourceTokens?.map(({ id }) => id);
    const flags = ['--ids', ids.join(','), '--new-tokens', count];
    if (sourceIds) flags.push('--source-ids', sourceIds.join(','));
    const { computed_by, activations, generated_ids } = computed(folder, flags);
    const golden = {
      computed_by,
      tolerance: { absolute: 1e-5, relative: 1e-5 },
      input: { text, ids, ...(sourceIds && { source, source_ids: sourceIds }) },
      activations,
      generated: model.config.resolved.architecture === 'encoder' ? [] : [await continued()],
    };
    writeFileSync(join(folder, 'golden.json'), asText(golden));
    console.log(
      `${join(folder, 'golden.json')}: ${golden.generated[0]?.continuation ?? computed_by}`,
    );

    async function continued() {
      return {
        text: source ?? text,
        options: { max_new_tokens: generated_ids.length },
        continuation: await model.tokenizer.decode(generated_ids),
        ids: generated_ids,
      };
    }
  });
});
