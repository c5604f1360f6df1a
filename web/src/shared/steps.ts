/**
 * A step of a generation as it leaves the engine: the numbers of its candidates in arrays, because sixteen objects take
 * longer to make, to send and to read than a small model takes for a token.
 */
import type { Candidate, GenerationStep } from './generation-types.ts';

export interface PackedStep extends Omit<GenerationStep, 'candidates'> {
  readonly candidate_ids: Int32Array;
  readonly candidate_texts: readonly string[];
  /** (candidates, fields): `candidateFields` of each, `kept` as 1 or 0. */
  readonly candidate_numbers: Float32Array;
}

/** The numbers of a candidate, in the order in which the module gives them: worker/same-types.ts holds it to the module's. */
export const candidateFields = [
  'logit',
  'probability',
  'after_penalties',
  'after_temperature',
  'after_top_k',
  'after_top_p',
  'final_probability',
  'kept',
] as const satisfies readonly (keyof Candidate)[];

const kPlaces = Object.fromEntries(candidateFields.map((name, place) => [name, place])) as Readonly<
  Record<(typeof candidateFields)[number], number>
>;

export function unpackStep(packed: PackedStep): GenerationStep {
  const { candidate_ids, candidate_texts, candidate_numbers, ...step } = packed;
  const candidates = candidate_texts.map((text, i): Candidate => {
    const of = (field: keyof typeof kPlaces): number =>
      candidate_numbers[i * candidateFields.length + kPlaces[field]]!;
    return {
      id: candidate_ids[i]!,
      text,
      logit: of('logit'),
      probability: of('probability'),
      after_penalties: of('after_penalties'),
      after_temperature: of('after_temperature'),
      after_top_k: of('after_top_k'),
      after_top_p: of('after_top_p'),
      final_probability: of('final_probability'),
      kept: of('kept') === 1,
    };
  });
  return { ...step, candidates };
}
