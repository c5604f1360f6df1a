// A table as text that is Markdown, too, and stands in columns in a terminal.

/** `alignments`: 'left' or 'right' of each column. Every cell is text. */
export function textTable(head, rows, alignments) {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => widthOf(row[column]))),
  );
  const line = (row) =>
    `| ${row.map((cell, i) => pad(cell, widths[i], alignments[i])).join(' | ')} |`;
  const rule = widths.map((width, i) =>
    alignments[i] === 'right' ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

const widthOf = (text) => [...text].length;

function pad(text, width, alignment) {
  const blanks = ' '.repeat(width - widthOf(text));
  return alignment === 'right' ? blanks + text : text + blanks;
}

/** Three significant digits, and thousands with commas; '–' of nothing. */
export function figure(value) {
  if (typeof value !== 'number' || !Number.isFinite(value)) return '–';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)));
  const scale = 10 ** (2 - Math.floor(Math.log10(Math.abs(value) || 1)));
  const rounded = Math.round(value * scale) / scale;
  return rounded.toLocaleString('en-US', {
    minimumFractionDigits: Math.min(digits, 20),
    maximumFractionDigits: Math.min(digits, 20),
  });
}

/** A ratio or a share with two places. */
export const ratio = (value) => (Number.isFinite(value) ? value.toFixed(2) : '–');
