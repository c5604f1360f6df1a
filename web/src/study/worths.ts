/** What each part is worth: a probability with all parts, and without one. */
import { meanProbability, type ModelPart, rankedByChange } from '../view/ablation.ts';
import type { AblatedRuns } from './ablated-runs.ts';

/** The place of a token in the list of targets; "whole": all of a translation. */
export type Measured = number | 'whole';

/** A part, and the probability without it. */
export interface Worth {
  /** Its place in the list of parts. */
  readonly at: number;
  readonly part: ModelPart;
  readonly probability: number;
}

/** Of a list with something for each target what is for those that are measured. */
export function ofMeasured<Each>(all: readonly Each[], measured: Measured): readonly Each[] {
  return measured === 'whole' ? all : all.slice(measured, measured + 1);
}

/** `chosen` where the runs have it; else of a translation all of it, of what comes next the token that was asked for. */
export function measuredIn(
  { line, targets, question }: AblatedRuns,
  chosen: Measured | null,
): Measured {
  const ofTranslation = line.expected !== null;
  if (chosen === 'whole' && ofTranslation) return 'whole';
  if (typeof chosen === 'number' && chosen < targets.length) return chosen;
  if (ofTranslation) return 'whole';
  return Math.max(
    0,
    targets.findIndex(({ id }) => id === question.token),
  );
}

export function worthsOf({ without }: AblatedRuns, measured: Measured): readonly Worth[] {
  return without.map(({ part, logProbabilities }, at) => {
    return { at, part, probability: meanProbability(ofMeasured(logProbabilities, measured)) };
  });
}

/** With all parts: the log-probabilities of what is measured. */
export function logsBefore({ targets }: AblatedRuns, measured: Measured): readonly number[] {
  return ofMeasured(targets, measured).map(({ logProbability }) => logProbability);
}

/** What comes first without a part where something else did; null: nothing else, or a whole translation is measured. */
export function insteadOf(
  { without, targets, line, texts }: AblatedRuns,
  at: number,
  measured: Measured,
): { readonly id: number; readonly text: string } | null {
  if (measured === 'whole') return null;
  // The likeliest next token is the first target; a greedy translation has the likeliest in each place.
  const before = targets[line.expected === null ? 0 : measured]?.id;
  const id = without[at]?.first[measured];
  return id === undefined || id === before ? null : { id, text: texts.get(id) ?? '' };
}

export function sumOf(logs: readonly number[]): number {
  return logs.reduce((sum, each) => sum + each, 0);
}

/** What the runs say of what is measured. */
export interface Now {
  readonly measured: Measured;
  readonly worths: readonly Worth[];
  /** Of what is measured, with all parts: log-probabilities, and the probability that stands for them. */
  readonly logs: readonly number[];
  readonly before: number;
  /** The chosen part, else the one without which most changes. */
  readonly shown: Worth;
}

/** `chosen`: the number of the part that is chosen; where there is none of it: the one without which most changes. */
export function nowOf(runs: AblatedRuns, measured: Measured, chosen: number): Now {
  const worths = worthsOf(runs, measured);
  const logs = logsBefore(runs, measured);
  const before = meanProbability(logs);
  const shown = (worths[chosen] ?? rankedByChange(worths, before)[0]) as Worth;
  return { measured, worths, logs, before, shown };
}
