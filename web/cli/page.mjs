/** npx glassformer page: a live figure as one file. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { modelNames, writeOneFile } from '../src/client/one-file.ts';
import { isName } from '../src/client/source.ts';
import { checkPart } from '../src/elements/glass-ablation/check-part.ts';
import { classifies } from '../src/shared/architecture.ts';
import { oneOf } from '../src/elements/base/attributes.ts';
import { kWithoutText } from '../src/elements/one-file/state.ts';
import { general as en } from '../src/elements/i18n/en/general.ts';
import { general as zh } from '../src/elements/i18n/zh-CN/general.ts';
import { escape, kNotHeld, nameOfCharacter } from '../src/shared/escape.ts';
import { printable } from '../src/shared/printable.ts';
import { activationsOf } from '../src/view/patching.ts';
import { attributesOf, figureTags, isOfWriters, placeOf } from './figure-attributes.mjs';
import { dist, pathOf, shipped, writeWhole } from './folders.mjs';
import { checkPlace, goldenName, isModelFile } from './model-files.mjs';
import { openFolder, tokenizersChecked } from './open-folder.mjs';
import { expectWeights } from './other-weights.mjs';
import { only, WrongUse } from './wrong-use.mjs';

const languages = { en, zh };
/** Figures that bring their own model, or measure numbers of their own. */
const kWithoutModel = ['glass-train', 'glass-variance'];
const kColumns = 4;
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
const kOptions = ['model', 'figure', 'text', 'layer', 'head', 'set', 'lang', 'title', 'out'];

export const pageUsage =
  () => `usage: npx glassformer page --figure TAG [--text TEXT] [--model NAME|FOLDER] [--layer L] [--head H]
                            [--set ATTRIBUTE=VALUE]… [--lang ${Object.keys(languages).join('|')}] [--title TITLE] --out FILE.html

page writes one HTML file with a live figure, its model, its text and the engine. It opens from a disk, a mail or a
notebook's output, and asks for nothing else. The model is a shipped one (stories by default) or a folder.

TAG is one of these:
${inColumns(figureTags())}`;

function inColumns(names) {
  const width = Math.max(...names.map(({ length }) => length)) + 2;
  const rows = Array.from({ length: Math.ceil(names.length / kColumns) }, (_, row) =>
    names.slice(row * kColumns, (row + 1) * kColumns),
  );
  return rows
    .map((row) => `  ${row.map((name) => name.padEnd(width)).join('')}`.trimEnd())
    .join('\n');
}

/** Characters of a page's title, where nothing else is said. */
const kMaxTitle = 80;
/** What a page without a text is called. */
const kTitles = {
  en: {
    'glass-padding': 'Sentences of different lengths in one batch',
    'glass-proof': 'The model’s numbers beside PyTorch’s',
    'glass-train': 'A transformer learns in the browser',
    'glass-variance': 'Why dot products are divided by the root of the width',
  },
  zh: {
    'glass-padding': '长短不一的句子排成一批',
    'glass-proof': '模型的数与 PyTorch 的数对照',
    'glass-train': '在浏览器里训练一个 Transformer',
    'glass-variance': '点积为什么要除以宽度的平方根',
  },
};

const mega = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;

