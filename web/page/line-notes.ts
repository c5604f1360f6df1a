/** How a model reads a line: what it reads otherwise than it is written, what it lacks, and how it differs from a poem. */
import type { Change, Token } from 'glassformer';
import type { Writer } from './writers.ts';

/** Pieces of the text that are read alike, and as what: one mark may be several, by its place. */
export interface Replaced {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** What of a line the poems' model has never read: verses of another length, or words that are not of its time. */
export type Foreign = 'metre' | 'words';

export interface LineNotes {
  /** What is read otherwise, each once. */
  readonly replaced: readonly Replaced[];
  /** What is not read at all, each once. */
  readonly removed: readonly string[];
  /** What the model's list lacks. */
  readonly unknown: readonly string[];
  /** Chinese characters that the English model reads byte by byte, each once. */
  readonly inBytes: readonly string[];
  readonly foreign: Foreign | null;
}

export const kNoNotes: LineNotes = {
  replaced: [],
  removed: [],
  unknown: [],
  inBytes: [],
  foreign: null,
};

/** What a line was read as, as `glass-run` tells it. */
export interface ReadLine {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly changes: readonly Change[];
  readonly unknown: readonly string[];
}

export function notesOf(writer: Writer, line: ReadLine): LineNotes {
  const isPoems = writer === 'tang';
  return {
    ...changeNotes(line.changes),
    unknown: line.unknown,
    inBytes: isPoems ? [] : readInBytes(line),
    foreign: isPoems ? foreignIn(line) : null,
  };
}

/** Signs for what cannot be seen: of a text that is parted by more than one of them, the line break counts. */
export const kLineBreak = '\n';
export const kBlank = ' ';

export function changeNotes(changes: readonly Change[]): Pick<LineNotes, 'replaced' | 'removed'> {
  const targets = new Map<string, Set<string>>();
  const removed = new Set<string>();
  for (const { from, to } of changes) {
    const seen = /^\s+$/.test(from) ? (/[\n\r]/.test(from) ? kLineBreak : kBlank) : from;
    // Removed neighbours are one change.
    if (to === '') for (const each of seen.replace(/\s+/g, kBlank)) removed.add(each);
    else targets.set(seen, (targets.get(seen) ?? new Set()).add(to));
  }
  const alike = new Map<string, Replaced & { from: string[] }>();
  for (const [from, to] of targets) {
    const key = [...to].join('\0');
    const group = alike.get(key) ?? { from: [], to: [...to] };
    group.from.push(from);
    alike.set(key, group);
  }
  return { replaced: [...alike.values()], removed: [...removed] };
}

export function sameNotes(a: LineNotes, b: LineNotes): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A token that is less than one character has the place of all of it. */
function readInBytes({ text, tokens }: ReadLine): readonly string[] {
  const characters = tokens.map(({ start, end }) => text.slice(start, end).trim());
  const isPart = (each: string, i: number) =>
    /^\p{Script=Han}$/u.test(each) && tokens[i]!.text.trim() !== each;
  return [...new Set(characters.filter(isPart))];
}

/** Words that a Tang poem hardly has, as are characters that the list lacks and letters. */
const kModern =
  /[的吗呢吧啊们这您它她很]|一个|什么|怎么|学习|机器|天安门|电脑|手机|喜欢|\p{Script=Latin}/u;

function foreignIn(line: ReadLine): Foreign | null {
  const isModern =
    kModern.test(readPart(line)) || line.unknown.some((each) => /\p{Script=Han}/u.test(each));
  if (isModern) return 'words';
  return isOtherMetre(line) ? 'metre' : null;
}

/** Of a long text the figures read the end. */
function readPart({ text, tokens }: ReadLine): string {
  return text.slice(tokens[0]?.start ?? 0);
}

/** Verses have five characters or seven; the last one may still be on its way. */
function isOtherMetre({ tokens, changes }: ReadLine): boolean {
  const written = tokens.map(({ text }) => (text.length === 1 ? text : '字')).join('');
  const verses = written.split(/\p{P}/u);
  // What is read of a long text may begin in the middle of a verse. Before that no more is left out than is removed.
  const [first] = changes;
  const removed = first?.start === 0 && first.to === '' ? first.end : 0;
  if ((tokens[0]?.start ?? 0) > removed) verses.shift();
  const last = verses.pop() ?? '';
  const isOther = (verse: string) => verse !== '' && verse.length !== 5 && verse.length !== 7;
  return verses.some(isOther) || last.length > 7;
}
