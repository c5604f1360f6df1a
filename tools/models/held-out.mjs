// Held-out texts to examine a model on.
import { readFileSync } from 'node:fs';
import { Problem } from '../lib/shell.mjs';

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