export async function writePage(others, values) {
  only(kOptions, 'page', values);
  if (others.length > 0)
    throw new WrongUse(`page takes options only, found ${printable(others.join(' '))}`);
  const { figure, text = '', lang = 'en', title, out } = values;
  if (!out) throw new WrongUse('--out is missing, expected the HTML file to write');
  const attributes = await attributesOf(figure, values.set ?? []);
  if (!Object.hasOwn(languages, lang))
    throw new WrongUse(
      `--lang is ${printable(lang)}, expected one of ${Object.keys(languages).join(', ')}`,
    );
  if (figure === 'glass-matrix' && !attributes.get('hook'))
    throw new WrongUse(
      '--set hook=… is missing, expected the activation that <glass-matrix> shows, such as blocks.0.attn.pattern',
    );
  // Its lines are two, in attributes of their own.
  const hasLines = ['clean', 'corrupted'].every((line) => attributes.get(line));
  if (text === '' && !kWithoutText.includes(figure) && !hasLines)
    throw new WrongUse(`--text is missing, expected what the model reads in <${figure}>`);
  const control = kNotHeld.exec(text)?.[0];
  if (control !== undefined)
    throw new WrongUse(
      `--text holds the control character ${nameOfCharacter(control)}, which no page can hold, expected a text without`,
    );
  const picked = await pickedPlace(figure, attributes, values);
  const model = kWithoutModel.includes(figure) && values.model === undefined ? undefined : values;
  const opened = model && (await openModel(model, figure, attributes));

  const note = languages[lang].needsScripts;
  const { html, bytes } = await writeOneFile({
    lang,
    title: title || titleOf(figure, lang, text || attributes.get('clean')),
    body: bodyOf({ figure, attributes, text, opened, picked }),
    note,
    state: [],
    models: opened ? [opened] : [],
  });
  writeWhole(out, html);
  const parts = [
    `elements ${mega(bytes.elements)}`,
    `engine ${mega(bytes.engine)}`,
    ...(opened ? [`model ${mega(bytes.models)}`] : []),
  ];
  console.log(`wrote ${out}: ${mega(bytes.whole)} (${parts.join(', ')})`);
}

/** By the text that is read in it; of two lines, by the first. */
function titleOf(figure, lang, text) {
  return text ? printable(text, kMaxTitle) : (kTitles[lang][figure] ?? figure);
}

/** What is picked in the model around the figure. A layer or head that is not followed there becomes the figure's attribute. */
async function pickedPlace(figure, attributes, values) {
  const picked = {};
  for (const name of ['layer', 'head']) {
    const value = values[name];
    if (value === undefined) continue;
    const { isShown, isPicked } = await placeOf(figure, name);
    if (!isShown) throw new WrongUse(`<${figure}> shows no single ${name}, expected no --${name}`);
    if (attributes.has(name))
      throw new WrongUse(`--${name} and --set ${name} are both given, expected one of them`);
    if (isPicked) picked[name] = value;
    else attributes.set(name, value);
  }
  return picked;
}

