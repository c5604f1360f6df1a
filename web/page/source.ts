/**
 * What is translated: what the reader typed for it, else their own sentence if a translator reads such, else an example.
 */
import type { Token } from 'glassformer';
import type { PinnedTokens } from 'glassformer/elements';
import { isChinese, kInitialText, writerOf } from './writers.ts';

/** The shipped models that translate, each by the languages that it reads and writes. */
export const translators = ['en-zh', 'zh-en'] as const;
export type TranslatorName = (typeof translators)[number];

export const kInitialSource = 'The moon is very bright tonight.';

/** Greedy and beam search translate it in different ways, both rightly. */
export const kWidthSource = 'It is not easy to learn a foreign language.';

/** Sentences that the models translate rightly, greedily and with the page's beam. */
export const kSourceExamples: readonly string[] = [
  kInitialSource,
  'If it rains tomorrow, we will stay at home.',
  kWidthSource,
  '我是一个学生。',
  '今天天气很好。',
];

/** Of this one only greedy's is right: the beam's has the better score. */
export const kWrongSource = 'I am curious.';

interface Lines {
  /** What was typed to be translated; null: nothing. */
  readonly source: string | null;
  /** What is read of the reader's own line. */
  readonly read: string;
}

export type SourceProblem = 'empty' | 'otherScript' | 'mixed';

/** English and Chinese are read, each by a model of its own; Latin letters may stand in a Chinese sentence, as in a name. */
export function findSourceProblem(text: string): SourceProblem | null {
  if (text.trim() === '') return 'empty';
  const isHan = /\p{Script=Han}/u.test(text);
  if (isHan) return translatorOf(text) === 'zh-en' ? null : 'mixed';
  return /\p{Script=Latin}/u.test(text) ? null : 'otherScript';
}

/** Which model reads a sentence: the one for the script that more of it is written in. */
export function translatorOf(text: string): TranslatorName {
  return isChinese(text) ? 'zh-en' : 'en-zh';
}

export function sourceOf({ source, read }: Lines): string {
  return source ?? ownSentence(read) ?? kInitialSource;
}

/** The examples, with the way back to the reader's own sentence where something else is translated. */
export function sourceExamples(lines: Lines): readonly string[] {
  const own = ownSentence(lines.read);
  return own === null || own === sourceOf(lines) ? kSourceExamples : [own, ...kSourceExamples];
}

/** The reader's sentence, if it is English or modern Chinese and not one that the page begins with. */
export function ownSentence(read: string): string | null {
  if (findSourceProblem(read) !== null || Object.values(kInitialText).includes(read)) return null;
  return writerOf(read) === 'tang' ? null : read;
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
