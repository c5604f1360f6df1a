/** The reader's sentence: what can be wrong with it, and its way through the engine. */
import {
  GlassformerError,
  type Run,
  seededSelfAttention,
  type SeededSelfAttention,
} from 'glassformer';
import { runOfSeeded } from 'glassformer/elements/functions';
import { findProblem, firstWords, type SentenceProblem } from '../../../sentence-check.ts';

export interface Reading {
  readonly text: string;
  readonly seed: number;
  readonly example: SeededSelfAttention;
  /** The example as the figures read it. */
  readonly run: Run;
  /** How many words the text has; the figures read `kMaxWords` of them at most. */
  readonly words: number;
}

/** Figures of more words than this would be neither seen nor fast. */
export const kMaxWords = 600;

export async function readSentence(text: string, seed: number): Promise<Reading | SentenceProblem> {
  const problem = findProblem(text);
  if (problem) return problem;
  const { head, words } = firstWords(text, kMaxWords);
  try {
    const example = await seededSelfAttention(head, seed);
    return { text, seed, words, example, run: runOfSeeded(example) };
  } catch (error) {
    if (
      error instanceof GlassformerError &&
      (error.code === 'InvalidText' || error.code === 'InvalidArgument')
    )
      return { kind: 'engine' };
    throw error;
  }
}
