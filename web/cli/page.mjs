/** npx glassformer page: a live figure as one file. */
import { writeOneFile } from '../src/client/one-file.ts';
import { kWithoutText } from '../src/elements/one-file/state.ts';
import spacing from '../src/elements/spacing.css';
import { general as en } from '../src/elements/i18n/en/general.ts';
import { general as zh } from '../src/elements/i18n/zh-CN/general.ts';
import { escape, kNotHeld, nameOfCharacter } from '../src/shared/escape.ts';
import { printable } from '../src/shared/printable.ts';
import { attributesOf, figureTags } from './figure-attributes.mjs';
import { writeWhole } from './folders.mjs';
import { kWithoutModel, openModel } from './page/model.mjs';
import { checkOwnNumbers, ownNumbers, titleOfNumbers } from './page/own-numbers.mjs';
import { fromFirst, pickedPlaces } from './page/places.mjs';
import { only, WrongUse } from './wrong-use.mjs';

const languages = { en, zh };
const kColumns = 4;
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

const kInsteadOfText = { 'glass-padding': `--set 'texts=["…", "…"]'` };

const mega = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;

export async function writePage(others, values) {
  only(kOptions, 'page', values);
  if (others.length > 0)
    throw new WrongUse(`page takes options only, found ${printable(others.join(' '))}`);
  const { figure, lang = 'en', title, out } = values;
  if (!out) throw new WrongUse('--out is missing, expected the HTML file to write');
  const attributes = await attributesOf(figure, values.set ?? []);
  if (!Object.hasOwn(languages, lang))
    throw new WrongUse(
      `--lang is ${printable(lang)}, expected one of ${Object.keys(languages).join(', ')}`,
    );
  const own = ownNumbers(figure, attributes);
  if (own === undefined) expectText(figure, attributes, values);
  else checkOwnNumbers(own, attributes, values);
  const { text = '' } = values;
  const control = kNotHeld.exec(text)?.[0];
  if (control !== undefined)
    throw new WrongUse(
      `--text holds the control character ${nameOfCharacter(control)}, which no page can hold, expected a text without`,
    );
  const placed = await pickedPlaces(figure, attributes, values);
  const hasModel =
    own === undefined && (!kWithoutModel.includes(figure) || values.model !== undefined);
  const opened = hasModel ? await openModel(values, figure, attributes) : undefined;
  const picked = placesOf(values, placed, attributes, opened);

  const note = languages[lang].needsScripts;
  const { html, bytes } = await writeOneFile({
    lang,
    title: title || titleOf(figure, lang, attributes, text),
    body: bodyOf({ figure, attributes, text, opened, picked }),
    note,
    style: spacing,
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

function expectText(figure, attributes, { text, model }) {
  if (figure === 'glass-matrix' && !attributes.get('hook'))
    throw new WrongUse(
      '--set hook=… or --set values=… is missing, expected the activation that <glass-matrix> shows, such as blocks.0.attn.pattern, or numbers of your own',
    );
  if (kWithoutText.includes(figure)) {
    // The scores of a model are those of a text.
    const isRead = figure === 'glass-variance' && model !== undefined;
    if (text === undefined || isRead) return;
    const instead = kInsteadOfText[figure] ?? 'no --text';
    throw new WrongUse(`--text is given, which <${figure}> does not read, expected ${instead}`);
  }
  // Its lines are two, in attributes of their own.
  const hasLines = ['clean', 'corrupted'].every((line) => attributes.get(line));
  if (!text && !hasLines)
    throw new WrongUse(
      `--text is ${text === '' ? 'empty' : 'missing'}, expected what the model reads in <${figure}>`,
    );
}

/** What is picked in the model around the figure. A layer or head that is not followed there becomes the figure's attribute. */
function placesOf(values, placed, attributes, opened) {
  const picked = {};
  for (const name of ['layer', 'head']) {
    if (values[name] === undefined) continue;
    const value = name === 'layer' ? fromFirst(values.layer, opened.layers) : values[name];
    if (opened && placed.includes(name)) picked[name] = value;
    else attributes.set(name, value);
  }
  return picked;
}

/** By the text that is read in it; of two lines, by the first. */
function titleOf(figure, lang, attributes, text) {
  const own = ownNumbers(figure, attributes);
  const read = text || attributes.get('clean') || (own && titleOfNumbers(own, attributes, lang));
  return read ? printable(read, kMaxTitle) : (kTitles[lang][figure] ?? figure);
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
