/** What each head is worth for a text: the next token's probability without it, one head at a time. */
import type { Model } from '../../index.ts';
import type { Ablation, Token } from '../../shared/run-types.ts';
import type { Candidate } from '../../shared/generation-types.ts';
import { factorOf, type HeadPlace, withFactor } from '../../view/heads.ts';
import { firstStep } from '../base/first-step.ts';

/** Length of the lists that are compared: a token outside of them is very unlikely. */
const kCompared = 256;

export interface SweepQuestion {
  readonly model: Model;
  readonly tokens: readonly Token[];
  /** What is changed already stays so, but for the head in question. */
  readonly ablations: readonly Ablation[];
}

export interface WithoutHead extends HeadPlace {
  /** Of the token that comes first with all heads. */
  readonly probability: number;
  /** What comes first without this one. */
  readonly first: Candidate;
}

export interface Sweep {
  /** The likeliest token as things are. */
  readonly first: Candidate;
  /** Those first that change its probability most. */
  readonly without: readonly WithoutHead[];
}

/** One run for each head that is not off. Null where `isWanted` says so before the end. */
export async function sweepHeads(
  { model, tokens, ablations }: SweepQuestion,
  isWanted: () => boolean,
): Promise<Sweep | null> {
  const ask = async (ablate: readonly Ablation[]) => {
    const { candidates } = await firstStep(model, tokens, { ablate, num_candidates: kCompared });
    return candidates;
  };
  const [first] = await ask(ablations);
  const { decoder_layers, num_heads } = model.config.resolved;
  const without: WithoutHead[] = [];
  for (let layer = 0; layer < decoder_layers; ++layer)
    for (let head = 0; head < num_heads; ++head) {
      if (first === undefined || !isWanted()) return null;
      const place = { layer, head };
      if (factorOf(ablations, place, 'decoder') === 0) continue;
      const candidates = await ask(withFactor(ablations, place, 'decoder', 0));
      const [now] = candidates;
      if (now === undefined) return null;
      const probability = candidates.find(({ id }) => id === first.id)?.probability ?? 0;
      without.push({ ...place, probability, first: now });
    }
  if (first === undefined) return null;
  const change = ({ probability }: WithoutHead) => Math.abs(probability - first.probability);
  return { first, without: without.sort((a, b) => change(b) - change(a)) };
}
