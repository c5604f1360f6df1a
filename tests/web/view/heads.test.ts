import { describe, expect, it } from 'vitest';
import { factorOf, headHabits, patternsOf, withFactor } from '../../../web/src/view/heads.ts';

describe('what a head does', () => {
  it('is told by the weight on the token itself, the one before, and the first', () => {
    const data = Float32Array.from([1, 0, 0, 0.75, 0.25, 0, 0.5, 0.25, 0.25]);
    expect(headHabits({ rows: 3, columns: 3, data })).toEqual({
      self: 0.25,
      previous: 0.5,
      first: 0.625,
      even: (1 / 2 + 1 / 3) / 2,
    });
  });
  it('is compared with even attention over all tokens where nothing is masked', () => {
    const data = Float32Array.from([0.5, 0.25, 0.25, 1, 0, 0, 0, 0, 1]);
    expect(headHabits({ rows: 3, columns: 3, data }).even).toBe(1 / 3);
  });
  it('of one token: it has no choice', () => {
    expect(headHabits({ rows: 1, columns: 1, data: Float32Array.of(1) })).toEqual({
      self: 1,
      previous: 0,
      first: 1,
      even: 1,
    });
  });
});

describe('the strength of heads', () => {
  const place = { layer: 1, head: 2 };
  it('is 1 until somebody changes it, in that stack only', () => {
    const changed = withFactor([], place, 'encoder', 0.5);
    expect(factorOf([], place, 'encoder')).toBe(1);
    expect(factorOf(changed, place, 'encoder')).toBe(0.5);
    expect(factorOf(changed, place, 'cross')).toBe(1);
    expect(factorOf([{ layer: 1, head: 2 }], place, 'decoder')).toBe(0);
  });
  it('keeps one entry for a head, the latest last, and none at 1', () => {
    const other = withFactor([], { layer: 0, head: 0 }, 'decoder', 0);
    const twice = withFactor(withFactor(other, place, 'decoder', 0), place, 'decoder', 2);
    expect(twice.map(({ layer, factor }) => [layer, factor])).toEqual([
      [0, 0],
      [1, 2],
    ]);
    expect(withFactor(twice, place, 'decoder', 1)).toEqual(other);
  });
});

it('patterns come in the order of the layers, of one stack', () => {
  const activations = {
    'decoder.blocks.1.attn.pattern': 'b',
    'decoder.blocks.0.attn.pattern': 'a',
    'decoder.blocks.0.cross_attn.pattern': 'c',
    'encoder.blocks.0.attn.pattern': 'd',
  };
  expect(patternsOf(activations, 'decoder.')).toEqual(['a', 'b']);
  expect(patternsOf(activations, 'decoder.', 'cross_attn')).toEqual(['c']);
  expect(patternsOf(activations, '')).toEqual([]);
});