/** Loads the model, so that one which does not fit is refused here and not in the page. */
async function openModel({ model: given = 'stories', layer, head, text, out }, figure, attributes) {
  const isShipped = shipped.includes(given);
  const source = isShipped ? given : sourceOf(pathOf(given));
  const folder = isShipped ? join(dist, 'models', given) : source;
  if (isModelFile(folder, out))
    throw new WrongUse(`--out is ${printable(out)}, a file of the model, expected another`);
  // What the system says of a path is told in our words.
  if (!isShipped) {
    await tokenizersChecked(folder);
    if (existsSync(join(folder, 'config.json'))) expectWeights(folder);
  }
  const model = await open(source);
  try {
    const { resolved } = model.config;
    const isPair = resolved.architecture === 'encoder-decoder';
    const isFree = [...kOfBoth, ...kWithoutModel].includes(figure);
    if (isPair !== kOfPairs.includes(figure) && !isFree)
      throw new Error(
        `${given} is ${isPair ? 'an encoder–decoder' : `a ${resolved.architecture}`}, expected ${isPair ? 'one of another kind' : 'an encoder–decoder'} for <${figure}>`,
      );
    if (classifies(model) && (await isOfWriters(figure)))
      throw new Error(
        `${given} gives a text a class and writes none, expected a model that writes for <${figure}>`,
      );
    const layers = Math.max(resolved.encoder_layers, resolved.decoder_layers);
    checkPlaceIn('--layer', layer, 0, layers);
    checkPlaceIn('--head', head, 0, resolved.num_heads);
    // An element may count its layers from the last one, -1.
    checkPlaceIn('--set layer', attributes.get('layer'), -layers, layers);
    checkPlaceIn('--set head', attributes.get('head'), 0, resolved.num_heads);
    checkPlaceIn('--set column', attributes.get('column'), 0, resolved.d_model);
    checkPlaceIn('--set neuron', attributes.get('neuron'), 0, resolved.d_ff);
    for (const name of ['token', 'against'])
      checkPlaceIn(`--set ${name}`, attributes.get(name), 0, resolved.vocab_size);
    checkPlaceIn('--set chosen', attributes.get('chosen'), -1, resolved.vocab_size);
    const { opened = [], cell, picks = {} } = jsonIn(attributes, ['opened', 'cell', 'picks']);
    for (const [stack, pick] of Object.entries(picks)) {
      const { encoder_layers: ofEncoder, decoder_layers: ofDecoder } = resolved;
      const count = stack === 'encoder' ? ofEncoder : ofDecoder;
      checkPlaceIn(`--set picks: ${stack}.layer`, String(pick.layer), 0, count);
      checkPlaceIn(`--set picks: ${stack}.head`, String(pick.head), 0, resolved.num_heads);
    }
    for (const each of opened) checkPlaceIn('--set opened', String(each), 0, layers);
    if (attributes.has('activation'))
      oneOf(...activationsOf(resolved))('--set activation', attributes.get('activation'));
    if (attributes.get('without')) checkPart(attributes.get('without'), resolved);
    if (cell) checkPlaceIn('--set cell', String(cell.layer), 0, layers);
    if (text && !model.hasTokenizer)
      throw new Error(`${given} has no tokenizer, expected a model that can read --text`);
    if (text) {
      const tokens = await (isPair ? model.sourceTokenizer : model.tokenizer).encode(text);
      const count = Math.min(tokens.length, resolved.max_positions || Infinity);
      checkPlaceIn('--set query', attributes.get('query'), -1, count, 'the text');
    }
    if (cell && attributes.get('corrupted')) {
      const { length } = await model.tokenizer.encode(attributes.get('corrupted'));
      checkPlaceIn('--set cell: place', String(cell.place), 0, length, 'the line');
    }
    const hooks = hooksIn(attributes);
    if (hooks.length > 0 && text) await model.forward(text, { capture: hooks });
    if (!isShipped && figure === 'glass-proof') checkPlace(folder, goldenName);
    const [name] = modelNames([source]).values();
    return { source, name, isPair };
  } finally {
    await model.close();
  }
}

/** A folder that is there may be given by its bare name, which the library takes for a shipped model's. */
const sourceOf = (path) => (isName(path) && existsSync(path) ? `./${path}` : path);

/** What is no path is the name of a shipped model, or is told of as such. */
async function open(source) {
  if (!isName(source)) return openFolder(source);
  const { loadModel } = await import('./index.js');
  return loadModel(source);
}

/** Attributes of JSON, which their rules have taken. */
const jsonIn = (attributes, names) =>
  Object.fromEntries(
    names
      .filter((name) => attributes.has(name))
      .map((name) => [name, JSON.parse(attributes.get(name))]),
  );

/** What an attribute names must be an activation of the model. */
const hooksIn = (attributes) =>
  ['hook', 'mask-hook', 'scale-hooks'].flatMap((name) =>
    (attributes.get(name) ?? '').split(' ').filter((hook) => hook !== ''),
  );

function checkPlaceIn(option, value, first, count, where = 'the model') {
  if (value === undefined) return;
  if (!/^-?\d+$/.test(value) || Number(value) < first || Number(value) >= count)
    throw new WrongUse(
      `${option} is ${printable(value)}, expected a whole number from ${first} to ${count - 1}: ${where} has ${count}`,
    );
}

/** The figure, with a line to type another text where it shows one. */
function bodyOf({ figure, attributes, text, opened, picked }) {
  const written = (pairs) =>
    Array.from(pairs, ([name, value]) => ` ${name}="${escape(value)}"`).join('');
  const tag = `<glass-save><${figure}${written(attributes)}></${figure}></glass-save>`;
  if (!opened) return tag;
  const ofModel = Object.entries({
    src: opened.name,
    text: text || undefined,
    ...picked,
  }).filter(([, value]) => value !== undefined);
  const isRead = text !== '' && !kWithoutText.includes(figure);
  const input = isRead ? '<glass-input></glass-input>' : '';
  return `<glass-model${written(ofModel)}>${input}${tag}</glass-model>`;
}
