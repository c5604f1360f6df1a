/** Which activations a reading lacks, by the globs that it was captured with. */
import { expect, test } from 'vitest';
import { lacking, type Reading } from '../../../web/src/elements/base/provider/reading.ts';

const lackingOf = (captured: readonly string[], hooks: readonly string[]) =>
  lacking(hooks, { question: { hooks: captured } } as unknown as Reading);

test('a glob has what its stars stand for, and narrower globs', () => {
  const hooks = ['embed', 'blocks.0.attn.q', 'blocks.*.attn.q', 'blocks.0.attn.qk', 'ab'];
  expect(lackingOf(['blocks.*.attn.q'], hooks)).toEqual(['embed', 'blocks.0.attn.qk', 'ab']);
  expect(lackingOf(['*'], hooks)).toEqual([]);
  expect(lackingOf([], hooks)).toEqual(hooks);
  expect(lackingOf(['ab*b', 'a*ab', 'ab**'], hooks)).toEqual(hooks.slice(0, -1));
  expect(lackingOf(['em.ed', 'embed*x'], hooks)).toEqual(hooks);
});

test('many stars take no longer than one', () => {
  const begin = performance.now();
  expect(lackingOf([`${'*'.repeat(40)}tern`], ['blocks.0.attn.scores'])).toHaveLength(1);
  expect(performance.now() - begin).toBeLessThan(1000);
});
