/** `--set` of `npx glassformer page`: the attributes of a figure, checked as its element checks them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { printable } from '../src/shared/printable.ts';
import { dist } from './folders.mjs';
import { WrongUse } from './wrong-use.mjs';

/** They are no figure, or show what a script gives them. */
const kNoFigures = ['glass-by-hand', 'glass-changes', 'glass-input', 'glass-model', 'glass-save'];
/** What the page decides, and how. */
const kOfPage = {
  model: 'expected --model',
  text: 'expected --text',
  loading: 'which only a script may say',
  problem: 'which only a script may say',
};

/** The names and values of a figure's own attributes, each as `name=value` or, of what is on or off, as `name`. */
export async function attributesOf(figure, set) {
  const known = (describedFigure(figure).attributes ?? [])
    .map(({ name }) => name)
    .filter((name) => !Object.hasOwn(kOfPage, name));
  const attributes = new Map();
  for (const each of set) {
    const [name, ...rest] = each.split('=');
    const refuse = (why) => {
      throw new WrongUse(`--set ${printable(each)}: ${why}`);
    };
    if (Object.hasOwn(kOfPage, name)) refuse(`${name} is the page's, ${kOfPage[name]}`);
    if (!known.includes(name))
      refuse(
        `<${figure}> has no attribute ${printable(name)}, expected one of ${known.join(', ')}`,
      );
    if (attributes.has(name)) refuse(`${name} is given twice, expected one value`);
    const value = rest.length === 0 ? null : rest.join('=');
    const wrong = await wrongValue(figure, name, value);
    if (wrong !== null) refuse(wrong);
    attributes.set(name, value ?? '');
  }
  return attributes;
}

/** What the package's description of its elements tells of each: `tagName`, `attributes`. */
export function describedElements() {
  const { modules } = JSON.parse(readFileSync(join(dist, 'custom-elements.json'), 'utf8'));
  return modules.flatMap(({ declarations = [] }) => declarations).filter(({ tagName }) => tagName);
}

const describedFigures = () =>
  describedElements().filter(({ tagName }) => !kNoFigures.includes(tagName));

/** The tags that `--figure` takes. */
export const figureTags = () =>
  describedFigures()
    .map(({ tagName }) => tagName)
    .sort();

function describedFigure(figure) {
  const found = describedFigures().find(({ tagName }) => tagName === figure);
  if (found) return found;
  const names = figureTags();
  const given = figure === undefined ? '--figure is missing' : `--figure is ${printable(figure)}`;
  throw new WrongUse(`${given}, expected one of ${names.join(', ')}`);
}

/** Says what is wrong with the value (null where none is written), or null. */
async function wrongValue(figure, attribute, value) {
  const { elementProperties, rules } = await classOf(figure);
  const [property, { type, converter }] = [...elementProperties].find(
    ([name, options]) => attribute === attributeName(name, options),
  );
  const isSwitch = type === Boolean;
  if (isSwitch && converter === undefined)
    return value === null || value === ''
      ? null
      : `${attribute} is on where it stands and off where it does not, expected it without a value`;
  if (value === null && !isSwitch) return `${attribute} has no value, expected ${attribute}=…`;
  if (type === Number && (value.trim() === '' || !Number.isFinite(Number(value))))
    return `${attribute} must be a number, found ${printable(`"${value}"`)}`;
  try {
    const read = converter?.fromAttribute?.(value ?? '') ?? value;
    rules[property]?.(attribute, type === Number ? Number(value) : read);
    return null;
  } catch (error) {
    return error.message;
  }
}

const attributeName = (name, { attribute }) =>
  typeof attribute === 'string' ? attribute : String(name).toLowerCase();

/** Whether a figure shows one layer or one head of its model, and whether it is the one that is picked in the model around it. */
export async function placeOf(figure, name) {
  const own = (describedFigure(figure).attributes ?? []).some((each) => each.name === name);
  const isPicked = (await classOf(figure)).subjects.includes('head');
  return { isShown: own || figure === 'glass-heads', isPicked };
}

/** Whether the figure shows what a model writes. */
export const isOfWriters = async (figure) => (await classOf(figure)).ofWriters === true;

async function classOf(figure) {
  const path = join(dist, 'elements', `${figure}.element.js`);
  const exported = Object.values(await import(pathToFileURL(path).href));
  return exported.find((each) => each.elementProperties !== undefined);
}
