/** npx glassformer render POST.html: writes a picture of each figure into its tag. */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { TextDecoder } from 'node:util';
import { nearName } from '../src/shared/near-name.ts';
import { printable } from '../src/shared/printable.ts';
import { describedElements } from './figure-attributes.mjs';
import { isInside, pathOf } from './folders.mjs';
import { findBrowser, kVariable } from './render/browser.mjs';
import { drawFigures } from './render/drawing.mjs';
import { kOfReader, planOf } from './render/plan.mjs';
import { readPost } from './render/post.mjs';
import { writePost } from './render/writing.mjs';
import { only, WrongUse } from './wrong-use.mjs';

const kOptions = ['out', 'images', 'format', 'scheme', 'width', 'base', 'browser', 'timeout'];
const kFormats = ['svg', 'png'];
const kSchemes = { light: ['light'], dark: ['dark'], both: ['light', 'dark'] };

export const renderUsage =
  () => `usage: npx glassformer render POST.html [--out FILE.html] [--images FOLDER] [--format ${kFormats.join('|')}]
                            [--scheme ${Object.keys(kSchemes).join('|')}] [--width PIXELS] [--base FOLDER]
                            [--browser PATH] [--timeout SECONDS]

render draws the figures of POST.html (every <glass-…> tag) as they are when the page opens, and writes a picture of each,
with a sentence about it, into its tag: for feeds, print, search engines and readers without scripts. Where scripts run, the
live figure takes its place. A second run replaces the pictures of the first; everything else of the file stays as it is.

--out      writes another file, and leaves the post as it is
--images   where the pictures go; "figures" beside the file that is written by default
--format   of the pictures: svg by default, or png, for feeds and mails that show no svg
--scheme   their colours; by default those that the post's <meta name="color-scheme"> names, or else light
--width    of the post's column, in pixels (680 by default)
--base     the folder of the site, in which addresses of models lie; the post's own by default
--browser  Chromium, Chrome, Edge or Firefox; otherwise the environment's ${kVariable}, or one that is installed
--timeout  the longest that one figure may take (60 seconds by default)`;

export async function renderPost(files, values) {
  only(kOptions, 'render', values);
  if (files.length !== 1 || files[0] === '')
    throw new WrongUse(`expected one HTML file, found ${files.length}`);
  const [file] = files.map(pathOf);
  const settings = settingsOf(file, values);
  const html = readHtml(file);
  const elements = describedElements();
  const tags = elements.map(({ tagName }) => tagName);
  const post = readPost(html, tags);
  const nameOf = ({ tag, line }) => `${file}:${line}: <${tag}>`;
  expectNone(post.unclosed.map((each) => `${nameOf(each)} is not closed, expected </${each.tag}>`));
  expectNone(
    post.others.flatMap((each) => {
      const meant = nearName(each.tag, tags);
      return meant === undefined
        ? []
        : [`${nameOf(each)} is no element of Glassformer, expected <${meant}>`];
    }),
  );
  if (post.figures.length === 0)
    throw new Error(`${file} holds no figure, expected a tag such as <glass-attention>`);
  if (post.hasBase)
    throw new Error(
      `${file} has a <base href>, from which its models and pictures would be looked for; expected none`,
    );
  const { schemes = schemesOf(post), format, width, seconds, out, images, base } = settings;
  const { roots, models, problems } = planOf(post.roots, elements, settings);
  expectNone(problems.map((each) => `${nameOf(each)}: ${each.why}`));
  const answers = await drawFigures({
    plan: { roots, schemes, format, width },
    models,
    browser: findBrowser(values.browser),
    seconds,
    nameOf: (number) => nameOf(post.figures[number]),
  });
  const { pictures, notes } = sorted(post, answers, nameOf);
  const place = { out, images, format, schemes, width, base };
  if (out === file && readHtml(file) !== html)
    throw new Error(`${file} has changed while its figures were drawn, and is left as it is now`);
  const { hasChanged, bytes } = writePost(html, post.figures, pictures, place);
  const drawn =
    pictures.size === 0
      ? 'no picture'
      : `pictures of ${count(pictures)} in ${images} (${(bytes / 1000).toFixed(0)} KB)`;
  console.log(`${hasChanged ? `wrote ${out}` : `${out} is up to date`}: ${drawn}`);
  for (const note of notes) console.error(`glassformer: ${note}, and has no picture`);
}

