/** Checks of what the functions of this folder are given. */
import {
  check,
  checkFields,
  count,
  isAbsent,
  listOf,
  object,
  type Rules,
} from '../client/check.ts';
import { shown } from '../client/shown.ts';
import type { Model } from '../client/model.ts';
import { isDecoder, isPair } from '../shared/architecture.ts';
import { GlassformerError } from '../shared/error.ts';
import type { Ablation } from '../shared/run-types.ts';

/** What each of them may be told. */
export interface StudyOptions {
  /** Heads that are switched off or scaled, as `forward` takes them. */
  readonly ablate?: readonly Ablation[];
}

export const studyRules: Rules<StudyOptions> = { ablate: listOf(object) };

/** A model that has what the function needs, and its options. */
export function checkStudy<T extends StudyOptions>(
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
  if (isPair(model))
    throw invalid(where, 'needs a decoder or an encoder, found an encoder-decoder');
}

/** Of a post-norm model the stream is no sum of what its parts wrote: each norm comes after the sum. */
export function needsStream(where: string, model: Model): void {
  needsDecoder(where, model);
  if (model.config.resolved.norm === 'post')
    throw invalid(where, 'needs a model with its norms before its parts, found norm "post"');
}

/** A number counted from 0, of `count` things; `fallback` where it is absent. */
export function checkPlace(
  where: string,
  given: number | null | undefined,
  { of, fallback }: { readonly of: number; readonly fallback: number },
): number {
  if (isAbsent(given)) return fallback;
  const place = check(where, given as number, count);
  if (place < of) return place;
  const [before, name = ''] = where.split(': ');
  throw invalid(
    before as string,
    `${name} must be a whole number from 0 to ${of - 1}, found ${place}`,
  );
}

export function invalid(where: string, message: string): GlassformerError {
  return new GlassformerError('InvalidArgument', `${where}: ${message}`);
}
