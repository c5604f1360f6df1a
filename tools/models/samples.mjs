// node tools/models/samples.mjs <name>...  (with build/train/<name>/texts from prepare.mjs)
// Ten outputs of a shipped model for inputs that it has never seen, spread over the held-out part, none chosen, for the
// page to show: texts sampled from first words with the seeds 0 to 9, or sentences translated greedily and with a beam.
// Writes web/page/samples/<name>.json.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, Problem, root } from '../lib/shell.mjs';
import { documentsOf } from './corpora/split.mjs';
import { withModel } from './engine.mjs';
import { firstLines, openingOf, readText, referencesOf, spread, tellableOf } from './held-out.mjs';

const kCount = 10;
/** As each card has it. */
const kWays = {
  stories: { words: 12, temperature: 0.7, top_p: 0.9, max_new_tokens: 80 },
  'stories-large': { words: 12, temperature: 0.7, top_p: 0.9, max_new_tokens: 80 },
  zh: { words: 4, temperature: 0.7, top_p: 0.9, max_new_tokens: 80 },
  tang: { temperature: 0.8, top_p: 0.9, max_new_tokens: 64 },
  'en-zh': { num_beams: 4, max_new_tokens: 80 },
  'zh-en': { num_beams: 4, max_new_tokens: 80 },
};

async function written(model, given, { temperature, top_p, max_new_tokens }) {
  const all = [];
  for (const [seed, text] of given.entries()) {
    const way = { do_sample: true, temperature, top_p, top_k: 0, seed, max_new_tokens };
    const result = await model.generate(text, way).result();
    all.push({ given: text, text: result.text, ended: result.finished });
  }
  return all;
}

async function translated(model, references, { num_beams, max_new_tokens }) {
  const all = [];
  for (const given of spread([...references.keys()], kCount)) {
    const write = async (way) =>
      (await model.generate(given, { max_new_tokens, ...way }).result()).text;
    const [greedy, beam] = [await write({}), await write({ num_beams })];
    all.push({ given, reference: references.get(given)[0], greedy, beam });
  }
  return all;
}

await main(async (names) => {
  if (names.length === 0)
    throw new Problem(`usage: samples.mjs <${Object.keys(kWays).join('|')}>...`);
  for (const name of names) {
    if (!Object.hasOwn(kWays, name))
      throw new Problem(`unknown model: ${name}, expected ${Object.keys(kWays).join(', ')}`);
    const { words, ...settings } = kWays[name];
    const texts = join(root, 'build/train', name, 'texts');
    const isTranslator = 'num_beams' in settings;
    const held = readText(join(texts, isTranslator ? 'valid.tsv' : 'valid.txt'));
    const given = () =>
      name === 'tang'
        ? firstLines(documentsOf(held), kCount / 2)
        : spread(tellableOf(documentsOf(held), words), kCount).map((text) =>
            openingOf(text, words),
          );
    const samples = await withModel(join(root, 'models', name), (model) =>
      isTranslator
        ? translated(model, referencesOf(held), settings)
        : written(model, given(), settings),
    );
    const folder = join(root, 'web/page/samples');
    if (!existsSync(folder)) mkdirSync(folder);
    writeFileSync(
      join(folder, `${name}.json`),
      `${JSON.stringify({ settings, samples }, null, 2)}\n`,
    );
    console.log(`web/page/samples/${name}.json`);
  }
});
