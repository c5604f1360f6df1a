/** With which weights a neuron reads what comes to it. */
import type { Model } from '../../index.ts';
import type { Run, Tensor } from '../../shared/run-types.ts';
import { biasOf, feedForwardIn, layoutOf, readBy } from '../../view/block-weights.ts';
import { prefixOf } from '../base/layered-run.ts';
import type { Hidden } from './hidden-layer.ts';

/** Of a neuron of that hidden layer. */
export interface Reads {
  readonly hidden: Hidden;
  readonly neuron: number;
  readonly weights: Float32Array;
  /** Null where the model has none. */
  readonly bias: number | null;
}

/** The first matrix of a feed-forward, as the weights were when it was read. */
interface FirstMatrix {
  readonly run: Run;
  readonly revision: number;
  readonly name: string;
  readonly weight: Tensor;
  readonly bias: Tensor | null;
}

/** What was read last of each model: that of a run stays its own, whatever has become of the weights since. */
const matrices = new WeakMap<Model, FirstMatrix>();

/** Null where the names of the model's weights are not known here. */
export async function readReads(hidden: Hidden, neuron: number): Promise<Reads | null> {
  const matrix = await firstMatrix(hidden);
  if (matrix === null) return null;
  const { name, weight, bias } = matrix;
  const weights = readBy(weight, layoutOf(hidden.model.weights, name), neuron);
  return { hidden, neuron, weights, bias: bias?.data[neuron] ?? null };
}

async function firstMatrix({ model, run, layer }: Hidden): Promise<FirstMatrix | null> {
  const name = feedForwardIn(model.weights, prefixOf(model), layer);
  if (name === null) return null;
  const known = matrices.get(model);
  const { revision } = model;
  if (known?.name === name && (known.run === run || known.revision === revision)) return known;
  const biasName = biasOf(model.weights, name);
  const [weight, bias] = await Promise.all([
    model.weight(name),
    biasName === null ? null : model.weight(biasName),
  ]);
  const matrix = { run, revision, name, weight, bias };
  matrices.set(model, matrix);
  return matrix;
}
