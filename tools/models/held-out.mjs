// Held-out texts to examine a model on.
import { readFileSync } from 'node:fs';
import { Problem } from '../lib/shell.mjs';
import { linesOf } from './metre.mjs';

export function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Problem(`${path} cannot be read: ${error.code} (prepare.mjs makes it)`);
  }
}

/** `count` of the items, evenly spread over the list; all of them where there are fewer. */
export function spread(items, count) {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]);
}

export const isChinese = (text) => /\p{Script=Han}/u.test(text);
/** Where a text is Chinese, a word is a character. */
export const wordsOf = (text) =>
  text.toLowerCase().match(/[a-z]+(?:'[a-z]+)*|\p{Script=Han}/gu) ?? [];

/** A text up to its n-th word, with the marks beside it. */
export function openingOf(story, words) {
  const pattern = isChinese(story)
    ? `^(?:\\p{Script=Han}\\P{Script=Han}*){0,${words - 1}}\\p{Script=Han}`
    : `^(?:\\S+\\s+){0,${words - 1}}\\S+`;
  return (new RegExp(pattern, 'u').exec(story) ?? [story])[0];
}

/** A text that is hardly longer than what is given of it ends before anything could be said of its end. */
export const tellableOf = (texts, words) =>
  texts.filter((text) => wordsOf(text).length > 2 * words);

/** First lines of poems with their mark, `count` of each metre. */
export function firstLines(poems, count) {
  const ofLength = (length) => poems.filter((poem) => [...linesOf(poem)[0]].length === length);
  const opening = (poem) => poem.slice(0, linesOf(poem)[0].length + 1);
  return [5, 7].flatMap((length) => spread(ofLength(length).map(opening), count));
}

/** A sentence → its translations; rows of both, parted by a tab. */
export function referencesOf(text) {
  const references = new Map();
  for (const row of text.split('\n').filter(Boolean)) {
    const [source, target] = row.split('\t');
    if (!references.has(source)) references.set(source, []);
    references.get(source).push(target);
  }
  return references;
}

export const percent = (part, all) => `${((100 * part) / (all || 1)).toFixed(1)} %`;

/** Rows of texts and numbers in columns that line up. */
export function table(rows) {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? cell.toFixed(3) : String(cell))),
  );
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
