/**
 * A step of a generation as it leaves the engine: the numbers of its candidates in arrays, because sixteen objects take
 * longer to make, to send and to read than a small model takes for a token.
 */
import type { Candidate, GenerationStep } from './generation-types.ts';

export interface PackedStep extends Omit<GenerationStep, 'candidates'> {
  readonly candidate_ids: Int32Array;
  readonly candidate_texts: readonly string[];
  /** (candidates, 8): the fields of each in their order, `kept` as 1 or 0. */
  readonly candidate_numbers: Float32Array;
}

const kNumbers = 8;

export function unpackStep(packed: PackedStep): GenerationStep {
  const { candidate_ids, candidate_texts, candidate_numbers, ...step } = packed;
  const candidates = candidate_texts.map((text, i): Candidate => {
    const at = i * kNumbers;
    return {
      id: candidate_ids[i]!,
      text,
      logit: candidate_numbers[at]!,
      probability: candidate_numbers[at + 1]!,
      after_penalties: candidate_numbers[at + 2]!,
      after_temperature: candidate_numbers[at + 3]!,
      after_top_k: candidate_numbers[at + 4]!,
      after_top_p: candidate_numbers[at + 5]!,
      final_probability: candidate_numbers[at + 6]!,
      kept: candidate_numbers[at + 7] === 1,
    };
  });
  return { ...step, candidates };
}
