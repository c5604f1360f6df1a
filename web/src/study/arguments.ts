/** Checks of what the functions of this folder are given. */
import {
  abortSignal,
  check,
  checkFields,
  countUpTo,
  isAbsent,
  listOf,
  modelInput,
  object,
  type Rule,
  type Rules,
} from '../client/check.ts';
import { shown } from '../client/shown.ts';
import type { Model } from '../client/model.ts';
import { isDecoder, isEncoderDecoder } from '../shared/architecture.ts';
import { GlassformerError } from '../shared/error.ts';
import type { Ablation, ModelInput, Token } from '../shared/run-types.ts';

/** What each of them may be told. */
export interface StudyOptions {
  /** Heads that are switched off or scaled, as `forward` takes them. */
  readonly ablate?: readonly Ablation[];
}

/** Of those that run the model many times. */
export interface AbortableOptions extends StudyOptions {
  /** Rejects with its reason once it is aborted; the runs that are left are not begun. */
  readonly signal?: AbortSignal;
}

export const studyRules: Rules<StudyOptions> = { ablate: listOf(object) };
export const abortableRules: Rules<AbortableOptions> = { ...studyRules, signal: abortSignal };
/** A place or an id: `checkPlace` looks at it, once its range is known. */
export const anyPlace: Rule = { expected: 'a whole number', holds: () => true };
const oneText: Rule = { ...modelInput, expected: 'one text or the ids of one text' };

/** A model that has what the function needs, and its options. */
export function checkStudy<T extends object>(
  where: string,
  model: Model,
  options: T,
  rules: Rules<T>,
  required: readonly (keyof T & string)[] = [],
): T {
  // A class of another copy of the package is as good.
  if (typeof (model as Partial<Model> | null)?.forward !== 'function')
    throw invalid(where, `model must be one that loadModel has given, found ${shown(model)}`);
  return checkFields(where, options, rules, required);
}

export function needsDecoder(where: string, model: Model): void {
  if (isDecoder(model)) return;
  const found = model.config.resolved.architecture;
  throw invalid(where, `needs a decoder, which writes a text, found an ${found}`);
}

export function needsOneStack(where: string, model: Model): void {
  if (isEncoderDecoder(model))
    throw invalid(where, 'needs a decoder or an encoder, found an encoder-decoder');
}

/** Of a post-norm model the stream is no sum of what its parts wrote: each norm comes after the sum. */
export function needsStream(where: string, model: Model): void {
  needsDecoder(where, model);
  if (model.config.resolved.norm === 'post')
    throw invalid(where, 'needs a model with its norms before its parts, found norm "post"');
}

/** One line, for `forward` takes several. Ids as a plain list: what is made of a list of integers holds integers only. */
export function checkInput(where: string, input: ModelInput): ModelInput {
  const given = check(where, input, oneText);
  return typeof given === 'string' ? given : (Array.from<number | Token>(given) as typeof given);
}

/** The place of one of `of` things, counted from 0. */
export function checkPlace(where: string, given: number, of: number): number {
  return check(where, given, countUpTo(of - 1));
}

/** As `checkPlace`; null where none is given. */
export function checkPlaceOrNone(
  where: string,
  given: number | null | undefined,
  of: number,
): number | null {
  return isAbsent(given) ? null : checkPlace(where, given as number, of);
}

export function invalid(where: string, message: string): GlassformerError {
  return new GlassformerError('InvalidArgument', `${where}: ${message}`);
}
