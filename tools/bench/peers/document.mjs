// The tables in docs/performance.md stand between two marks; the text around them is written by hand.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem, root } from '../../lib/shell.mjs';

const file = 'docs/performance.md';
const marks = [
  '<!-- measured: npm run bench -- peers --write -->',
  '<!-- end of what was measured -->',
];

export function writeDocument(tables) {
  const path = join(root, file);
  writeFileSync(path, replaced(readFileSync(path, 'utf8'), tables));
}

export function replaced(document, tables) {
  const [start, end] = marks.map((mark) => document.indexOf(mark));
  if (start < 0 || end < start)
    throw new Problem(
      `${file}: expected the lines ${marks.join(' and ')}, between which the tables stand`,
    );
  const before = document.slice(0, start + marks[0].length);
  return `${before}\n\n${tables}\n\n${document.slice(end)}`;
}
