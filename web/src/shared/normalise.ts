/**
 * What a text becomes before a tokenizer cuts it, and where each piece of it stood: config.json's `normalizer`, named as
 * in Hugging Face's tokenizers where these have the same (`Sequence`, `NFKC`).
 */
import { GlassformerError } from './error.ts';
import type { ModelConfig } from './model-types.ts';
import { printable } from './printable.ts';
import type { Side } from './run-types.ts';

/** One thing that a normalizer does. */
export type Normalizer =
  | { readonly type: 'Sequence'; readonly normalizers: readonly Normalizer[] }
  /** Compatibility forms as plain ones: full-width letters, ligatures, "…". */
  | { readonly type: 'NFKC' }
  /** The nth character of `from` becomes the nth of `to`. */
  | { readonly type: 'Characters'; readonly from: string; readonly to: string }
  | { readonly type: 'Remove'; readonly characters: string }
  /**
   * Verses that are parted by line breaks, or by blanks after as many Chinese characters as a verse has, get their marks:
   * `between` the two of a couplet, `after` it. Other blanks go.
   */
  | {
      readonly type: 'Verses';
      readonly between: string;
      readonly after: string;
      readonly lengths: readonly number[];
    };

/** A changed piece of the text; `start` and `end` are UTF-16 offsets into the text as written. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
}

/** A normalised text. Its UTF-16 unit i stands for the units from `starts[i]` to `ends[i]` of what was written. */
export interface Normalised {
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly to: string;
}

type Step = (text: string) => Edit[];

/** UTF-16 units of a text that is split at once: a book has fewer, and each million takes seconds. */
const kMaxText = 2 ** 20;
/** Of one normalizer, those of its sequences included: each reads the whole text. */
const kMaxSteps = 32;

/** Of verses: forms of poems have a few. */
const kMaxLengths = 32;

const kTypes = ['Sequence', 'NFKC', 'Characters', 'Remove', 'Verses'];

/** What a model's config says of its texts, or of its sources' where these have a vocabulary of their own. */
export function normalizerOf(config: ModelConfig, side: Side): Normalizer | null {
  const { source_vocab_size: source, vocab_size: target, architecture } = config.resolved;
  const isOwn = side === 'source' && architecture === 'encoder-decoder';
  const shared = isOwn && source !== target ? undefined : config['normalizer'];
  return ((isOwn ? config['source_normalizer'] : undefined) ?? shared ?? null) as Normalizer | null;
}

/** @throws GlassformerError `InvalidArgument`: a text of so many UTF-16 units is not split into tokens at once. */
export function checkTextLength(length: number): void {
  if (length <= kMaxText) return;
  throw new GlassformerError(
    'InvalidArgument',
    `the text has ${length} characters; at most ${kMaxText} are split into tokens at once`,
  );
}

/** @throws GlassformerError `InvalidFile`: `normalizer` is none; `name` says where it stands. */
export function checkNormalizer(normalizer: unknown, name: string): Normalizer {
  const checked = checkOne(normalizer, name);
  const steps = countSteps(checked);
  if (steps <= kMaxSteps) return checked;
  throw invalid(name, `it has ${steps} steps, expected at most ${kMaxSteps}`);
}

const areLengths = (all: readonly unknown[]) =>
  all.length <= kMaxLengths &&
  all.every((each) => Number.isSafeInteger(each) && (each as number) > 0);

const countSteps = (normalizer: Normalizer): number =>
  normalizer.type === 'Sequence'
    ? normalizer.normalizers.reduce((sum, each) => sum + countSteps(each), 0)
    : 1;

const invalid = (name: string, what: string) =>
  new GlassformerError('InvalidFile', `${name}: ${what}`, {
    details: { kind: 'invalidFile', file: name },
  });

function checkOne(normalizer: unknown, name: string): Normalizer {
  const fields = (normalizer ?? {}) as Record<string, unknown>;
  const { type } = fields;
  const fail = (what: string): never => {
    throw invalid(name, what);
  };
  if (!kTypes.includes(type as string))
    fail(`type is ${printable(JSON.stringify(type) ?? 'absent')}; known are ${kTypes.join(', ')}`);
  const text = (field: string): string => {
    const value = fields[field];
    return typeof value === 'string' && value !== ''
      ? value
      : fail(`${type as string} needs "${field}", a text that is not empty`);
  };
  const list = (field: string): unknown[] => {
    const value = fields[field];
    return Array.isArray(value) ? value : fail(`${type as string} needs "${field}", a list`);
  };
  switch (type as Normalizer['type']) {
    case 'Sequence':
      list('normalizers').forEach((each) => checkOne(each, name));
      break;
    case 'Characters': {
      const [from, to] = [[...text('from')].length, [...text('to')].length];
      if (from !== to) fail(`"from" has ${from} characters, "to" has ${to}`);
      break;
    }
    case 'Remove':
      text('characters');
      break;
    case 'Verses':
      text('between');
      text('after');
      if (!areLengths(list('lengths')))
        fail(
          `"lengths" is ${printable(JSON.stringify(fields['lengths']))}, expected up to ${kMaxLengths} whole numbers from 1 on`,
        );
      break;
    default:
  }
  return normalizer as Normalizer;
}

/**
 * The normalised text; null where nothing changes.
 *
 * @throws GlassformerError `InvalidArgument`: the text is too long to be split into tokens, or becomes so
 */
