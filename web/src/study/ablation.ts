/** What becomes of a probability without each part of a model. */
import { unlessAborted } from '../client/abort.ts';
import { oneOf, type Rules, text } from '../client/check.ts';
import { shown } from '../client/shown.ts';
import type { Model } from '../client/model.ts';
import { isDecoder, isEncoderDecoder } from '../shared/architecture.ts';
import type { ModelInput } from '../shared/run-types.ts';
import { meanProbability, type ModelPart, rankedByChange } from '../view/ablation.ts';
import {
  type AblatedRuns,
  type Kind,
  kKinds,
  readAblated,
  type Target,
  type Without,
} from './ablated-runs.ts';
import {
  anyPlace,
  checkInput,
  checkPlaceOrNone,
  checkStudy,
  invalid,
  type AbortableOptions,
  abortableRules,
} from './arguments.ts';
import { logsBefore, type Measured, measuredIn, ofMeasured, sumOf, worthsOf } from './worths.ts';

export interface AblationOptions extends AbortableOptions {
  /** What takes the place of what a part hands on: zeros, or its mean over the positions. Where absent: "zero". */
  readonly kind?: Kind;
  /** Of the kind "mean": the text over whose positions the means are. Where absent: the input itself. */
  readonly reference?: string;
  /** Of a decoder: id of the next token whose probability it is. Where absent: the likeliest. */
  readonly token?: number;
  /** Of an encoder–decoder: the place of a token in the translation, counted from 0. Where absent: the whole translation. */
  readonly place?: number;
}

/** A part, and what the model gives without it. */
export interface WithoutPart extends ModelPart {
  /** Of several tokens the geometric mean. */
  readonly probability: number;
  /** Of several tokens the sum. */
  readonly logProbability: number;
}

export interface Ablations {
  /** The tokens that are measured: the next one, or those of the translation. */
  readonly tokens: readonly Pick<Target, 'row' | 'id' | 'text'>[];
  /** With all parts. */
  readonly probability: number;
  readonly logProbability: number;
  /** Those first without which the probability changes most. */
  readonly without: readonly WithoutPart[];
}

const rules: Rules<AblationOptions> = {
  ...abortableRules,
  kind: oneOf(...kKinds),
  reference: text,
  token: anyPlace,
  place: anyPlace,
};

/**
 * Zero ablation (Michel et al. 2019) or mean ablation (Wang et al. 2022: over a data set; here over the places of one
 * text): a run of its own without each head, feed-forward and layer. Of a decoder the probability of the next token is
 * measured, of an encoder–decoder that of its greedy translation of the input.
 *
 * @throws GlassformerError: `InvalidArgument` where the model is an encoder alone, and where an encoder–decoder is given no text.
 */
export async function ablation(
  model: Model,
  input: ModelInput,
  options: AblationOptions = {},
): Promise<Ablations> {
  const where = 'ablation';
  const given = checkStudy(where, model, options, rules);
  const translates = isEncoderDecoder(model);
  if (!translates && !isDecoder(model))
    throw invalid(where, 'needs a decoder or an encoder-decoder, found an encoder');
  if (translates && typeof input !== 'string')
    throw invalid(where, `the input of an encoder-decoder must be a text, found ${shown(input)}`);
  const line = checkInput(`${where}: input`, input);
  const wrong = translates ? 'token' : 'place';
  if (given[wrong] !== undefined)
    throw invalid(where, `${wrong} is of ${translates ? 'a decoder' : 'an encoder-decoder'}`);
  const { kind = 'zero', ablate: ablations = [], signal } = given;
  const reference = referenceOf(where, kind, given.reference);
  const { vocab_size } = model.config.resolved;
  const token = checkPlaceOrNone(`${where}: token`, given.token, vocab_size);
  const question = { model, input: line, token, kind, reference, ablations };
  // Null only where it was aborted, which has been told then.
  const runs = (await unlessAborted(signal, () =>
    readAblated(question, () => !signal?.aborted),
  )) as AblatedRuns;
  const { targets, without } = runs;
  const measured: Measured =
    checkPlaceOrNone(`${where}: place`, given.place, targets.length) ?? measuredIn(runs, null);
  const logs = logsBefore(runs, measured);
  const probability = meanProbability(logs);
  const worths = worthsOf(runs, measured).map(({ at, part, probability: own }) => {
    const { logProbabilities } = without[at] as Without;
    const logProbability = sumOf(ofMeasured(logProbabilities, measured));
    return { ...part, probability: own, logProbability };
  });
  return {
    tokens: ofMeasured(targets, measured).map(({ row, id, text: name }) => ({
      row,
      id,
      text: name,
    })),
    probability,
    logProbability: sumOf(logs),
    without: rankedByChange(worths, probability),
  };
}

/** Empty where none is given: zeros need none, and means are over the input itself. */
function referenceOf(where: string, kind: Kind, given: string | undefined): string {
  if (given === undefined) return '';
  if (kind === 'zero')
    throw invalid(where, 'reference must come with kind "mean", found kind "zero"');
  if (given.trim() === '')
    throw invalid(where, `reference must be a text with a token at least, found ${shown(given)}`);
  return given;
}
