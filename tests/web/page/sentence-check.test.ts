import { describe, expect, it } from 'vitest';
import { findProblem, firstWords } from '../../../web/page/sentence-check.ts';

describe('findProblem', () => {
  it('finds nothing wrong with sentences of any script, or with a single emoji', () => {
    for (const text of ['Life is short', '人生苦短，先吃甜点', 'שלום עולם', '🍰', '3 + 4'])
      expect(findProblem(text)).toBeNull();
  });
  it('tells an empty line from one without words', () => {
    expect(findProblem(' \n\t')).toEqual({ kind: 'empty' });
    expect(findProblem(' ... ，！')).toEqual({ kind: 'noWords' });
    expect(findProblem('\u200b\u2060')).toEqual({ kind: 'empty' });
  });
  it('names the place of half a character, counted as readers count', () => {
    expect(findProblem('🍰a\ud800b')).toEqual({ kind: 'brokenCharacter', place: 3 });
    expect(findProblem('\udc00')).toEqual({ kind: 'brokenCharacter', place: 1 });
  });
});

describe('firstWords', () => {
  it('leaves a short text whole', () => {
    expect(firstWords('Life is short, eat', 10)).toEqual({ head: 'Life is short, eat', words: 4 });
  });
  it('cuts a long one after a word and counts all of them', () => {
    expect(firstWords('one two, three four', 2)).toEqual({ head: 'one two,', words: 4 });
    expect(firstWords('人生苦短', 3)).toEqual({ head: '人生苦', words: 4 });
  });
});
