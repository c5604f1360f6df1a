/** A logit as the product of a vector and a row of the output table, number by number. */
import type { Rules } from '../client/check.ts';
import type { Model } from '../client/model.ts';
import type { ModelInput, Token } from '../shared/run-types.ts';
import { productsOf } from '../view/logits.ts';
import { matrixOf, rowOf } from '../view/matrix.ts';
import {
  checkInput,
  checkPlaceOrNone,
  checkStudy,
  invalid,
  needsDecoder,
  anyPlace,
  type StudyOptions,
  studyRules,
} from './arguments.ts';
import { hooksOf, type Likely, readOutput } from './output.ts';

export interface LogitOptions extends StudyOptions {
  /** The place of the token after which the logit is, counted from 0. Where absent: the last. */
  readonly row?: number;
  /** Id of the token whose logit it is. Where absent: the likeliest. */
  readonly token?: number;
}

export interface Logit {
  readonly tokens: readonly Token[];
  readonly row: number;
  /** With the engine's logit. */
  readonly token: Likely;
  /** After all layers and the last norm. */
  readonly vector: readonly number[];
  /** The token's row of the output table. */
  readonly weights: readonly number[];
  /** One times the other. */
  readonly products: readonly number[];
  /** Null where the output head has none. */
  readonly bias: number | null;
  /** Of the products and the bias: the logit, but for rounding. */
  readonly sum: number;
}

const rules: Rules<LogitOptions> = { ...studyRules, row: anyPlace, token: anyPlace };

/**
 * The last step of a run for one token: `resid_post`, normed, times its row of the unembedding (TransformerLens' `W_U`).
 *
 * @throws GlassformerError: `InvalidArgument` where the model is no decoder.
 */
export async function logit(
  model: Model,
  input: ModelInput,
  options: LogitOptions = {},
): Promise<Logit> {
  const where = 'logit';
  const given = checkStudy(where, model, options, rules);
  needsDecoder(where, model);
  const line = checkInput(`${where}: input`, input);
  const asked = checkPlaceOrNone(`${where}: token`, given.token, model.config.resolved.vocab_size);
  const run = await model.forward(line, { capture: hooksOf(model), ablate: given.ablate ?? [] });
  const { length } = run.tokens;
  const row = checkPlaceOrNone(`${where}: row`, given.row, length) ?? length - 1;
  const output = await readOutput({ model, run, row, count: 1, asked });
  if (output === null) throw invalid(where, 'the model has no output head');
  const { table, vectors, likeliest } = output;
  const id = asked ?? (likeliest[0] as Likely).id;
  const token = likeliest.find((each) => each.id === id) as Likely;
  const [vector, weights] = [rowOf(vectors, row), rowOf(matrixOf(table.rows), id)];
  const products = [...productsOf(vector, weights)];
  const bias = table.bias === null ? null : (table.bias[id] as number);
  return {
    tokens: run.tokens,
    row,
    token,
    vector: [...vector],
    weights: [...weights],
    products,
    bias,
    sum: products.reduce((sum, each) => sum + each, bias ?? 0),
  };
}
