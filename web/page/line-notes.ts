/** How a model reads a line: what it reads otherwise than it is written, what it lacks, and how it differs from a poem. */
import type { Change, Token } from 'glassformer';
import { isModern } from './modern-chinese.ts';
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
  /** Characters that an English model reads byte by byte, each once (`readInBytes`). */
  readonly inBytes: readonly string[];
  /** What becomes of Latin letters that stand together, which a model of Chinese characters reads one by one. */
  readonly letters: 'read' | 'translated' | null;
  readonly foreign: Foreign | null;
}

export const kNoNotes: LineNotes = {
  replaced: [],
  removed: [],
  unknown: [],
  inBytes: [],
  letters: null,
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
  const readsCharacters = writer === 'zh' || writer === 'tang';
  return {
    ...changeNotes(line.changes),
    unknown: line.unknown,
    inBytes: readsCharacters ? [] : readInBytes(line),
    letters: readsCharacters && hasLatin(line) ? 'read' : null,
    foreign: writer === 'tang' ? foreignIn(line) : null,
  };
}

/** Signs for what cannot be seen: of a text that is parted by more than one of them, the line break counts. */
export const kLineBreak = '\n';
export const kBlank = ' ';
/** The blank of Chinese typography, as wide as a character. */
export const kWideBlank = '\u3000';

export function changeNotes(changes: readonly Change[]): Pick<LineNotes, 'replaced' | 'removed'> {
  const targets = new Map<string, Set<string>>();
  const removed = new Set<string>();
  for (const { from, to } of changes) {
    const seen = /^\s+$/.test(from)
      ? /[\n\r\u2028\u2029]/.test(from)
        ? kLineBreak
        : from.includes(kWideBlank)
          ? kWideBlank
          : kBlank
      : from;
    // Removed neighbours are one change. A line break behind a mark says nothing that the mark does not say.
    if (to === '')
      for (const each of seen.replace(/\s*[\n\r\u2028\u2029]\s*/g, '').replace(/\s+/g, kBlank))
        removed.add(each);
    else if (to !== seen && !(seen === kWideBlank && to === kBlank))
      targets.set(seen, (targets.get(seen) ?? new Set()).add(to));
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

/** A token that is no text of its own, as it is shown. */
const kBytes = /^(<0x\w\w>)+$/;
/** Of a long text the end is read, which may begin in the middle of a character. */
const kCut = /^(<0x[89AB]\w>)+/;

/** The characters that come to the model as bytes, each once: of what it reads, which “½” is not, but the stroke of 1⁄2. */
export function readInBytes({ tokens }: Pick<ReadLine, 'tokens'>): readonly string[] {
  const shown = tokens.filter(({ text }) => kBytes.test(text)).map(({ text }) => text);
  const bytes = shown
    .join('')
    .replace(kCut, '')
    .matchAll(/0x\w\w/g);
  const read = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    Uint8Array.from(bytes, ([byte]) => Number(byte)),
  );
  return [...new Set(read)].filter((each) => each !== ' ');
}

/** Of a long text the end is read. */
const readPart = ({ text, tokens }: Pick<ReadLine, 'text' | 'tokens'>) =>
  text.slice(tokens[0]?.start ?? 0);

/** Whether it has Latin letters that stand together, as in a name. */
export const hasLatin = (line: Pick<ReadLine, 'text' | 'tokens'>): boolean =>
  /\p{Script=Latin}{2}/u.test(readPart(line));

function foreignIn(line: ReadLine): Foreign | null {
  if (isOfAnotherTime(line)) return 'words';
  return isOtherMetre(line) ? 'metre' : null;
}

/** Modern words, letters, and characters that the model's list lacks, unless its verses are those of a poem. */
function isOfAnotherTime(line: ReadLine): boolean {
  const { tokens, unknown } = line;
  const isHan = (each: string) => /\p{Script=Han}/u.test(each);
  return (
    isModern(tokens.map(characterOf).join('')) ||
    /\p{Script=Latin}/u.test(readPart(line)) ||
    (unknown.some(isHan) && isOtherMetre(line))
  );
}

/** A stretch of characters, and what ends it: a verse's mark, another break, or the end of the text. */
interface Piece {
  readonly length: number;
  readonly end: 'mark' | 'break' | 'text';
}

const isVerse = ({ length }: Piece): boolean => length === 5 || length === 7;

/** Verses have five characters or seven; the last one may not be finished yet. */
function isOtherMetre(line: ReadLine): boolean {
  const all = piecesOf(line);
  // What is read of a long text may begin in the middle of a verse. Before that no more is left out than is removed.
  const [first] = line.changes;
  const removed = first?.start === 0 && first.to === '' ? first.end : 0;
  if ((line.tokens[0]?.start ?? 0) > removed) all.shift();
  const pieces = all.filter(({ length }) => length > 0);
  return pieces.some((piece, i) => {
    if (isVerse(piece)) return false;
    if (piece.end === 'text') return piece.length > 7;
    return piece.end === 'mark' || !isCaption(pieces, i);
  });
}

/** Title and author stand before a verse, or behind the last one. */
function isCaption(pieces: readonly Piece[], place: number): boolean {
  const isText = (piece: Piece) => isVerse(piece) || piece.end === 'mark';
  const next = pieces.slice(place + 1).find(isText);
  const before = pieces.slice(0, place).filter(isText).at(-1);
  return next === undefined ? before?.end === 'mark' : isVerse(next);
}

function piecesOf({ text, tokens }: ReadLine): Piece[] {
  const pieces: Piece[] = [];
  let length = 0;
  const end = (by: Piece['end']) => {
    pieces.push({ length, end: by });
    length = 0;
  };
  tokens.forEach((token, i) => {
    const before = text.slice(tokens[i - 1]?.end ?? token.start, token.start);
    if (kBreak.test(before)) end('break');
    // The model reads a line break, a blank between verses and a colon as marks too.
    if (!/\p{P}/u.test(characterOf(token))) length += 1;
    else end(/^(\s+|[:：])$/.test(text.slice(token.start, token.end)) ? 'break' : 'mark');
  });
  end('text');
  return pieces;
}

/** What parts a title or an author from a verse, and is not read. */
const kBreak = /[《》〈〉【】[\]()（）\n\r\u2028\u2029]/;

/** One character for each token, whatever the model calls those that its list lacks. */
function characterOf({ text }: Token): string {
  return text.length === 1 ? text : '字';
}
