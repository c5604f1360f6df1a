import { describe, expect, it } from 'vitest';
import type { ResolvedConfig } from '../../../web/src/shared/model-types.ts';
import {
  editsWithout,
  logProbabilities,
  meanProbability,
  meanRow,
  partRows,
  partsIn,
  partTowards,
  rankedByChange,
} from '../../../web/src/view/ablation.ts';
import { matrixOf, tensor } from '../../../web/src/view/matrix.ts';

const config = (given: Partial<ResolvedConfig>) =>
  ({ encoder_layers: 0, num_heads: 2, d_ff: 8, ...given }) as ResolvedConfig;
const kDecoder = config({ architecture: 'decoder', decoder_layers: 2 });
const kPair = config({ architecture: 'encoder-decoder', encoder_layers: 1, decoder_layers: 2 });
const press = (key: string) => ({ key, ctrlKey: false });

describe('the parts of a model, by their hooks', () => {
  it('of a decoder', () => {
    const parts = partsIn(partRows(kDecoder));
    expect(parts.slice(0, 4).map(({ kind, head, hooks }) => [kind, head, ...hooks])).toEqual([
      ['head', 0, 'blocks.0.attn.z'],
      ['head', 1, 'blocks.0.attn.z'],
      ['mlp', null, 'blocks.0.mlp_out'],
      ['layer', null, 'blocks.0.attn_out', 'blocks.0.mlp_out'],
    ]);
    expect(parts).toHaveLength(8);
  });

  it('of one without feed-forward', () => {
    const parts = partsIn(partRows({ ...kDecoder, d_ff: 0 }));
    expect(parts.map(({ kind }) => kind)).toEqual([
      'head',
      'head',
      'layer',
      'head',
      'head',
      'layer',
    ]);
    expect(parts[2]?.hooks).toEqual(['blocks.0.attn_out']);
  });

  it('of an encoder–decoder: its cross-attention has a row of its own, and belongs to its layer', () => {
    const rows = partRows(kPair);
    expect(rows.map(({ stack, layer }) => [stack, layer])).toEqual([
      ['encoder', 0],
      ['decoder', 0],
      ['cross', 0],
      ['decoder', 1],
      ['cross', 1],
    ]);
    expect(rows[0]?.whole?.hooks).toEqual([
      'encoder.blocks.0.attn_out',
      'encoder.blocks.0.mlp_out',
    ]);
    expect(rows[2]?.heads[1]?.hooks).toEqual(['decoder.blocks.0.cross_attn.z']);
    expect(rows[2]?.mlp).toBeNull();
    expect(rows[3]?.whole?.hooks).toEqual(
      ['attn_out', 'cross_attn_out', 'mlp_out'].map((name) => `decoder.blocks.1.${name}`),
    );
  });
});

describe('what takes a part’s place', () => {
  const z = tensor([2, 2, 2], [1, 2, 3, 6, 10, 20, 30, 60]); // (H, T, K)
  const [head, , mlp] = partsIn(partRows(kDecoder));

  it('is nothing: zeros', () => {
    expect(editsWithout(mlp!, null)).toEqual([{ hook: 'blocks.0.mlp_out', scale: 0 }]);
    expect(editsWithout(head!, null)).toEqual([{ hook: 'blocks.0.attn.z', head: 0, scale: 0 }]);
  });

  it('is the mean over the positions, of the head alone', () => {
    expect([...meanRow(z, 0)]).toEqual([2, 4]);
    expect([...meanRow(z, 1)]).toEqual([20, 40]);
    expect([...meanRow(tensor([2, 2], [1, 2, 3, 6]), null)]).toEqual([2, 4]);
    expect(editsWithout({ ...head!, head: 1 }, { 'blocks.0.attn.z': z })).toEqual([
      { hook: 'blocks.0.attn.z', head: 1, set: Float32Array.of(20, 40) },
    ]);
  });
});

describe('probabilities', () => {
  it('are those of the softmax, also where a float has none so small', () => {
    const logits = matrixOf(tensor([2, 2], [Math.log(3), 0, 200, 0]));
    const logs = logProbabilities(logits, [
      { row: 0, id: 0 },
      { row: 1, id: 1 },
    ]);
    expect(logs[0]).toBeCloseTo(Math.log(0.75), 6);
    expect(logs[1]).toBeCloseTo(-200, 6);
  });

  it('of several tokens are their geometric mean', () => {
    expect(meanProbability([Math.log(0.5), Math.log(0.125)])).toBeCloseTo(0.25, 12);
  });

  it('are ranked by their distance from what they were', () => {
    const ranked = rankedByChange(
      [{ probability: 0.4 }, { probability: 0.9 }, { probability: 0 }],
      0.5,
    );
    expect(ranked.map(({ probability }) => probability)).toEqual([0, 0.9, 0.4]);
  });
});

describe('keys', () => {
  const rows = partRows(kPair);
  const parts = partsIn(rows);
  const named = (at: number | null) => (at === null ? null : parts[at]?.hooks.at(-1));

  it('lead from head to head, and on to the feed-forward and the layer', () => {
    expect(partTowards(rows, 0, press('ArrowRight'))).toBe(1);
    expect(named(partTowards(rows, 1, press('ArrowRight')))).toBe('encoder.blocks.0.mlp_out');
    expect(partTowards(rows, 0, press('ArrowUp'))).toBe(0);
    expect(partTowards(rows, 0, press('x'))).toBeNull();
  });

  it('pass what stands beside two rows in one step', () => {
    const mlp = parts.findIndex(({ hooks }) => hooks[0] === 'decoder.blocks.0.mlp_out');
    expect(named(partTowards(rows, mlp, press('ArrowDown')))).toBe('decoder.blocks.1.mlp_out');
    expect(named(partTowards(rows, mlp, press('ArrowUp')))).toBe('encoder.blocks.0.mlp_out');
    // From a head of the cross-attention it is reached, too.
    const cross = parts.findIndex(({ stack, head }) => stack === 'cross' && head === 1);
    expect(partTowards(rows, cross, press('ArrowRight'))).toBe(mlp);
    const last = parts.length - 3; // the last layer as a whole stands before the heads of its cross-attention
    expect(partTowards(rows, last, press('ArrowDown'))).toBe(last);
  });

  it('skip the column that a model without feed-forward lacks', () => {
    const without = partRows({ ...kDecoder, d_ff: 0 });
    expect(partTowards(without, 1, press('ArrowRight'))).toBe(2);
    expect(partTowards(without, 2, press('ArrowDown'))).toBe(5);
  });
});
