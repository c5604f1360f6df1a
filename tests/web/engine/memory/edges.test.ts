import { sharedEngine } from 'glassformer';
import { expect, test } from 'vitest';
import { edges } from './edges.ts';
import { answerOf, limitMemory, model } from './limited.ts';

limitMemory();

test.each(Object.entries(edges))('%s, in small steps', async (_, [first, last, call]) => {
  const refusals: boolean[] = [];
  for (let n = first; n < last; n = Math.ceil(n * 1.15))
    refusals.push((await answerOf(call, n)) !== 'done');
  expect(refusals).toContain(false);
  expect(refusals).toContain(true);
  expect((await model.forward('a')).tokens).toHaveLength(1);
  expect((await sharedEngine().info()).openHandles).toBe(1);
});
