/** Next-token candidates as bars, with the place where a filter cut, and beside each what it was before. */
import type { Candidate } from '../shared/generation-types.ts';
import type { Tensor } from '../shared/run-types.ts';
import { matrixOf, rowOf } from './matrix.ts';

export interface Bar {
  readonly id: number;
  readonly text: string;
  readonly logit: number;
  /** What the model itself says. */
  readonly probability: number;
  /** After temperature: what the filters see. */
  readonly tempered: number;
  /** What is drawn from, after all filters; 0 if filtered out. */
  readonly final: number;
  readonly kept: boolean;
  /** What the bar shows: the final probability, or what a filter took away. */
  readonly shown: number;
  /** Length of the bar as a part of the longest. */
  readonly length: number;
  /** What it was before: the model's own probability, or, in a comparison, the probability before the change. */
  readonly before: number;
  readonly beforeLength: number;
  /** Whether `final` or `before` is only known to be less than this, because the list is shorter. */
  readonly isBound: 'final' | 'before' | null;
  /** In a comparison: it was not among the likeliest before ("came"), or is no more ("left"). */
  readonly standing: 'stays' | 'came' | 'left';
}

export interface Bars {
  readonly bars: readonly Bar[];
  /** How many bars stand above the cut; equal to the number of bars if nothing was cut. */
  readonly kept: number;
}

/** In a comparison at most this share of the bars goes to tokens that have left. */
const kShareOfLeft = 0.3;

/** The `limit` likeliest candidates, likeliest first; ties by id. */
export function barsOf(candidates: readonly Candidate[], limit: number): Bars {
  const shown = likeliestFirst(candidates).slice(0, limit);
  return measured(
    shown.map((candidate) => ({
      ...plainBar(candidate),
      before: candidate.probability,
      isBound: null,
      standing: 'stays',
    })),
  );
}

/**
 * The likeliest now, each beside its probability `before`; the likeliest before that are so no more stand among them. Both
 * lists may be shorter than the vocabulary: a token that one of them lacks is less likely than all that it holds.
 */
export function comparedBars(
  now: readonly Candidate[],
  before: readonly Candidate[],
  limit: number,
): Bars {
  const [sortedNow, sortedBefore] = [likeliestFirst(now), likeliestFirst(before)];
  const topNow = idsOf(sortedNow.slice(0, limit));
  const topBefore = idsOf(sortedBefore.slice(0, limit));
  const left = sortedBefore
    .slice(0, Math.ceil(limit / 2))
    .filter(({ id }) => !topNow.has(id))
    .slice(0, Math.floor(limit * kShareOfLeft));
  const stays = sortedNow.slice(0, limit - left.length);
  const gone = left.map((old) => now.find(({ id }) => id === old.id) ?? unlisted(old, now));
  return measured(
    likeliestFirst([...stays, ...gone]).map((candidate) => {
      const old = before.find(({ id }) => id === candidate.id);
      const isListed = now.some(({ id }) => id === candidate.id);
      return {
        ...plainBar(candidate),
        before: (old ?? unlisted(candidate, before)).final_probability,
        isBound: !isListed ? 'final' : old === undefined ? 'before' : null,
        standing: !topNow.has(candidate.id)
          ? 'left'
          : topBefore.has(candidate.id)
            ? 'stays'
            : 'came',
      };
    }),
  );
}

type Measured = 'length' | 'beforeLength';

function plainBar(candidate: Candidate): Omit<Bar, Measured | 'before' | 'isBound' | 'standing'> {
  return {
    id: candidate.id,
    text: candidate.text,
    logit: candidate.logit,
    probability: candidate.probability,
    tempered: candidate.after_temperature,
    final: candidate.final_probability,
    kept: candidate.kept,
    shown: candidate.kept ? candidate.final_probability : candidate.after_temperature,
  };
}

/** All bars and what stands behind them on one scale. */
function measured(bars: readonly Omit<Bar, Measured>[]): Bars {
  const longest = Math.max(0, ...bars.flatMap(({ shown, before }) => [shown, before])) || 1;
  return {
    bars: bars.map((bar) => ({
      ...bar,
      length: bar.shown / longest,
      beforeLength: bar.before / longest,
    })),
    kept: bars.filter((bar) => bar.kept).length,
  };
}

function likeliestFirst(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates].sort(
    (a, b) =>
      Number(b.kept) - Number(a.kept) || b.after_temperature - a.after_temperature || a.id - b.id,
  );
}

function idsOf(candidates: readonly Candidate[]): ReadonlySet<number> {
  return new Set(candidates.map(({ id }) => id));
}

/** A token that is not in `list`: as likely as its last one at the most. */
function unlisted(candidate: Candidate, list: readonly Candidate[]): Candidate {
  const least = (part: (each: Candidate) => number) =>
    list.length === 0 ? 0 : Math.min(...list.map(part));
  return {
    ...candidate,
    probability: least((each) => each.probability),
    after_temperature: least((each) => each.after_temperature),
    final_probability: least((each) => each.final_probability),
    kept: list.every(({ kept }) => kept),
  };
}

/**
 * The sum that softmax divides by: e^(logit ÷ temperature) of all tokens that are kept, from one of them. Infinite where it is
 * larger than a double holds.
 */
export function softmaxSum(
  { logit, final }: Pick<Bar, 'logit' | 'final'>,
  temperature: number,
): number {
  return Math.exp(logit / temperature) / final;
}

/** Candidates that nothing filtered, from the probabilities of one position. `texts[id]` is the token's text. */
export function plainCandidates(
  probabilities: ArrayLike<number>,
  logits: ArrayLike<number>,
  texts: readonly string[],
): Candidate[] {
  return Array.from(probabilities, (probability, id) => ({
    id,
    text: texts[id] ?? String(id),
    logit: logits[id] ?? Number.NaN,
    probability,
    after_penalties: probability,
    after_temperature: probability,
    after_top_k: probability,
    after_top_p: probability,
    final_probability: probability,
    kept: true,
  }));
}

/** The last position's row of (T, V). */
export function lastRow(array: Tensor): Float32Array {
  const matrix = matrixOf(array);
  return rowOf(matrix, matrix.rows - 1);
}
