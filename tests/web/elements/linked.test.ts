import { describe, expect, it } from 'vitest';
import {
  pairOf,
  type Place,
  spotOfPair,
  translated,
} from '../../../web/src/elements/glass-translate/linked.ts';
import { kNothing } from '../../../web/src/view/selection.ts';

describe('what is looked at in a translation', () => {
  it('is a token of the source in encoder and chips, in cross-attention one of each', () => {
    expect(pairOf('chips', { query: 2, key: null })).toEqual({ source: 2, target: null });
    expect(pairOf('encoder', { query: null, key: 3 })).toEqual({ source: 3, target: null });
    expect(pairOf('cross', { query: 1, key: 4 })).toEqual({ source: 4, target: 1 });
  });

  it('in the decoder’s columns is the token written before, and the start sign is none', () => {
    expect(pairOf('decoder', { query: null, key: 3 })).toEqual({ source: null, target: 2 });
    expect(pairOf('decoder', { query: null, key: 0 })).toBeNull();
  });

  it('lights up where the other figure has it', () => {
    const place = (to: Place) => spotOfPair(to, { source: 2, target: null });
    expect(place('chips')).toEqual({ query: 2, key: null });
    expect(place('cross')).toEqual({ query: null, key: 2 });
    expect(place('decoder')).toBeNull();
  });

  it('nothing stays nothing', () => {
    expect(translated(kNothing, 'chips', 'cross')).toEqual(kNothing);
  });
});
