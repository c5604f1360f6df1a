/** With which weights a neuron reads what comes to it. */
import type { Model } from '../../index.ts';
import { biasOf, feedForwardIn, layoutOf, readBy } from '../../view/block-weights.ts';
import { prefixOf } from '../base/layered-run.ts';

export interface Reads {
  readonly layer: number;
  readonly neuron: number;
  readonly weights: Float32Array;
  /** Null where the model has none. */
  readonly bias: number | null;
}

/** Null where the names of the model's weights are not known here. */
export async function readReads(
  model: Model,
  layer: number,
  neuron: number,
): Promise<Reads | null> {
  const name = feedForwardIn(model.weights, prefixOf(model), layer);
  if (name === null) return null;
  const biasName = biasOf(model.weights, name);
  const [weight, bias] = await Promise.all([
    model.weight(name),
    biasName === null ? null : model.weight(biasName),
  ]);
  const weights = readBy(weight, layoutOf(model.weights, name), neuron);
  return { layer, neuron, weights, bias: bias?.data[neuron] ?? null };
}
