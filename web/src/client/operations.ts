/** Attention, softmax, positions and random numbers as plain functions, for worked examples and for your own data. */
import type {
  AttentionOptions,
  AttentionResult,
  MultiHeadAttentionOptions,
  MultiHeadAttentionResult,
  SeededSelfAttention,
  SelfAttentionOptions,
  SelfAttentionResult,
} from '../shared/attention-types.ts';
import { GlassformerError } from '../shared/error.ts';
import type { ProbabilityTable } from '../shared/generation-types.ts';
import type { Tensor } from '../shared/run-types.ts';
import {
  check,
  checkFields,
  count,
  flag,
  float,
  listOf,
  oneOf,
  positive,
  maskedTensor,
  tensor,
  text,
  type Rules,
} from './check.ts';
import { sharedEngine } from './client.ts';
import { Generation } from './generation.ts';
import { checkTable, checkTableOptions, type TableOptions } from './options.ts';

const engine = async () => (await sharedEngine().connect()).engine;

const maskRule = listOf(oneOf(0, 1, false, true));
const attentionRules: Rules<AttentionOptions> = {
  query: tensor,
  key: tensor,
  value: tensor,
  scale: float,
  causal: flag,
  attn_mask: maskedTensor,
  key_padding_mask: maskRule,
};
const selfAttentionRules: Rules<SelfAttentionOptions> = {
  x: tensor,
  w_query: tensor,
  w_key: tensor,
  w_value: tensor,
  scaled: flag,
  causal: flag,
};
const multiHeadRules: Rules<MultiHeadAttentionOptions> = {
  query: tensor,
  key: tensor,
  value: tensor,
  num_heads: positive,
  in_proj_weight: tensor,
  q_proj_weight: tensor,
  k_proj_weight: tensor,
  v_proj_weight: tensor,
  in_proj_bias: tensor,
  out_proj_weight: tensor,
  out_proj_bias: tensor,
  attn_mask: maskedTensor,
  attn_mask_is_boolean: flag,
  key_padding_mask: tensor,
};

const maxNumbers = 2 ** 28; // 1 GiB

function checkSize(where: string, shape: readonly number[]): void {
  if (shape.reduce((product, n) => product * n, 1) <= maxNumbers) return;
  throw new GlassformerError(
    'InvalidArgument',
    `${where}: shape [${shape.join(', ')}] is too large: at most ${maxNumbers} numbers`,
  );
}

/** softmax(q·kᵀ · scale + mask) v, with every number on the way. Shapes that do not fit are rejected with both named. */
export async function attention(options: AttentionOptions): Promise<AttentionResult> {
  const given = checkFields('attention', options, attentionRules, ['query', 'key', 'value']);
  return (await engine()).attention(given);
}

/** One head over x (T, D): queries, keys and values of x, then attention. Scores are (1, T, T). */
export async function selfAttention(options: SelfAttentionOptions): Promise<SelfAttentionResult> {
  const required = ['x', 'w_query', 'w_key', 'w_value'] as const;
  const given = checkFields('selfAttention', options, selfAttentionRules, required);
  return (await engine()).selfAttention(given);
}

/** torch.nn.functional.multi_head_attention_forward, sequence first; masked-out weights are exactly 0. */
export async function multiHeadAttention(
  options: MultiHeadAttentionOptions,
): Promise<MultiHeadAttentionResult> {
  const given = checkFields('multiHeadAttention', options, multiHeadRules, [
    'query',
    'key',
    'value',
    'num_heads',
    'out_proj_weight',
  ]);
  return (await engine()).multiHeadAttention(given);
}

/** Softmax over the last dimension; a row of -infinity gives zeros. */
export async function softmax(x: Tensor): Promise<Tensor> {
  const given = check('softmax: x', x, maskedTensor);
  return (await engine()).softmax(given);
}

/** Sinusoidal positions (n, d), counted from `first`. */
export async function positionalEncoding(n: number, d: number, first = 0): Promise<Tensor> {
  check('positionalEncoding: n', n, positive);
  check('positionalEncoding: d', d, positive);
  check('positionalEncoding: first', first, count);
  checkSize('positionalEncoding', [n, d]);
  return (await engine()).positionalEncoding(n, d, first);
}

/** torch.manual_seed(seed); torch.rand(shape): uniform in [0, 1). */
export async function rand(shape: readonly number[], seed: number): Promise<Tensor> {
  const given = check('rand: shape', shape, listOf(positive));
  check('rand: seed', seed, count);
  checkSize('rand', given);
  return (await engine()).rand(given, seed);
}

/** torch.manual_seed(seed); torch.randn(shape): normal with mean 0 and variance 1. */
export async function randn(shape: readonly number[], seed: number): Promise<Tensor> {
  const given = check('randn: shape', shape, listOf(positive));
  check('randn: seed', seed, count);
  checkSize('randn', given);
  return (await engine()).randn(given, seed);
}

/**
 * The self-attention article's example for any sentence: random embeddings (T, 3) and weights from `seed`, as PyTorch's
 * manual_seed makes them, and every step up to the context vectors. Its own sentence is "Life is short, eat dessert first".
 */
export async function seededSelfAttention(
  sentence: string,
  seed = 123,
): Promise<SeededSelfAttention> {
  check('seededSelfAttention: sentence', sentence, text);
  check('seededSelfAttention: seed', seed, count);
  return (await engine()).seededSelfAttention(sentence, seed);
}

/** Beam search (or greedy, or sampling) over a table of next-token probabilities in the place of a model. */
export function beamSearchOverTable(
  table: ProbabilityTable,
  options: TableOptions = {},
): Generation {
  return new Generation(engine, () => {
    const given = checkTable(table);
    const { signal, ...wanted } = checkTableOptions(options);
    return { signal, begin: (running, run) => running.startTableGeneration(given, wanted, run) };
  });
}
