/** What is translated: what the reader typed for it, else their own sentence if it is English, else an example. */
import type { Token } from 'glassformer';
import type { PinnedTokens } from 'glassformer/elements';
import { kInitialText } from './writers.ts';

/** Greedy and beam search translate it in different ways, both rightly. */
export const kInitialSource = 'The moon is very bright tonight.';

/** Sentences that the model translates rightly, greedily and with the page's beam. */
export const kSourceExamples: readonly string[] = [
  kInitialSource,
  'Do you know what time it is?',
  'If it rains tomorrow, we will stay at home.',
  'He went to bed early because he was tired.',
];

/** Of this one only greedy's is right: the beam's has the better score. */
export const kWrongSource = 'I am curious.';

interface Lines {
  /** What was typed to be translated; null: nothing. */
  readonly source: string | null;
  /** What is read of the reader's own line. */
  readonly read: string;
}

export type SourceProblem = 'empty' | 'notEnglish';

/** The translator reads English only. */
export function findSourceProblem(text: string): SourceProblem | null {
  if (text.trim() === '') return 'empty';
  return /\p{Script=Latin}/u.test(text) && !/\p{Script=Han}/u.test(text) ? null : 'notEnglish';
}

export function sourceOf({ source, read }: Lines): string {
  return source ?? ownEnglish(read) ?? kInitialSource;
}

/** The examples, with the way back to the reader's own sentence where something else is translated. */
export function sourceExamples(lines: Lines): readonly string[] {
  const own = ownEnglish(lines.read);
  return own === null || own === sourceOf(lines) ? kSourceExamples : [own, ...kSourceExamples];
}

/** The reader's sentence, if it is English and not the one that the page begins with. */
export function ownEnglish(read: string): string | null {
  return findSourceProblem(read) === null && read !== kInitialText.stories ? read : null;
}

/** A token of the reader's line, as one that is pinned in its translation: there the text is cut into other tokens. */
export function pinnedIn(line: string, { start, end }: Token): PinnedTokens {
  const blanks = (text: string) => text.length - text.trimStart().length;
  const offset = start + blanks(line.slice(start, end)) - blanks(line);
  return { text: line.trim(), translation: '', source: null, target: null, offset };
}

export function samePinned(a: PinnedTokens | null, b: PinnedTokens | null): boolean {
  if (a === null || b === null) return a === b;
  const isSameText = a.text === b.text && a.translation === b.translation;
  return isSameText && a.source === b.source && a.target === b.target && a.offset === b.offset;
}
