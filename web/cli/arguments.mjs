/** What stands behind `npx glassformer`: commands' names, folders, and options with their values. */
import { parseArgs } from 'node:util';
import { printable } from '../src/shared/printable.ts';
import { WrongUse } from './wrong-use.mjs';

const text = { type: 'string' };
const kOptions = {
  models: text,
  dtype: text,
  model: text,
  figure: text,
  text,
  layer: text,
  head: text,
  set: { type: 'string', multiple: true },
  lang: text,
  title: text,
  out: text,
  images: text,
  source: text,
  'new-tokens': text,
  python: text,
  format: text,
  scheme: text,
  width: text,
  base: text,
  browser: text,
  timeout: text,
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
};

/** Returns `{ values, positionals }`. Node's own sentences are for the authors of programs, so that all is checked here. */
export function readArguments(args) {
  const { values, positionals, tokens } = parseArgs({
    args,
    options: kOptions,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) if (token.kind === 'option') check(token);
  return { values, positionals };
}

function check({ name, rawName, value, inlineValue }) {
  const shown = printable(rawName);
  if (!Object.hasOwn(kOptions, name))
    throw new WrongUse(
      `there is no option ${shown}${rawName.startsWith('--') ? '' : ' (what begins with a dash and is no option follows --)'}`,
    );
  if (kOptions[name].type === 'boolean') {
    if (value !== undefined) throw new WrongUse(`${shown} takes no value`);
    return;
  }
  if (value === undefined) throw new WrongUse(`${shown} has no value, expected ${shown} …`);
  // A number may begin with a dash; what else does is the next option.
  if (!inlineValue && /^-(?!\.?\d)./.test(value))
    throw new WrongUse(
      `${shown} is followed by ${printable(value)}, expected its value (one that begins with a dash is written ${shown}=${printable(value)})`,
    );
}
