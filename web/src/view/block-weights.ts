/** The names of a block's weights in the naming schemes that the engine reads, and how a feed-forward's rows lie in them. */
import type { ModelInfo } from '../shared/model-types.ts';
import type { Tensor } from '../shared/run-types.ts';
import { columnOf, matrixOf, rowOf } from './matrix.ts';

type Weights = ModelInfo['weights'];

/** What stands before the hooks of the stack whose blocks are shown. */
export type StackPrefix = '' | 'encoder.';

export type NormPlace = 'attention' | 'feedForward' | 'end';

const kNorms: Readonly<Record<NormPlace, readonly string[]>> = {
  attention: ['ln_1', 'norm1'],
  feedForward: ['ln_2', 'norm2'],
  end: ['ln_f', 'encoder.norm', 'encoder.final_norm'],
};
const kEncoders = ['encoder', 'encoder.layers'];
const kStacks = ['h', 'decoder', 'decoder.layers', ...kEncoders];
const kFeedForwardOut = ['mlp.c_proj', 'ffn.net.3', 'linear2'];
const kHeads = ['lm_head', 'generator', 'out_proj'];
const kTables = ['wte', 'tgt_embed'];

/** The name in the model of the first of these that it has, whatever stands before it; null: it has none. */
function find(weights: Weights, names: readonly string[]): string | null {
  for (const name of names) {
    const found = weights.find((each) => each.name === name || each.name.endsWith(`.${name}`));
    if (found !== undefined) return found.name;
  }
  return null;
}

function inLayer(stack: StackPrefix, layer: number, parts: readonly string[]): string[] {
  const stacks = stack === '' ? kStacks : kEncoders;
  return stacks.flatMap((each) => parts.map((part) => `${each}.${layer}.${part}.weight`));
}

/** The gain of a norm: with ".bias" for ".weight" its bias, which not every model has. */
export function normWeight(
  weights: Weights,
  stack: StackPrefix,
  layer: number,
  place: NormPlace,
): string | null {
  const parts = kNorms[place];
  const names = place === 'end' ? parts.map((part) => `${part}.weight`) : null;
  return find(weights, names ?? inLayer(stack, layer, parts));
}

export function biasOf(weights: Weights, weight: string): string | null {
  const name = weight.replace(/weight$/, 'bias');
  return weights.some((each) => each.name === name) ? name : null;
}

/** The second matrix of a layer's feed-forward. */
export function feedForwardOut(weights: Weights, stack: StackPrefix, layer: number): string | null {
  return find(weights, inLayer(stack, layer, kFeedForwardOut));
}

/** The matrix whose rows make logits of the stream: that of the head, or the table of embeddings that is tied to it. */
export function outputTable(weights: Weights): string | null {
  const named = (names: readonly string[]) => names.map((name) => `${name}.weight`);
  return find(weights, named(kHeads)) ?? find(weights, named(kTables));
}

/**
 * What one neuron writes into the stream: its row where the matrix is stored (in, out), as Hugging Face's GPT-2 does;
 * its column where it is stored (out, in), as PyTorch's linear layers do.
 */
export function writtenBy(
  weight: Tensor,
  name: string,
  neuron: number,
  width: number,
): Float32Array {
  const matrix = matrixOf(weight);
  const isSquare = matrix.rows === matrix.columns;
  const isInOut = isSquare ? name.endsWith('c_proj.weight') : matrix.columns === width;
  return isInOut ? rowOf(matrix, neuron) : columnOf(matrix, neuron);
}
