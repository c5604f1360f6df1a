/** Everything that is drawn of one text: its translations, and what the heads did while they were written. */
import type { Model } from '../../index.ts';
import type { Ablation } from '../../shared/run-types.ts';
import {
  type Hypothesis,
  type Inside,
  lookInside,
  type Names,
  translate,
  type Translations,
  type Way,
} from './translation.ts';
import { underWay } from './under-way.ts';

/** What one reading depends on. */
export interface Question {
  readonly model: Model;
  readonly text: string;
  readonly beams: number;
  readonly ablations: readonly Ablation[];
  /** What the two signs are called that are no words. */
  readonly names: Names;
}

export interface Answer {
  readonly question: Question;
  readonly now: Translations;
  /** The same question with every head as it was learned. */
  readonly untouched: Translations;
  readonly inside: Readonly<Record<Way, Inside>>;
}

export function isSameQuestion(a: Question, b: Question): boolean {
  return (
    a.model === b.model &&
    a.text === b.text &&
    a.beams === b.beams &&
    a.ablations === b.ablations &&
    a.names.start === b.names.start
  );
}

/** `before`: an earlier answer, which may hold what is asked for again. */
export async function answerOf(question: Question, before: Answer | null): Promise<Answer> {
  const { model, text, beams, ablations, names } = question;
  const ask = (heads: readonly Ablation[]) =>
    underWay(model, { text, beams, heads }, () => translate(model, text, beams, heads));
  const now = await ask(ablations);
  const look = ({ ids }: Hypothesis) =>
    underWay(model, { text, ids, ablations, names }, () =>
      lookInside(model, text, ids, ablations, names),
    );
  let untouched = now;
  if (ablations.length > 0) {
    const isKnown = before !== null && isSameQuestion({ ...before.question, ablations }, question);
    untouched = isKnown ? before.untouched : await ask([]);
  }
  const beam = await look(now.beam);
  // The same text may be written with other tokens, which attend to others.
  const areSame = String(now.greedy.ids) === String(now.beam.ids);
  const greedy = areSame ? beam : await look(now.greedy);
  return { question, now, untouched, inside: { greedy, beam } };
}
