/** Errors as sentences in the language of who reads them. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ErrorCode, ErrorDetails, ErrorKind } from '../../shared/error-types.ts';
import type { ErrorWords, Said } from './error-words.ts';
import { wordsCame } from './languages.ts';
import type { Common } from './subjects/common.ts';
import type { tell as tellInChinese } from './zh-CN/told.ts';

/** A sentence that is there already, in the reader's language, or an error that is still to be said. */
export type Problem = string | Error;

/** Kinds whose own sentence says less than the engine's: what exactly is wrong with a file, or allowed as an option. */
const kToldMore: readonly ErrorKind[] = ['invalidFile', 'invalidOption', 'unfitEdit'];

/** Of a page that has sentences of its own for some errors, by language. */
const ofPage = new Map<string, Partial<ErrorWords>>();

/** What a page says of some errors in place of its elements: its readers cannot do what its author could. */
export function sayErrors(language: string, errors: Partial<ErrorWords>): void {
  ofPage.set(language, errors);
}

/** What was asked for wrongly, and what the browser lacks, stays so. */
const kLasting: readonly (ErrorCode | undefined)[] = [
  'InvalidArgument',
  'InvalidText',
  'Unsupported',
];

/** Whether the same may go well at another time. */
export const mayPass = (problem: Problem | null): boolean =>
  !kLasting.includes((problem as { code?: ErrorCode } | null)?.code);

export function problemOf(error: unknown): Problem {
  return error instanceof Error ? error : String(error);
}

export function sayProblem(problem: Problem, { language, errors, errorOf }: Common): Said {
  if (typeof problem === 'string') return { sentence: problem, original: '' };
  const { message } = problem;
  // Read by shape, not by class: an error may come from another copy of the package.
  const { code, details } = problem as { code?: ErrorCode; details?: ErrorDetails };
  const all = { ...errors, ...ofPage.get(language) };
  const say = details && (all[details.kind] as ((d: ErrorDetails, m: string) => string) | null);
  const sentence = details && say ? say(details, message) : errorOf(code ?? 'other');
  if (sentence === '') return { sentence: message, original: '' };
  const isWhole = details !== undefined && !kToldMore.includes(details.kind);
  return { sentence, original: isWhole || sentence === message ? '' : message };
}

/** The sentence, and behind it what is left in English, marked as that. `frame` puts it into a longer one. */
export function problemSentence(
  problem: Problem,
  words: Common,
  frame: (sentence: string) => string = (sentence) => sentence,
): TemplateResult {
  const { sentence, original } = sayAll(problem, words);
  const gap = /[。！？]$/.test(sentence) ? '' : ' ';
  return html`${frame(sentence)}${original === '' ? nothing : html`${gap}<span lang="en" dir="ltr">${original}</span>`}`;
}

/** What tells in Chinese what the engine says of files and options; null: it was not asked for. */
let tell: typeof tellInChinese | null = null;

/** As `sayProblem`; in Chinese also what the engine says of a file or an option. */
function sayAll(problem: Problem, words: Common): Said {
  const said = sayProblem(problem, words);
  if (said.original === '' || words.language !== 'zh-CN') return said;
  if (tell === null) {
    // Until it has come the general sentence stands alone.
    tell = (_, { sentence }) => ({ sentence, original: '' });
    const take = (come: typeof tell) => (tell = come);
    void import('./zh-CN/told.ts')
      .then(
        ({ tell: come }) => take(come),
        () => take((_, each) => each),
      )
      .then(wordsCame);
  }
  return tell(problem as Error, said, (cause) => sayProblem(cause, words));
}