export function normalise(normalizer: Normalizer, text: string): Normalised | null {
  checkTextLength(text.length);
  let now: Normalised | null = null;
  for (const step of stepsOf(normalizer)) {
    const edits = step(now?.text ?? text);
    if (edits.length > 0) now = edited(now ?? asWritten(text), edits);
  }
  return now;
}

/** What `normalise` has changed, in the order of the text. */
export function changesOf(written: string, normalised: Normalised | null): Change[] {
  if (normalised === null) return [];
  const { text, starts, ends } = normalised;
  const changes: Change[] = [];
  const add = (start: number, end: number, to: string) => {
    const from = written.slice(start, end);
    if (from !== to) changes.push({ start, end, from, to });
  };
  let told = 0;
  for (let i = 0; i < text.length;) {
    const [start, end] = [starts[i]!, ends[i]!];
    let next = i + 1;
    while (next < text.length && starts[next] === start) ++next;
    if (start > told) add(told, start, '');
    add(start, end, text.slice(i, next));
    [told, i] = [end, next];
  }
  if (told < written.length) add(told, written.length, '');
  return changes;
}

/**
 * A character with its marks: no more of them than the Unicode Standard's stream-safe text format has in a row (UAX #15, 13),
 * since to put marks in order takes browsers a time that grows with the square of their number. Those beyond begin a piece
 * of their own: none is lost, and they are put in order within it.
 */
const kNormalisedAtOnce = /[^\0-\x7f]\p{M}{0,30}|[\0-\x7f]\p{M}{1,30}/gu;

const known = new WeakMap<Normalizer, readonly Step[]>();

function stepsOf(normalizer: Normalizer): readonly Step[] {
  const before = known.get(normalizer);
  if (before !== undefined) return before;
  const steps =
    normalizer.type === 'Sequence' ? normalizer.normalizers.flatMap(stepsOf) : [stepOf(normalizer)];
  known.set(normalizer, steps);
  return steps;
}

function stepOf(normalizer: Exclude<Normalizer, { readonly type: 'Sequence' }>): Step {
  switch (normalizer.type) {
    case 'NFKC':
      return replacing(kNormalisedAtOnce, (part) => part.normalize('NFKC'));
    case 'Characters': {
      const to = [...normalizer.to];
      const map = new Map([...normalizer.from].map((from, i) => [from, to[i]!]));
      return replacing(/./gsu, (character) => map.get(character) ?? character);
    }
    case 'Remove': {
      const removed = new Set(normalizer.characters);
      return replacing(/./gsu, (character) => (removed.has(character) ? '' : character));
    }
    case 'Verses':
      return verses(normalizer);
  }
}

function replacing(pattern: RegExp, to: (found: string) => string): Step {
  return (text) => {
    const edits: Edit[] = [];
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const wanted = to(found);
      if (wanted !== found) edits.push({ start: index, end: index + found.length, to: wanted });
    }
    return edits;
  };
}

function verses({
  between,
  after,
  lengths,
}: Extract<Normalizer, { readonly type: 'Verses' }>): Step {
  const ofVerses = new Set(lengths);
  return (text) => {
    const edits: Edit[] = [];
    /** How many characters the verse has so far, whether all are Chinese, and the mark before it. */
    let length = 0;
    let isChinese = true;
    let mark = after;
    for (const { 0: found, index } of text.matchAll(/\s+|\p{P}+|[^\s\p{P}]/gu)) {
      if (/\p{P}/u.test(found)) {
        [length, isChinese, mark] = [0, true, found.endsWith(between) ? between : after];
        continue;
      }
      if (!/\s/.test(found)) {
        length += 1;
        isChinese &&= /\p{Script=Han}/u.test(found);
        continue;
      }
      const end = index + found.length;
      const isBetween = length > 0 && /^[^\p{P}]/u.test(text.slice(end, end + 2));
      const isVerse = /[\n\r\u2028\u2029]/.test(found) || (isChinese && ofVerses.has(length));
      if (isBetween && isVerse)
        [length, isChinese, mark] = [0, true, mark === between ? after : between];
      edits.push({ start: index, end, to: isBetween && isVerse ? mark : '' });
    }
    return edits;
  };
}

function asWritten(text: string): Normalised {
  const starts = Int32Array.from({ length: text.length }, (_, i) => i);
  return { text, starts, ends: starts.map((start) => start + 1) };
}

/** With the edits made, which stand in the order of the text. */
function edited({ text, starts, ends }: Normalised, edits: readonly Edit[]): Normalised {
  const grown = edits.reduce((sum, { start, end, to }) => sum + to.length - (end - start), 0);
  checkTextLength(text.length + grown);
  const now = {
    starts: new Int32Array(text.length + grown),
    ends: new Int32Array(text.length + grown),
  };
  const parts: string[] = [];
  let [read, length] = [0, 0];
  const keep = (until: number) => {
    parts.push(text.slice(read, until));
    now.starts.set(starts.subarray(read, until), length);
    now.ends.set(ends.subarray(read, until), length);
    length += until - read;
  };
  for (const { start, end, to } of edits) {
    keep(start);
    parts.push(to);
    now.starts.fill(starts[start]!, length, length + to.length);
    now.ends.fill(ends[end - 1]!, length, length + to.length);
    [read, length] = [end, length + to.length];
  }
  keep(text.length);
  return { text: parts.join(''), ...now };
}
