// What all tools here do with their arguments.
import { parseArgs } from 'node:util';
import { Problem } from '../lib/shell.mjs';

/**
 * The values of options, and the positionals as a list; `options` as parseArgs takes them. What
 * does not fit is a Problem that shows the usage.
 */
export function readCommandLine(args, { usage, positionals: count, options = {} }) {
  let parsed;
  try {
    parsed = parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new Problem(`${error.message}\nusage: ${usage}`);
  }
  if (parsed.positionals.length !== count) throw new Problem(`usage: ${usage}`);
  return { positionals: parsed.positionals, ...parsed.values };
}

/** An option's text as a number. */
export function numberOf(name, text) {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number))
    throw new Problem(`--${name} is '${text}', expected a number`);
  return number;
}
