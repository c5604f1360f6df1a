import { expect, it } from 'vitest';
import { tensor } from '../../../web/src/view/matrix.ts';
import { attentionParts, runOfExample } from '../../../web/src/view/run.ts';

const one = tensor([1, 1, 1], [1]);
const result = {
  query: one,
  key: one,
  value: one,
  raw_scores: one,
  scores: one,
  pattern: one,
  z: one,
};

it('a worked example reads like a run of a model', () => {
  const run = runOfExample([], tensor([1, 1], [2]), result);
  expect(attentionParts(run, 'blocks.0.attn')?.pattern).toBe(one);
  expect(run.activations['embed']?.data[0]).toBe(2);
});

it('attention that the run lacks is nothing', () => {
  expect(attentionParts({ tokens: [], activations: {} }, 'blocks.0.attn')).toBeNull();
});
