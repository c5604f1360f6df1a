import { describe, expect, it } from 'vitest';
import {
  firingAlong,
  firingCount,
  firingMost,
  isKept,
  pushes,
} from '../../../web/src/view/feed-forward.ts';
import { tensor } from '../../../web/src/view/matrix.ts';

/** Two tokens, three neurons. */
const pre = tensor([2, 3], [1, -2, 3, -1, 0.5, -3]);
const post = tensor([2, 3], [0.9, -0.1, 2.9, -0.2, 0.4, 0]);

it('the neurons that fire most come first, with what they were before', () => {
  const [first, second] = firingMost(pre, post, 0, 2);
  expect(first).toEqual({ neuron: 2, before: 3, after: Math.fround(2.9) });
  expect(second).toEqual({ neuron: 0, before: 1, after: Math.fround(0.9) });
  expect(firingMost(pre, post, 1, 9)).toHaveLength(3);
});

it('a neuron is followed along the tokens, and those above zero are counted', () => {
  expect([...firingAlong(post, 1)]).toEqual([-0.1, 0.4].map(Math.fround));
  expect([firingCount(post, 0), firingCount(post, 1)]).toEqual([2, 1]);
});

it('what the activation function changes by less than is shown is kept', () => {
  expect(isKept({ neuron: 0, before: 3.4, after: 3.399 })).toBe(true);
  expect(isKept({ neuron: 0, before: 1.83, after: 1.77 })).toBe(false);
});

describe('pushes', () => {
  const table = tensor([3, 2], [1, 0, 0, 2, -3, 1]);

  it('are products of the vector with each row, those that raise and those that lower', () => {
    const { raised, lowered } = pushes(Float32Array.of(2, 1), table, 2);
    expect(raised).toEqual([
      { id: 0, logit: 2 },
      { id: 1, logit: 2 },
    ]);
    // Of three tokens two are raised: none of them is lowered, too.
    expect(lowered).toEqual([{ id: 2, logit: -5 }]);
  });

  it('refuse a vector of another width', () => {
    expect(() => pushes(Float32Array.of(1), table, 1)).toThrow('the table has 2 columns');
  });
});
