/** A logit as the sum of what each part of a decoder gives to it. */
import type { Rules } from '../client/check.ts';
import type { Model } from '../client/model.ts';
import type { ModelInput, Token } from '../shared/run-types.ts';
import type { HeadShares } from '../view/attribution.ts';
import {
  checkInput,
  checkPlaceOrNone,
  checkStudy,
  invalid,
  needsStream,
  anyPlace,
  type StudyOptions,
  studyRules,
} from './arguments.ts';
import { hooksOf, type Named, readShares } from './shares.ts';

export interface AttributionOptions extends StudyOptions {
  /** The place of the token after which the logit is, counted from 0. Where absent: the last. */
  readonly row?: number;
  /** Id of the token whose logit it is. Where absent: the likeliest. */
  readonly token?: number;
  /** Id of a token whose logit is taken off. Where absent: none is. */
  readonly against?: number;
}

export interface Attribution {
  readonly tokens: readonly Token[];
  readonly row: number;
  readonly token: Named;
  readonly against: Named | null;
  /** What each part gives, by the hook of what it adds to the stream. */
  readonly shares: Readonly<Record<string, number>>;
  /** What each head of an attention gives, and W_O's bias, by the hook of the attention. */
  readonly heads: Readonly<Record<string, HeadShares>>;
  /** Of the last norm's bias and of the output head's; null where the model has none. */
  readonly normBias: number | null;
  readonly headBias: number | null;
  /** Of all shares and both biases. */
  readonly sum: number;
  /** What the engine computed. */
  readonly logit: number;
}

const rules: Rules<AttributionOptions> = {
  ...studyRules,
  row: anyPlace,
  token: anyPlace,
  against: anyPlace,
};

/**
 * Direct logit attribution, with the last norm's deviation held (Elhage et al. 2021; TransformerLens'
 * `ActivationCache.logit_attrs`).
 *
 * @throws GlassformerError: `InvalidArgument` where the model is no decoder, or has its norms after its parts.
 */
export async function logitAttribution(
  model: Model,
  input: ModelInput,
  options: AttributionOptions = {},
): Promise<Attribution> {
  const where = 'logitAttribution';
  const { ablate = [], ...given } = checkStudy(where, model, options, rules);
  needsStream(where, model);
  const line = checkInput(`${where}: input`, input);
  const { vocab_size, decoder_layers } = model.config.resolved;
  const idOf = (name: 'token' | 'against') =>
    checkPlaceOrNone(`${where}: ${name}`, given[name], vocab_size);
  const [token, against] = [idOf('token'), idOf('against')];
  const run = await model.forward(line, { capture: hooksOf(model), ablate });
  const { length } = run.tokens;
  const row = checkPlaceOrNone(`${where}: row`, given.row, length) ?? length - 1;
  const opened = Array.from({ length: decoder_layers }, (_, layer) => layer);
  const shares = await readShares({ model, run, row, token, against, opened });
  if (shares === null) throw invalid(where, 'the model has no output head');
  const { parts, question: _, likeliest: __, ...sums } = shares;
  return {
    tokens: run.tokens,
    row,
    ...sums,
    shares: Object.fromEntries(parts.map(({ hook, share }) => [hook, share])),
    heads: Object.fromEntries(
      parts.flatMap(({ hook, heads }) => (heads === null ? [] : [[hook, heads]])),
    ),
  };
}
