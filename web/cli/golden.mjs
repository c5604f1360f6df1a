/**
 * npx glassformer golden FOLDER TEXT: what PyTorch computes of one text from a model's weights (golden.py), for `verify()` and
 * the page to compare with the engine. src/client/golden.ts has the format of the file.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { dist, pathOf, writeWhole } from './folders.mjs';
import { checkPlace, goldenName } from './model-files.mjs';
import { openFolder, tokenizersChecked } from './open-folder.mjs';
import { expectWeights } from './other-weights.mjs';
import { only, WrongUse } from './wrong-use.mjs';

export const goldenUsage =
  () => `usage: npx glassformer golden FOLDER TEXT [--source TEXT] [--new-tokens N] [--python PATH]

golden writes a golden.json into the model's FOLDER: the activations that PyTorch computes of TEXT from the same weights, in
float64, and how it continues the text greedily. verify() and the page compare the engine with it. Of a model that translates
--source is translated, and TEXT is the beginning of the translation (it may be ''). A model that writes nothing continues nothing.
N is 20 by default, at most 1000. It needs a Python with PyTorch and NumPy: --python, or the first of python3, python and
/usr/bin/python3 that has both.`;

const mostNewTokens = 1000;
/** Both absolute and relative, as in torch.allclose: what float32 may be off. */
const tolerance = 1e-5;

export async function writeGolden(positionals, values) {
  only(['source', 'new-tokens', 'python'], 'golden', values);
  if (positionals.length !== 2 || positionals[0] === '')
    throw new WrongUse(`expected a model's folder and a text, found ${positionals.length}`);
  const [given, text] = positionals;
  const { source, 'new-tokens': count = '20' } = values;
  if (source === '') throw new WrongUse('--source is empty, expected the text that is translated');
  if (values.python === '') throw new WrongUse('--python is empty, expected the path of a Python');
  if (!/^\d+$/.test(count) || Number(count) < 1 || Number(count) > mostNewTokens)
    throw new WrongUse(
      `--new-tokens is ${count}, expected a whole number from 1 to ${mostNewTokens}`,
    );
  const folder = pathOf(given);
  expectWeights(folder);
  await tokenizersChecked(folder);
  checkPlace(folder, goldenName);
  const model = await openFolder(folder);
  try {
    const { architecture } = model.config.resolved;
    if (!model.hasTokenizer)
      throw new Error(
        `the model in ${folder} has no tokenizer, and golden needs one to read TEXT, expected a tokenizer.json, vocab.json or vocab.txt`,
      );
    const translates = architecture === 'encoder-decoder';
    if (translates && source === undefined)
      throw new WrongUse(`the model in ${folder} translates, expected --source with a text`);
    if (!translates && source !== undefined)
      throw new WrongUse(`the model in ${folder} translates nothing, expected no --source`);
    // The engine's own way from text to ids, start token included.
    const run = await model.forward(text, translates ? { source } : {}).catch((error) => {
      if (text !== '') throw error;
      throw new WrongUse(`TEXT is empty, expected a text that the model in ${folder} reads`);
    });
    const ids = run.tokens.map(({ id }) => id);
    const sourceIds = run.sourceTokens?.map(({ id }) => id);
    const flags = ['--ids', ids.join(','), '--new-tokens', count];
    if (sourceIds) flags.push('--source-ids', sourceIds.join(','));
    const { computed_by, activations, generated_ids } = computed(folder, flags, values.python);
    const continued = async () => ({
      text: source ?? text,
      options: { max_new_tokens: generated_ids.length },
      continuation: await model.tokenizer.decode(generated_ids),
      ids: generated_ids,
    });
    const golden = {
      computed_by,
      tolerance: { absolute: tolerance, relative: tolerance },
      input: { text, ids, ...(sourceIds && { source, source_ids: sourceIds }) },
      activations,
      generated: generated_ids.length === 0 ? [] : [await continued()],
    };
    const path = join(folder, goldenName);
    writeWhole(path, asText(golden));
    const tensors = Object.keys(activations).length;
    const continuation = golden.generated[0]?.continuation;
    console.log(
      `wrote ${path}: ${tensors} tensors by ${computed_by}${continuation === undefined ? '' : `, and what follows: ${continuation}`}`,
    );
  } finally {
    await model.close();
  }
}

const expected = 'a Python with PyTorch and NumPy';

/** What golden.py prints. */
function computed(folder, flags, given) {
  const python = given ?? pythonWithTorch();
  const { status, signal, stdout, stderr, error } = spawnSync(
    python,
    // A relative one may begin with a dash.
    [join(dist, 'golden.py'), resolve(folder), ...flags],
    { encoding: 'utf8', maxBuffer: 1 << 30 },
  );
  if (error) throw new Error(`${python} cannot be started (${error.code}), expected ${expected}`);
  if (status !== 0) {
    const last = stderr.trim().split('\n').at(-1);
    if (/^ModuleNotFoundError: No module named '(torch|numpy)'/.test(last))
      throw new Error(`${python} lacks a module (${last}), expected ${expected}`);
    throw new Error(
      `${python} could not compute the model of ${folder}: ${last || (signal ?? `status ${status}`)}`,
    );
  }
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`${python} printed no numbers, expected ${expected}`);
  }
}

/** The first that has PyTorch. Beside one of its own a system may have one whose packages are the system's. */
function pythonWithTorch() {
  const names = ['python3', 'python', '/usr/bin/python3'];
  const found = names.find(
    (name) => spawnSync(name, ['-c', 'import numpy, torch'], { stdio: 'ignore' }).status === 0,
  );
  if (found !== undefined) return found;
  throw new Error(
    `none of ${names.join(', ')} is a Python with PyTorch and NumPy, expected one (or --python PATH)`,
  );
}

/** A list of numbers stays on one line. */
const asText = (value) =>
  `${JSON.stringify(value, null, 1).replace(/\[[\d\s,.e+-]*\]/g, (list) => list.replace(/\s+/g, ''))}\n`;
