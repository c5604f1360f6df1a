/** What the figure's JSON says of the two lines, and of each patched vector. */
import type { Candidate } from '../../shared/generation-types.ts';
import type { Cell, Followed, Line, PatchedRuns } from '../../study/patched-runs.ts';
import { type Json, numberOf } from '../base/export/json.ts';

interface Shown {
  readonly followed: Followed;
  readonly chosen: Cell;
  /** What the run of that cell would say next. */
  readonly candidates: readonly Candidate[];
}

export function numbersOf(
  { question, clean, corrupted }: PatchedRuns,
  { followed, chosen, candidates }: Shown,
): Readonly<Record<string, Json>> {
  const { target, patched, restored } = followed;
  const name = target === null ? 'logit_difference' : 'logit';
  const line = (text: string, { tokens, answer }: Line, value: number) => ({
    text,
    tokens: tokens.map((each) => each.text),
    answer: { id: answer.id, text: answer.text, probability: numberOf(answer.probability) },
    [name]: numberOf(value),
  });
  return {
    clean: line(question.clean as string, clean, followed.clean),
    corrupted: line(question.corrupted as string, corrupted, followed.corrupted),
    activation: question.activation,
    head: question.head,
    followed: target && { id: target.id, text: target.text },
    restored: restored.map((all) => all.map(numberOf)),
    chosen: {
      ...chosen,
      [name]: numberOf(patched[chosen.layer]?.[chosen.place] ?? 0),
      restored: numberOf(restored[chosen.layer]?.[chosen.place] ?? 0),
      candidates: candidates.map(({ id, text, probability }) => ({
        id,
        text,
        probability: numberOf(probability),
      })),
    },
  };
}
