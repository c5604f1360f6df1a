/** How much each token of a text surprises a decoder. */
import type { Model } from '../client/model.ts';
import type { ModelInput, Token } from '../shared/run-types.ts';
import { perplexityOf } from '../view/surprise.ts';
import {
  checkInput,
  checkStudy,
  needsDecoder,
  type StudyOptions,
  studyRules,
} from './arguments.ts';
import { type Expectations, type Expected, readExpectations } from './expectations.ts';

export interface Surprise {
  readonly tokens: readonly Token[];
  /** −log₂ of the probability that each token was given by those before it; null for the first. */
  readonly bits: readonly (number | null)[];
  /** The mean of the bits; null of a single token. */
  readonly mean: number | null;
  /** 2 to the power of the mean; null of a single token. */
  readonly perplexity: number | null;
  /** The three likeliest tokens at each place, likeliest first; none at the first. */
  readonly expected: readonly (readonly Expected[])[];
}

/**
 * How many bits each token surprises the model: its cross-entropy, as TransformerLens' `loss_per_token` in bits.
 *
 * @throws GlassformerError: `InvalidArgument` where the model is no decoder.
 */
export async function surprise(
  model: Model,
  input: ModelInput,
  options: StudyOptions = {},
): Promise<Surprise> {
  const where = 'surprise';
  const given = checkStudy(where, model, options, studyRules);
  needsDecoder(where, model);
  const line = checkInput(`${where}: input`, input);
  const run = await model.forward(line, { ...given, capture: ['logits'] });
  const { bits, mean, expected } = (await readExpectations(model, run)) as Expectations;
  const perplexity = mean === null ? null : perplexityOf(mean);
  return { tokens: run.tokens, bits, mean, perplexity, expected };
}
