/** The QK or the OV circuit of one head, for the tokens of a line. */
import type { Model } from '../index.ts';
import type { Run } from '../shared/run-types.ts';
import { attentionIn, attentionOut, layoutOf, normWeight } from '../view/block-weights.ts';
import {
  headBlocks,
  type Linear,
  logitsGiven,
  normedBy,
  queryKeyScores,
  rankIn,
  times,
} from '../view/circuits.ts';
import type { HeadPlace } from '../view/heads.ts';
import { pushed } from '../view/feed-forward.ts';
import { type Matrix, matrixOf, rowOf } from '../view/matrix.ts';
import { activationOf } from '../view/run.ts';
import { outputTableOf } from './output-table.ts';
import type { NamedPush } from './writes.ts';

export const kCircuits = ['qk', 'ov'] as const;
export type CircuitKind = (typeof kCircuits)[number];

/** At most so many of the tokens that are raised, and of those that are lowered, are named. */
const kNamed = 8;
/** What is captured. */
export function hooksOf({ config: { resolved } }: Model): string[] {
  return resolved.positions === 'none' ? ['embed'] : ['embed', 'pos_embed'];
}

export interface CircuitQuestion {
  readonly model: Model;
  readonly run: Run;
  readonly kind: CircuitKind;
  readonly place: HeadPlace;
  /** Of the token that is attended to, in the run (OV). */
  readonly row: number;
  /** The positions' vectors are added to the embeddings, as in the run. */
  readonly hasPositions: boolean;
  /** Of QK: longer lines are cut to their end, since each pair has a score. */
  readonly maxTokens: number;
}

export interface Circuit {
  readonly question: CircuitQuestion;
  /** Place in the run of the first token that is shown. */
  readonly first: number;
  /** (T, T), a query in each row; null of OV. */
  readonly scores: Matrix | null;
  readonly raised: readonly NamedPush[];
  readonly lowered: readonly NamedPush[];
  /** The attended token itself, and its rank from the most raised; null of QK. */
  readonly itself: (NamedPush & { readonly rank: number }) | null;
}

/** Null where the run lacks the embeddings, or the model has no such matrix. */
export async function readCircuit(question: CircuitQuestion): Promise<Circuit | null> {
  const { model, run, kind, place, row, hasPositions, maxTokens } = question;
  const { resolved } = model.config;
  const name = attentionIn(model.weights, '', place.layer);
  if (name === null || run.activations['embed'] === undefined) return null;
  const linear = async (weight: string): Promise<Linear> => {
    const isInOut = layoutOf(model.weights, weight) === 'in_out';
    return { weight: await model.weight(weight), isInOut };
  };
  const gainOf = async (site: 'attention' | 'end', layer: number) => {
    const weight = normWeight(model.weights, '', layer, site);
    return weight === null ? null : (await model.weight(weight)).data;
  };
  const qkv = await linear(name);
  const gain = resolved.norm === 'none' ? null : await gainOf('attention', place.layer);
  const norm = gain && { gain, epsilon: resolved.norm_epsilon };
  const embedded = matrixOf(activationOf(run, 'embed'));
  const added = run.activations['pos_embed'];
  const read = (token: number) => {
    const own = rowOf(embedded, token);
    if (!hasPositions || added === undefined) return normedBy(own, norm);
    const position = rowOf(matrixOf(added), token);
    return normedBy(
      Float64Array.from(own, (each, i) => each + (position[i] as number)),
      norm,
    );
  };
  const blocks = headBlocks(resolved, place.head);
  const first = kind === 'qk' ? Math.max(0, embedded.rows - maxTokens) : 0;
  const none = { question, first, scores: null, raised: [], lowered: [], itself: null };
  if (kind === 'qk') {
    const scale = resolved.scale_attention ? 1 / Math.sqrt(blocks.query.columns[1]) : 1;
    const rows = Array.from({ length: embedded.rows - first }, (_, i) => read(first + i));
    return { ...none, scores: queryKeyScores(rows, qkv, blocks, scale) };
  }

  const output = attentionOut(model.weights, '', place.layer);
  const table = await outputTableOf(model, run);
  if (output === null || table === null) return null;
  const value = times(read(row), qkv, blocks.value);
  const written = times(value, await linear(output), blocks.output);
  const last = resolved.final_norm ? await gainOf('end', 0) : null;
  const given = logitsGiven(written, last, table.rows);
  const { id } = run.tokens[row] as Run['tokens'][number];
  const { raised, lowered } = pushed(given, kNamed);
  const all = [...raised, ...lowered, { id, logit: given[id] as number }];
  const ids = all.map((each) => each.id);
  const texts = model.hasTokenizer ? await model.tokenizer.texts(ids) : ids.map(String);
  const named = all.map((each, i) => ({ ...each, text: texts[i] ?? '' }));
  const itself = { ...(named.at(-1) as NamedPush), rank: rankIn(given, id) };
  return {
    ...none,
    raised: named.slice(0, raised.length),
    lowered: named.slice(raised.length, -1),
    itself,
  };
}
