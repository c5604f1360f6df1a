import { describe, expect, it } from 'vitest';
import {
  biasOf,
  feedForwardOut,
  normWeight,
  outputTable,
  writtenBy,
} from '../../../web/src/view/block-weights.ts';
import { tensor } from '../../../web/src/view/matrix.ts';

const named = (...names: string[]) => names.map((name) => ({ name, shape: [1] }) as never);

describe('the names of a block’s weights are found', () => {
  it('as GPT-2 has them', () => {
    const weights = named(
      'transformer.wte.weight',
      'transformer.h.1.ln_1.weight',
      'transformer.h.1.ln_1.bias',
      'transformer.h.1.ln_2.weight',
      'transformer.h.11.ln_2.bias',
      'transformer.h.1.mlp.c_proj.weight',
      'transformer.ln_f.weight',
    );
    expect(normWeight(weights, '', 1, 'attention')).toBe('transformer.h.1.ln_1.weight');
    expect(normWeight(weights, '', 1, 'feedForward')).toBe('transformer.h.1.ln_2.weight');
    expect(normWeight(weights, '', 1, 'end')).toBe('transformer.ln_f.weight');
    expect(feedForwardOut(weights, '', 1)).toBe('transformer.h.1.mlp.c_proj.weight');
    expect(outputTable(weights)).toBe('transformer.wte.weight');
    expect(biasOf(weights, 'transformer.h.1.ln_1.weight')).toBe('transformer.h.1.ln_1.bias');
    expect(biasOf(weights, 'transformer.h.1.ln_2.weight')).toBeNull();
    expect(normWeight(weights, '', 2, 'attention')).toBeNull();
  });

  it('as torch.nn.Transformer has them, in the stack that is asked for', () => {
    const weights = named(
      'encoder.layers.0.norm1.weight',
      'decoder.layers.0.norm1.weight',
      'decoder.layers.0.linear2.weight',
      'generator.weight',
      'tgt_embed.weight',
    );
    expect(normWeight(weights, 'encoder.', 0, 'attention')).toBe('encoder.layers.0.norm1.weight');
    expect(feedForwardOut(weights, '', 0)).toBe('decoder.layers.0.linear2.weight');
    // A head of its own comes before the table of embeddings.
    expect(outputTable(weights)).toBe('generator.weight');
  });
});

it('a neuron writes its row of a matrix stored (in, out), its column of one stored (out, in)', () => {
  const inOut = tensor([3, 2], [1, 2, 3, 4, 5, 6]);
  expect([...writtenBy(inOut, 'h.0.mlp.c_proj.weight', 1, 2)]).toEqual([3, 4]);
  const outIn = tensor([2, 3], [1, 2, 3, 4, 5, 6]);
  expect([...writtenBy(outIn, 'layers.0.linear2.weight', 1, 2)]).toEqual([2, 5]);
  const square = tensor([2, 2], [1, 2, 3, 4]);
  expect([...writtenBy(square, 'h.0.mlp.c_proj.weight', 1, 2)]).toEqual([3, 4]);
  expect([...writtenBy(square, 'layers.0.linear2.weight', 1, 2)]).toEqual([2, 4]);
});
