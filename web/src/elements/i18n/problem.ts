/** Errors as sentences in the language of who reads them. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ErrorCode, ErrorDetails, ErrorKind } from '../../shared/error-types.ts';
import { wordsCame } from './languages.ts';
import type { Common } from './subjects/common.ts';
import type { tellFile } from './zh-CN/files.ts';

/** A sentence that is there already, in the reader's language, or an error that is still to be said. */
export type Problem = string | Error;

/** A sentence for every kind of error; `message` is the engine's own, in English. */
export type ErrorWords = {
  readonly [Kind in ErrorKind]: (
    details: Extract<ErrorDetails, { kind: Kind }>,
    message: string,
  ) => string;
};

export interface Said {
  readonly sentence: string;
  /** What the engine says beyond that, in English; mostly empty. */
  readonly original: string;
}

/** Kinds whose own sentence says less than the engine's: what exactly is wrong with a file, or allowed as an option. */
const kToldMore: ReadonlySet<ErrorKind> = new Set<ErrorKind>(['invalidFile', 'invalidOption']);

export function problemOf(error: unknown): Problem {
  return error instanceof Error ? error : String(error);
}

export function sayProblem(problem: Problem, { errors, errorOf }: Common): Said {
  if (typeof problem === 'string') return { sentence: problem, original: '' };
  const { message } = problem;
  // Read by shape, not by class: an error may come from another copy of the package.
  const { code, details } = problem as { code?: ErrorCode; details?: ErrorDetails };
  const say = details && (errors[details.kind] as ((d: ErrorDetails, m: string) => string) | null);
  const sentence = details && say ? say(details, message) : errorOf(code ?? 'other');
  if (sentence === '') return { sentence: message, original: '' };
  const isWhole = details !== undefined && !kToldMore.has(details.kind);
  return { sentence, original: isWhole || sentence === message ? '' : message };
}

/** The sentence, and behind it what is left in English, marked as that. `frame` puts it into a longer one. */
export function problemSentence(
  problem: Problem,
  words: Common,
  frame: (sentence: string) => string = (sentence) => sentence,
): TemplateResult {
  const { sentence, original } = sayFile(problem, words) ?? sayProblem(problem, words);
  const gap = /[。！？]$/.test(sentence) ? '' : ' ';
  return html`${frame(sentence)}${original === '' ? nothing : html`${gap}<span lang="en" dir="ltr">${original}</span>`}`;
}

const detailsOf = (error: unknown): ErrorDetails | undefined =>
  (error as { details?: ErrorDetails } | null | undefined)?.details;

/** What says in Chinese what is wrong with a file, once it has come; 'coming' while it does. */
let teller: typeof tellFile | 'coming' | null = null;

/** All that the engine says of a file, in Chinese; null where that is not known, or another language is spoken. */
function sayFile(problem: Problem, words: Common): Said | null {
  const isOfFile = typeof problem !== 'string' && detailsOf(problem)?.kind === 'invalidFile';
  if (!isOfFile || words.language !== 'zh-CN') return null;
  if (teller === null) void fetchTeller();
  if (typeof teller !== 'function') return { ...sayProblem(problem, words), original: '' };
  const { message, cause } = problem;
  const behind = detailsOf(cause) ? sayProblem(cause as Error, words).sentence : null;
  const sentence = teller(message, behind ?? teller((cause as Error | undefined)?.message ?? ''));
  return sentence === null ? null : { sentence, original: '' };
}

async function fetchTeller(): Promise<void> {
  teller = 'coming';
  teller = await import('./zh-CN/files.ts').then(
    (files) => files.tellFile,
    () => () => null,
  );
  wordsCame();
}
