/** What a model would say next, under the reader's settings, and what it would have said without their changes. */
import type { Model } from '../../index.ts';
import type { Candidate, GenerationOptions } from '../../shared/generation-types.ts';
import type { Ablation, Token } from '../../shared/run-types.ts';
import { plainCandidates } from '../../view/bars.ts';
import { classifies } from '../../shared/architecture.ts';
import { firstStep } from '../base/first-step.ts';

export interface Question {
  readonly model: Model;
  readonly tokens: readonly Token[];
  /** So many of them, from the first. */
  readonly count: number;
  readonly ablations: readonly Ablation[];
  readonly options: GenerationOptions;
  /** Whether to ask once more without the ablations. */
  readonly compare: boolean;
}

export interface Answer {
  readonly candidates: readonly Candidate[];
  /** How many tokens the filters kept, of all that there are. */
  readonly keptCount: number;
  /** With all heads unchanged; null where none is changed or `compare` is off. */
  readonly learned: readonly Candidate[] | null;
}

export async function ask({
  model,
  tokens,
  count,
  ablations,
  options,
  compare,
}: Question): Promise<Answer> {
  const read = tokens.slice(0, count);
  const isChanged = compare && ablations.length > 0;
  if (classifies(model)) {
    const candidates = await classesOf(model, read, ablations);
    const learned = isChanged ? await classesOf(model, read, []) : null;
    return { candidates, keptCount: candidates.length, learned };
  }
  const now = await firstStep(model, read, { ...options, ablate: ablations });
  const learned = isChanged ? await firstStep(model, read, options) : null;
  return {
    candidates: now.candidates,
    keptCount: now.kept_count,
    learned: learned?.candidates ?? null,
  };
}

/** The classes of a model that classifies, as what a bar is drawn from. */
async function classesOf(
  model: Model,
  tokens: readonly Token[],
  ablate: readonly Ablation[],
): Promise<readonly Candidate[]> {
  const classes = [...(await model.classify(tokens, { ablate }))].sort((a, b) => a.id - b.id);
  return plainCandidates(
    classes.map(({ probability }) => probability),
    classes.map(({ logit }) => logit),
    classes.map(({ label }) => label),
  );
}

export function isSameQuestion(a: Question, b: Question): boolean {
  return (
    a.model === b.model &&
    a.tokens === b.tokens &&
    a.count === b.count &&
    a.ablations === b.ablations &&
    a.compare === b.compare &&
    JSON.stringify(a.options) === JSON.stringify(b.options)
  );
}
