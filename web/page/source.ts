/** What is translated: what the reader typed for it, else their own sentence if it is English, else an example. */
import { kInitialSource, type PageState } from './state.ts';
import { kExamples } from './writers.ts';

type Lines = Pick<PageState, 'source' | 'read'>;

export type SourceProblem = 'empty' | 'notEnglish';

/** The translator reads English only. */
export function findSourceProblem(text: string): SourceProblem | null {
  if (text.trim() === '') return 'empty';
  return /\p{Script=Latin}/u.test(text) && !/\p{Script=Han}/u.test(text) ? null : 'notEnglish';
}

export function sourceOf({ source, read }: Lines): string {
  return source ?? ownEnglish(read) ?? kInitialSource;
}

/** What the translator is given: the last of it that is English. */
export function translated({ goodSource, read }: Pick<PageState, 'goodSource' | 'read'>): string {
  return sourceOf({ source: goodSource, read });
}

/** The examples, with the way back to the reader's own sentence where something else is translated. */
export function sourceExamples(lines: Lines, examples: readonly string[]): readonly string[] {
  const own = ownEnglish(lines.read);
  return own === null || own === sourceOf(lines) ? examples : [own, ...examples];
}

/** The reader's sentence, if it is English and not one that the page offered. */
function ownEnglish(read: string): string | null {
  const isExample = kExamples.stories.includes(read);
  return findSourceProblem(read) === null && !isExample ? read : null;
}
