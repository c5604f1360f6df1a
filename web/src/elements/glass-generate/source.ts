/** What a generation continues, and how it is asked for. */
import type { GenerateOptions, Generation, Model } from '../../index.ts';
import type { Ablation, Run } from '../../shared/run-types.ts';
import { type Mode, optionsOf, type Settings } from '../base/controls.ts';
import type { Rules } from './session.ts';

export type Start = (options: GenerateOptions) => Generation;
/** The tokens of the surrounding model's text, or what starts a generation of its own. */
export type Source = Start | Run['tokens'] | null;

export function sameTokens(a: Source, b: Source): boolean {
  if (a === null || b === null || typeof a === 'function' || typeof b === 'function') return false;
  return a.length === b.length && a.every(({ id }, i) => id === b[i]?.id);
}

/** Whether what was set differs in something that this way of choosing goes by. */
export function isSetOtherwise(mode: Mode, before: Settings | undefined, now: Settings): boolean {
  if (before === undefined) return false;
  const old = optionsOf(mode, before);
  return Object.entries(optionsOf(mode, now)).some(
    ([name, value]) => old[name as keyof Settings] !== value,
  );
}

/** Starts a generation of the model that continues its text. */
export function startOf(model: Model | null, run: Run | null): Start | null {
  return model && run && ((options) => model.generate(run.tokens, options));
}

export function rulesOf(
  start: Start,
  mode: Mode,
  settings: Settings,
  ablations: readonly Ablation[],
): Rules {
  const options = optionsOf(mode, settings);
  const ablate = ablations.length > 0 ? { ablate: ablations } : {};
  const isBeam = mode === 'beam';
  return {
    start: (given) => start({ ...options, ...ablate, forced_tokens: [...given] }),
    looksAhead: !isBeam,
    probabilities: isBeam
      ? (given) => start({ ...ablate, forced_tokens: [...given], max_new_tokens: given.length + 1 })
      : null,
  };
}
