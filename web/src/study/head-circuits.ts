/** The two circuits of a head of a decoder, from its weights alone. */
import { flag, type Rules } from '../client/check.ts';
import type { Model } from '../client/model.ts';
import type { ModelInput, Token } from '../shared/run-types.ts';
import { rowOf } from '../view/matrix.ts';
import {
  checkInput,
  checkPlace,
  checkPlaceOrNone,
  checkStudy,
  invalid,
  needsStream,
  anyPlace,
} from './arguments.ts';
import { type Circuit, type CircuitKind, hooksOf, readCircuit } from './circuit.ts';
import type { NamedPush } from './writes.ts';

export interface CircuitOptions {
  /** Both counted from 0. */
  readonly layer: number;
  readonly head: number;
  /** The positions' vectors are added to the embeddings, as in a run. Where absent: they are not. */
  readonly withPositions?: boolean;
}

export interface OvOptions extends CircuitOptions {
  /** The place of the token that is attended to, counted from 0. Where absent: the last. */
  readonly row?: number;
}

export interface QkCircuit {
  readonly tokens: readonly Token[];
  /** Of each token as the query (a row) with each as the key, before the mask. */
  readonly scores: readonly (readonly number[])[];
}

export interface OvCircuit {
  readonly tokens: readonly Token[];
  readonly row: number;
  /**
   * At most eight tokens whose logits the head raises most, and lowers most, when it attends to that one: those above zero, and those
   * below it. `logit` is what it adds, but for the last norm's deviation.
   */
  readonly raised: readonly NamedPush[];
  readonly lowered: readonly NamedPush[];
  /** The token itself, and its rank from the most raised, 1 at the top. */
  readonly itself: NamedPush & { readonly rank: number };
}

const ofQk: Rules<CircuitOptions> = { layer: anyPlace, head: anyPlace, withPositions: flag };
const ofOv: Rules<OvOptions> = { ...ofQk, row: anyPlace };

/**
 * How a head scores each key of a line for each query, as if nothing came before its layer: x_q W_Q W_Kᵀ x_k, divided by √d_head where
 * the model scales its attention (Elhage et al. 2021; TransformerLens' `QK` is the product of the matrices alone). x is an embedding
 * after the layer's norm with its gain; the norm's bias, b_Q and b_K are left out.
 *
 * @throws GlassformerError: `InvalidArgument` where the model is no decoder, or has its norms after its parts.
 */
export async function qkCircuit(
  model: Model,
  input: ModelInput,
  options: CircuitOptions,
): Promise<QkCircuit> {
  const { circuit, tokens } = await read('qkCircuit', 'qk', model, input, options, ofQk);
  const { scores } = circuit;
  if (scores === null) throw invalid('qkCircuit', 'the model has no matrix of queries and keys');
  return {
    tokens,
    scores: Array.from({ length: scores.rows }, (_, row) => [...rowOf(scores, row)]),
  };
}

/**
 * Which logits a head raises and lowers when it attends to a token: x W_V W_O, less its mean and times the last norm's gain where the
 * model has one, times the output table (Elhage et al. 2021; TransformerLens' `OV` is the product of the matrices alone). x is as in
 * `qkCircuit`; b_V, b_O and the last norm's deviation and bias are left out.
 *
 * @throws GlassformerError: `InvalidArgument` where the model is no decoder, or has its norms after its parts.
 */
export async function ovCircuit(
  model: Model,
  input: ModelInput,
  options: OvOptions,
): Promise<OvCircuit> {
  const { circuit, tokens } = await read('ovCircuit', 'ov', model, input, options, ofOv);
  const { question, raised, lowered, itself } = circuit;
  if (itself === null) throw invalid('ovCircuit', 'the model has no matrix of values');
  return { tokens, row: question.row, raised, lowered, itself };
}

async function read(
  where: string,
  kind: CircuitKind,
  model: Model,
  input: ModelInput,
  options: OvOptions,
  rules: Rules<CircuitOptions> | Rules<OvOptions>,
): Promise<{ readonly circuit: Circuit; readonly tokens: readonly Token[] }> {
  const given = checkStudy(where, model, options, rules as Rules<OvOptions>, ['layer', 'head']);
  needsStream(where, model);
  const line = checkInput(`${where}: input`, input);
  const { decoder_layers, num_heads } = model.config.resolved;
  const place = {
    layer: checkPlace(`${where}: layer`, given.layer, decoder_layers),
    head: checkPlace(`${where}: head`, given.head, num_heads),
  };
  const run = await model.forward(line, { capture: hooksOf(model) });
  const { length } = run.tokens;
  const row = checkPlaceOrNone(`${where}: row`, given.row, length) ?? length - 1;
  const hasPositions = given.withPositions ?? false;
  const question = { model, run, kind, place, row, hasPositions, maxTokens: Infinity };
  const circuit = await readCircuit(question);
  if (circuit === null)
    throw invalid(where, 'the model lacks a matrix that the circuit is made of');
  return { circuit, tokens: run.tokens };
}
