import { describe, expect, it } from 'vitest';
import type { WeightInfo } from '../../../web/src/shared/model-types.ts';
import {
  attentionOut,
  biasOf,
  feedForwardIn,
  feedForwardOut,
  layoutOf,
  normWeight,
  outputBias,
  outputTable,
  readBy,
  writtenBy,
} from '../../../web/src/view/block-weights.ts';
import { tensor } from '../../../web/src/view/matrix.ts';

const weight = (name: string, more: Partial<WeightInfo>): WeightInfo => ({
  name,
  shape: [1],
  role: 'norm',
  isBias: false,
  stack: 'decoder',
  layer: 0,
  sublayer: 'self_attention',
  layout: 'out_in',
  ...more,
});
const model = (weights: readonly WeightInfo[], tied_head: boolean) =>
  ({ weights, config: { resolved: { tied_head } } }) as never;

describe('weights are found by what they are for', () => {
  const weights = [
    weight('a', { layer: 1 }),
    weight('a.b', { layer: 1, isBias: true }),
    weight('c', { layer: 1, sublayer: 'feed_forward' }),
    weight('d', { layer: 0, stack: 'encoder' }),
    weight('e', { role: 'final_norm' }),
    weight('f', { role: 'feed_forward_out', layer: 1, layout: 'in_out' }),
    weight('f.in', { role: 'feed_forward_in', layer: 1, layout: 'in_out' }),
    weight('g', { role: 'embedding' }),
    weight('h', { role: 'head', isBias: true }),
  ];

  it('norms by layer, sub-layer and stack, with their biases', () => {
    expect(normWeight(weights, '', 1, 'attention')).toBe('a');
    expect(normWeight(weights, 'decoder.', 1, 'feedForward')).toBe('c');
    expect(normWeight(weights, 'encoder.', 0, 'attention')).toBe('d');
    expect(normWeight(weights, '', 0, 'end')).toBe('e');
    expect(normWeight(weights, '', 2, 'attention')).toBeNull();
    expect(biasOf(weights, 'a')).toBe('a.b');
    expect(biasOf(weights, 'c')).toBeNull();
  });

  it('a model that has an encoder alone goes without a prefix', () => {
    expect(normWeight([weight('d', { stack: 'encoder' })], '', 0, 'attention')).toBe('d');
  });

  it('the matrices of a feed-forward, and how they are stored', () => {
    expect(feedForwardIn(weights, '', 1)).toBe('f.in');
    expect(feedForwardIn(weights, '', 0)).toBeNull();
    expect(feedForwardOut(weights, '', 1)).toBe('f');
    expect(feedForwardOut(weights, '', 0)).toBeNull();
    expect(layoutOf(weights, 'f')).toBe('in_out');
  });

  it('the matrix that joins the heads, in the stack that is asked for, and not that of cross-attention', () => {
    const outs = [
      weight('x', { role: 'cross_out', layer: 1 }),
      weight('y', { role: 'self_out', layer: 1, layout: 'in_out' }),
      weight('y.b', { role: 'self_out', layer: 1, isBias: true }),
      weight('z', { role: 'self_out', layer: 1, stack: 'encoder' }),
    ];
    expect(attentionOut(outs, '', 1)).toBe('y');
    expect(attentionOut(outs, 'encoder.', 1)).toBe('z');
    expect(attentionOut(outs, '', 0)).toBeNull();
    expect(biasOf(outs, 'y')).toBe('y.b');
  });

  it('the output table: the embeddings where the head is tied to them, else the head', () => {
    const own = weight('i', { role: 'head' });
    expect(outputTable(model([...weights, own], false))).toBe('i');
    expect(outputTable(model(weights, true))).toBe('g');
    expect(outputTable(model(weights, false))).toBeNull(); // an encoder without a head
    expect(outputBias(weights)).toBe('h');
  });
});

it('a neuron writes its row of a matrix stored (in, out), its column of one stored (out, in)', () => {
  const inOut = tensor([3, 2], [1, 2, 3, 4, 5, 6]);
  expect([...writtenBy(inOut, 'in_out', 1)]).toEqual([3, 4]);
  const outIn = tensor([2, 3], [1, 2, 3, 4, 5, 6]);
  expect([...writtenBy(outIn, 'out_in', 1)]).toEqual([2, 5]);
});

it('a neuron reads with its column of a matrix stored (in, out), its row of one stored (out, in)', () => {
  const inOut = tensor([3, 2], [1, 2, 3, 4, 5, 6]);
  expect([...readBy(inOut, 'in_out', 1)]).toEqual([2, 4, 6]);
  const outIn = tensor([2, 3], [1, 2, 3, 4, 5, 6]);
  expect([...readBy(outIn, 'out_in', 1)]).toEqual([4, 5, 6]);
});
