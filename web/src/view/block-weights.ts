/** Which weights of a model a figure reads, by what each is for. */
import type { ModelInfo, WeightInfo } from '../shared/model-types.ts';
import type { Tensor } from '../shared/run-types.ts';
import { columnOf, matrixOf, rowOf } from './matrix.ts';

type Weights = ModelInfo['weights'];
type Described = Partial<Omit<WeightInfo, 'name' | 'shape'>>;

/** What stands before a stack's hooks: nothing where it is the model's only one. */
export type StackPrefix = '' | 'encoder.' | 'decoder.';

/** The norm of a layer's self-attention or feed-forward, or the one after all layers. */
export type NormSite = 'attention' | 'feedForward' | 'end';

/** The name of the first weight that is as `described`; null: the model has none. */
function find(weights: Weights, described: Described): string | null {
  const wanted = Object.entries(described) as [keyof WeightInfo, unknown][];
  const found = weights.find((each) => wanted.every(([field, value]) => each[field] === value));
  return found?.name ?? null;
}

function stackOf(weights: Weights, prefix: StackPrefix): WeightInfo['stack'] {
  if (prefix === 'decoder.') return 'decoder';
  return prefix === '' && weights.some(({ stack }) => stack === 'decoder') ? 'decoder' : 'encoder';
}

/** The gain of a norm. */
export function normWeight(
  weights: Weights,
  prefix: StackPrefix,
  layer: number,
  site: NormSite,
): string | null {
  const norm = { isBias: false, stack: stackOf(weights, prefix) };
  if (site === 'end') return find(weights, { ...norm, role: 'final_norm' });
  const sublayer = site === 'attention' ? 'self_attention' : 'feed_forward';
  return find(weights, { ...norm, role: 'norm', layer, sublayer });
}

/** The bias that belongs to a norm's gain or to a matrix; null: it has none. */
export function biasOf(weights: Weights, weight: string): string | null {
  const found = weights.find(({ name }) => name === weight);
  if (found === undefined) return null;
  const { role, stack, layer, sublayer } = found;
  return find(weights, { isBias: true, role, stack, layer, sublayer });
}

/** The first matrix of a layer's feed-forward. */
export function feedForwardIn(weights: Weights, prefix: StackPrefix, layer: number): string | null {
  const stack = stackOf(weights, prefix);
  return find(weights, { role: 'feed_forward_in', isBias: false, stack, layer });
}

/** The second matrix of a layer's feed-forward. */
export function feedForwardOut(
  weights: Weights,
  prefix: StackPrefix,
  layer: number,
): string | null {
  const stack = stackOf(weights, prefix);
  return find(weights, { role: 'feed_forward_out', isBias: false, stack, layer });
}

/** The matrix with W_Q, W_K and W_V of all heads of a layer's self-attention, side by side. */
export function attentionIn(weights: Weights, prefix: StackPrefix, layer: number): string | null {
  return find(weights, { role: 'qkv', isBias: false, stack: stackOf(weights, prefix), layer });
}

/** The matrix W_O that joins the heads of a layer's self-attention. */
export function attentionOut(weights: Weights, prefix: StackPrefix, layer: number): string | null {
  return find(weights, { role: 'self_out', isBias: false, stack: stackOf(weights, prefix), layer });
}

/** The matrix whose rows make logits of the stream: that of the head, or the table of embeddings that is tied to it. */
export function outputTable({
  weights,
  config,
}: Pick<ModelInfo, 'weights' | 'config'>): string | null {
  const role = config.resolved.tied_head ? 'embedding' : 'head';
  return find(weights, { role, isBias: false });
}

/** The bias of the logits, which a tied head may have, too. */
export function outputBias(weights: Weights): string | null {
  return find(weights, { role: 'head', isBias: true });
}

/** What one neuron writes into the stream: its row of a matrix stored (in, out), its column of one stored (out, in). */
export function writtenBy(
  weight: Tensor,
  layout: WeightInfo['layout'],
  neuron: number,
): Float32Array {
  return (layout === 'in_out' ? rowOf : columnOf)(matrixOf(weight), neuron);
}

/** The weights with which one neuron reads: its column of a matrix stored (in, out), its row of one stored (out, in). */
export function readBy(weight: Tensor, layout: WeightInfo['layout'], neuron: number): Float32Array {
  return (layout === 'in_out' ? columnOf : rowOf)(matrixOf(weight), neuron);
}

/** How a weight is stored; "out_in" where the model has none of this name. */
export function layoutOf(weights: Weights, name: string): WeightInfo['layout'] {
  return weights.find((each) => each.name === name)?.layout ?? 'out_in';
}
