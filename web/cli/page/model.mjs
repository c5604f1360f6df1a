/** The model of a page: what does not fit in it is refused here, and not in the page. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { modelNames } from '../../src/client/one-file.ts';
import { isName } from '../../src/client/source.ts';
import { classifies } from '../../src/shared/architecture.ts';
import { printable } from '../../src/shared/printable.ts';
import { isOfWriters } from '../figure-attributes.mjs';
import { dist, pathOf, shipped } from '../folders.mjs';
import { checkPlace, goldenName, isModelFile } from '../model-files.mjs';
import { openFolder, tokenizersChecked } from '../open-folder.mjs';
import { expectWeights } from '../other-weights.mjs';
import { WrongUse } from '../wrong-use.mjs';
import { checkAttributes, checkPlaces, checkWithin, hooksIn } from './places.mjs';

/** Figures that bring their own model, or measure numbers of their own. */
export const kWithoutModel = ['glass-train', 'glass-variance'];
const kOfPairs = ['glass-padding', 'glass-translate'];
/** They show an encoder–decoder, too: its encoder, a translation's parts, or its numbers beside PyTorch's. */
const kOfBoth = [
  'glass-ablation',
  'glass-beam-tree',
  'glass-feed-forward',
  'glass-join',
  'glass-map',
  'glass-norm',
  'glass-positions',
  'glass-proof',
];

/** @returns `source`, its `name` in the page, `isEncoderDecoder`, and how many `layers` it has */
export async function openModel(
  { model: given = 'stories', layer, head, text, out },
  figure,
  attributes,
) {
  const { source, folder, isShipped } = await whereIs(given, out);
  const model = await open(source);
  try {
    const { resolved } = model.config;
    const isEncoderDecoder = resolved.architecture === 'encoder-decoder';
    await checkKind(given, model, figure);
    const layers = Math.max(resolved.encoder_layers, resolved.decoder_layers);
    checkPlaces({ layer, head }, resolved, layers);
    checkAttributes(attributes, resolved, layers);
    await checkTexts(given, model, text, attributes);
    if (!isShipped && figure === 'glass-proof') checkPlace(folder, goldenName);
    const [name] = modelNames([source]).values();
    return { source, name, isEncoderDecoder, layers };
  } finally {
    await model.close();
  }
}

/** What the library loads, and the folder that this is. What the system says of a path is told in our words. */
async function whereIs(given, out) {
  const isShipped = shipped.includes(given);
  const source = isShipped ? given : sourceOf(pathOf(given));
  const folder = isShipped ? join(dist, 'models', given) : source;
  if (isModelFile(folder, out))
    throw new WrongUse(`--out is ${printable(out)}, a file of the model, expected another`);
  if (!isShipped) {
    await tokenizersChecked(folder);
    if (existsSync(join(folder, 'config.json'))) expectWeights(folder);
  }
  return { source, folder, isShipped };
}

/** A folder that is there may be given by its bare name, which the library takes for a shipped model's. */
const sourceOf = (path) => (isName(path) && existsSync(path) ? `./${path}` : path);

/** What is no path is the name of a shipped model, or is told of as such. */
async function open(source) {
  if (!isName(source)) return openFolder(source);
  const { loadModel } = await import('./index.js');
  return loadModel(source);
}

async function checkKind(given, model, figure) {
  const { architecture } = model.config.resolved;
  const isEncoderDecoder = architecture === 'encoder-decoder';
  const isFree = [...kOfBoth, ...kWithoutModel].includes(figure);
  if (isEncoderDecoder !== kOfPairs.includes(figure) && !isFree)
    throw new Error(
      `${given} is ${isEncoderDecoder ? 'an encoder–decoder' : `a ${architecture}`}, expected ${isEncoderDecoder ? 'one of another kind' : 'an encoder–decoder'} for <${figure}>`,
    );
  if (classifies(model) && (await isOfWriters(figure)))
    throw new Error(
      `${given} gives a text a class and writes none, expected a model that writes for <${figure}>`,
    );
}

/** The text and the line that are read, and what the attributes say of their tokens and of what is computed of them. */
async function checkTexts(given, model, text, attributes) {
  const { architecture, max_positions } = model.config.resolved;
  if (text && !model.hasTokenizer)
    throw new Error(`${given} has no tokenizer, expected a model that can read --text`);
  if (text) {
    const isEncoderDecoder = architecture === 'encoder-decoder';
    const tokens = await (isEncoderDecoder ? model.sourceTokenizer : model.tokenizer).encode(text);
    const count = Math.min(tokens.length, max_positions || Infinity);
    checkWithin('--set query', attributes.get('query'), -1, count, 'the text');
  }
  const { place } = JSON.parse(attributes.get('cell') ?? 'null') ?? {};
  if (place !== undefined && attributes.get('corrupted')) {
    const { length } = await model.tokenizer.encode(attributes.get('corrupted'));
    checkWithin('--set cell: place', String(place), 0, length, 'the line');
  }
  const hooks = hooksIn(attributes);
  if (hooks.length > 0 && text) await model.forward(text, { capture: hooks });
}
