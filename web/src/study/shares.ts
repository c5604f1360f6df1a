/** A logit of a run as the sum of what each part of the model wrote into the stream. */
import type { Model } from '../index.ts';
import type { Run } from '../shared/run-types.ts';
import {
  type FinalNorm,
  type HeadShares,
  headShares,
  logitDirection,
  productOf,
} from '../view/attribution.ts';
import { attentionOut, biasOf, layoutOf, normWeight } from '../view/block-weights.ts';
import { largest, matrixOf, rowOf } from '../view/matrix.ts';
import { activationOf } from '../view/run.ts';
import { outputTableOf } from './output-table.ts';

/** How many of the likeliest tokens can be chosen. */
const kLikeliest = 5;

export interface SharesQuestion {
  readonly model: Model;
  readonly run: Run;
  /** The place of the token after which the logit is. */
  readonly row: number;
  /** Ids of the token and of the one that it is compared with; null: the likeliest; none. */
  readonly token: number | null;
  readonly against: number | null;
  /** The layers whose attention is opened into its heads, rising. */
  readonly opened: readonly number[];
}

export interface Named {
  readonly id: number;
  readonly text: string;
  /** The engine's. */
  readonly logit: number;
}

export interface Part {
  /** The name of its hook. */
  readonly hook: string;
  /** Counted from 0; null of the two embeddings. */
  readonly layer: number | null;
  readonly share: number;
  /** Null where they were not asked for, or the model has no such matrix. */
  readonly heads: HeadShares | null;
}

export interface Shares {
  readonly question: SharesQuestion;
  /** The likeliest tokens, and behind them those that were asked for. */
  readonly likeliest: readonly Named[];
  readonly token: Named;
  readonly against: Named | null;
  readonly parts: readonly Part[];
  /** Of the last norm's bias and of the head's; null where the model has none. */
  readonly normBias: number | null;
  readonly headBias: number | null;
  /** All of them added up. */
  readonly sum: number;
  /** What the engine computed. */
  readonly logit: number;
}

/** What is captured: what the model lacks is not asked for. */
export function hooksOf({ config: { resolved } }: Model): string[] {
  return [
    'embed',
    ...(resolved.positions === 'none' ? [] : ['pos_embed']),
    'blocks.*.attn_out',
    ...(resolved.d_ff > 0 ? ['blocks.*.mlp_out'] : []),
    'blocks.*.attn.z',
    lastHook(resolved.decoder_layers),
    'logits',
  ];
}

function lastHook(layers: number): string {
  return `blocks.${layers - 1}.resid_post`;
}

/** Null where the run lacks a part, or the model has no such matrix. */
export async function readShares(question: SharesQuestion): Promise<Shares | null> {
  const { model, run, row } = question;
  const { decoder_layers: layers, final_norm } = model.config.resolved;
  const isThere = hooksOf(model).every((hook) => hook.includes('*') || run.activations[hook]);
  const table = isThere ? await outputTableOf(model, run) : null;
  const norm = final_norm ? await finalNorm(model) : null;
  if (table === null || (final_norm && norm === null)) return null;

  const { likeliest, token, against } = await tokensOf(question);
  const rows = matrixOf(table.rows);
  const difference = (of: (id: number) => number) =>
    of(token.id) - (against === null ? 0 : of(against.id));
  const e = rowOf(rows, token.id).map((each, i) =>
    against === null ? each : each - (rowOf(rows, against.id)[i] as number),
  );
  const stream = rowOf(matrixOf(activationOf(run, lastHook(layers))), row);
  const direction = logitDirection(e, stream, norm);
  const parts = await partsOf(question, direction);
  const { bias } = table;
  const normBias = norm?.bias ? productOf(norm.bias, e) : null;
  const headBias = bias === null ? null : difference((id) => bias[id] as number);
  const logits = rowOf(matrixOf(activationOf(run, 'logits')), row);
  return {
    question,
    likeliest,
    token,
    against,
    parts,
    normBias,
    headBias,
    sum: parts.reduce((sum, { share }) => sum + share, (normBias ?? 0) + (headBias ?? 0)),
    logit: difference((id) => logits[id] as number),
  };
}

async function finalNorm(model: Model): Promise<FinalNorm | null> {
  const name = normWeight(model.weights, '', 0, 'end');
  if (name === null) return null;
  const bias = biasOf(model.weights, name);
  return {
    gain: (await model.weight(name)).data,
    bias: bias === null ? null : (await model.weight(bias)).data,
    epsilon: model.config.resolved.norm_epsilon,
  };
}

async function tokensOf({
  model,
  run,
  row,
  token,
  against,
}: SharesQuestion): Promise<Pick<Shares, 'likeliest' | 'token' | 'against'>> {
  const logits = rowOf(matrixOf(activationOf(run, 'logits')), row);
  const ids = largest(logits, kLikeliest);
  for (const id of [token, against]) if (id !== null && !ids.includes(id)) ids.push(id);
  const texts = model.hasTokenizer ? await model.tokenizer.texts(ids) : ids.map(String);
  const likeliest = ids.map((id, i) => ({ id, text: texts[i] ?? '', logit: logits[id] as number }));
  const named = (id: number | null) => likeliest.find((each) => each.id === id) ?? null;
  const shown = named(token) ?? (likeliest[0] as Named);
  const other = named(against);
  return { likeliest, token: shown, against: other?.id === shown.id ? null : other };
}

async function partsOf(
  { model, run, row, opened }: SharesQuestion,
  direction: Float64Array,
): Promise<Part[]> {
  const parts: Part[] = [];
  const add = (hook: string, layer: number | null, heads: HeadShares | null) => {
    const found = run.activations[hook];
    if (found === undefined) return;
    parts.push({ hook, layer, share: productOf(rowOf(matrixOf(found), row), direction), heads });
  };
  add('embed', null, null);
  add('pos_embed', null, null);
  for (let layer = 0; layer < model.config.resolved.decoder_layers; ++layer) {
    const isOpened = opened.includes(layer);
    const heads = isOpened ? await headsOf({ model, run, row }, layer, direction) : null;
    add(`blocks.${layer}.attn_out`, layer, heads);
    add(`blocks.${layer}.mlp_out`, layer, null);
  }
  return parts;
}

async function headsOf(
  { model, run, row }: Pick<SharesQuestion, 'model' | 'run' | 'row'>,
  layer: number,
  direction: Float64Array,
): Promise<HeadShares | null> {
  const output = attentionOut(model.weights, '', layer);
  const z = run.activations[`blocks.${layer}.attn.z`];
  if (output === null || z === undefined) return null;
  const biasName = biasOf(model.weights, output);
  const weight = await model.weight(output);
  const bias = biasName === null ? null : (await model.weight(biasName)).data;
  const isInOut = layoutOf(model.weights, output) === 'in_out';
  return headShares(z, row, { weight, isInOut, bias }, direction);
}
