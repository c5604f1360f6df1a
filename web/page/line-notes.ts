/** How a model reads a line: what it reads otherwise than it is written, what it lacks, and whether it is a poem at all. */
import type { Change, Token } from 'glassformer';
import type { Writer } from './writers.ts';

export interface LineNotes {
  /** What is read otherwise, each once. */
  readonly replaced: readonly Pick<Change, 'from' | 'to'>[];
  /** What is not read at all, each once. */
  readonly removed: readonly string[];
  /** What the model's list lacks. */
  readonly unknown: readonly string[];
  /** The poems' model reads what is no verse of five or seven characters, or modern Chinese. */
  readonly isProse: boolean;
}

export const kNoNotes: LineNotes = { replaced: [], removed: [], unknown: [], isProse: false };

export function notesOf(
  writer: Writer,
  tokens: readonly Token[],
  changes: readonly Change[],
  unknown: readonly string[],
): LineNotes {
  return {
    ...changeNotes(changes),
    unknown,
    isProse: writer === 'tang' && isProse(tokens, unknown),
  };
}

/** Signs for what cannot be seen: of a text that is parted by more than one of them, the line break counts. */
export const kLineBreak = '\n';
export const kBlank = ' ';

export function changeNotes(changes: readonly Change[]): Pick<LineNotes, 'replaced' | 'removed'> {
  const pairs = changes.flatMap(({ from, to }) => {
    if (/^\s+$/.test(from)) return [[/[\n\r]/.test(from) ? kLineBreak : kBlank, to] as const];
    // Removed neighbours are one change.
    const parts = to === '' ? [...from.replace(/\s+/g, kBlank)] : [from];
    return parts.map((part) => [part, to] as const);
  });
  const unique = new Map(pairs.map((pair) => [pair.join('\0'), pair]));
  const all = [...unique.values()].map(([from, to]) => ({ from, to }));
  return {
    replaced: all.filter(({ to }) => to !== ''),
    removed: all.filter(({ to }) => to === '').map(({ from }) => from),
  };
}

export function sameNotes(a: LineNotes, b: LineNotes): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Words that a Tang poem hardly has. */
const kModern = /[的吗呢吧啊们这您它她很]|[我你他]是|一个|什么|怎么/;

/** Verses have five characters or seven; the last one may still be on its way. */
function isProse(tokens: readonly Token[], unknown: readonly string[]): boolean {
  const written = tokens.map(({ text }) => (text.length === 1 ? text : '字')).join('');
  const verses = written.split(/\p{P}/u);
  // Of a long text the figures read the end, which may begin in the middle of a verse.
  if ((tokens[0]?.start ?? 0) > 0) verses.shift();
  const last = verses.pop() ?? '';
  const isOther = (verse: string) => verse !== '' && verse.length !== 5 && verse.length !== 7;
  return kModern.test(written + unknown.join('')) || verses.some(isOther) || last.length > 7;
}