const count = ({ size }) => `${size} ${size === 1 ? 'figure' : 'figures'}`;

/** All at once, a sentence each. */
function expectNone(problems) {
  if (problems.length > 0) throw new Error(problems.join('\nglassformer: '));
}

function settingsOf(file, values) {
  const { format = 'svg', width = '680', timeout = '60', scheme } = values;
  if (values.out === '') throw new WrongUse('--out is empty, expected the HTML file to write');
  if (values.images === '') throw new WrongUse('--images is empty, expected a folder');
  const out = pathOf(values.out ?? file);
  if (!kFormats.includes(format))
    throw new WrongUse(`--format is ${printable(format)}, expected one of ${kFormats.join(', ')}`);
  if (scheme !== undefined && !Object.hasOwn(kSchemes, scheme))
    throw new WrongUse(
      `--scheme is ${printable(scheme)}, expected one of ${Object.keys(kSchemes).join(', ')}`,
    );
  const folder = resolve(dirname(file));
  const base = values.base === undefined ? folder : resolve(pathOf(values.base));
  if (!isInside(base, folder))
    throw new WrongUse(`--base is ${printable(values.base)}, expected a folder around ${file}`);
  return {
    out,
    format,
    schemes: kSchemes[scheme],
    width: wholeNumber('--width', width, 200, 4000),
    seconds: wholeNumber('--timeout', timeout, 1, 3600),
    images: pathOf(values.images ?? join(dirname(out), 'figures')),
    folder,
    base,
  };
}

function wholeNumber(option, value, least, most) {
  const number = /^\d+$/.test(value) ? Number(value) : NaN;
  if (number >= least && number <= most) return number;
  throw new WrongUse(
    `${option} is ${printable(value)}, expected a whole number from ${least} to ${most}`,
  );
}

function readHtml(file) {
  if (!/\.html?$/i.test(file))
    throw new WrongUse(
      `${printable(file, 200)} is no HTML file by its name, expected one that ends with .html: the page that is made of a post`,
    );
  let bytes;
  try {
    bytes = readFileSync(file);
  } catch ({ code }) {
    throw new Error(`${printable(file, 200)} cannot be read (${code}), expected an HTML file`);
  }
  try {
    // A mark at the beginning stays, too.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error(`${file} is no text in UTF-8, expected an HTML file in UTF-8`);
  }
}

/** Dark pictures would stand on the light ground of a post that does not say that it can be dark. */
function schemesOf({ schemes }) {
  const named = kSchemes.both.filter((scheme) => schemes.includes(scheme));
  return named.length > 0 ? named : kSchemes.light;
}

/** The pictures, by the numbers of their figures. A figure that should have one and has none is an error. */
function sorted({ figures, others }, answers, nameOf) {
  const pictures = new Map();
  const notes = others.map((each) => `${nameOf(each)} is no element of Glassformer`);
  const problems = [];
  for (const [number, figure] of figures.entries()) {
    const { picture, problem, empty, isGiven } = answers.get(number) ?? {};
    if (picture !== undefined) pictures.set(number, picture);
    else if (kOfReader.includes(figure.tag))
      notes.push(`${nameOf(figure)} shows what its reader asks for`);
    else if (empty !== undefined && isGiven)
      notes.push(`${nameOf(figure)} shows what a script gives it`);
    else if (empty !== undefined) problems.push(`${nameOf(figure)} shows no figure: ${empty}`);
    else problems.push(`${nameOf(figure)}: ${problem}`);
  }
  expectNone(problems);
  return { pictures, notes };
}
