import { describe, expect, it } from 'vitest';
import { FigureContext } from '../../../web/src/elements/base/figure-context.ts';
import { LinkedFigures } from '../../../web/src/elements/glass-translate/linked-figures.ts';
import {
  pairIn,
  pairOf,
  type Place,
  spotOfPair,
  type TokenPair,
} from '../../../web/src/elements/glass-translate/linked.ts';

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

  it('that is pinned stands in the texts that it names, or in the translation that is shown', () => {
    const sourceTokens = ['I', ' see'].map((text, id) => ({ id, text, start: id, end: id + 1 }));
    const shown = { text: 'I see', translation: '我看见', sourceTokens, targetCount: 3 };
    const pinned = { text: 'I see', translation: '我看见', source: 1, target: 2 };
    expect(pairIn(pinned, shown)).toEqual({ source: 1, target: 2 });
    expect(pairIn({ ...pinned, translation: '我见' }, shown)).toEqual({ source: 1, target: null });
    expect(pairIn({ ...pinned, translation: null }, shown)).toEqual({ source: 1, target: 2 });
    expect(pairIn({ ...pinned, text: 'I saw' }, shown)).toBeNull();
    // Of what a link names, only what there is.
    expect(pairIn({ ...pinned, source: 2 }, shown)).toEqual({ source: null, target: 2 });
    expect(pairIn({ ...pinned, source: 2, target: 3 }, shown)).toBeNull();
  });

  it('lights up where the other figure has it', () => {
    const place = (to: Place) => spotOfPair(to, { source: 2, target: null });
    expect(place('chips')).toEqual({ query: 2, key: null });
    expect(place('cross')).toEqual({ query: null, key: 2 });
    expect(place('decoder')).toBeNull();
  });
});

describe('figures of one translation', () => {
  function linked() {
    const told: (TokenPair | null)[] = [];
    const figures = new LinkedFigures({ looked() {}, pinned: (pair) => told.push(pair) });
    const [chips, encoder, decoder, cross] = (
      ['chips', 'encoder', 'decoder', 'cross'] as const
    ).map((place) => {
      const figure = new FigureContext();
      figures.link(figure, place);
      return figure;
    }) as [FigureContext, FigureContext, FigureContext, FigureContext];
    return { figures, told, chips, encoder, decoder, cross };
  }

  it('light up together', () => {
    const { chips, encoder, cross, told } = linked();
    chips.look({ query: 2, key: null });
    expect(encoder.spot).toEqual({ query: 2, key: null });
    expect(cross.spot).toEqual({ query: null, key: 2 });
    expect(told).toEqual([]);
  });

  it('keep what is pinned while one looks elsewhere, also where only half of it is shown', () => {
    const { chips, encoder, decoder, cross, told } = linked();
    cross.pin({ query: 1, key: 2 });
    chips.look({ query: 0, key: null });
    chips.look(null);
    encoder.look({ query: 3, key: 1 });
    encoder.look(null);
    expect(told).toEqual([{ source: 2, target: 1 }]);
    expect(cross.selection.pinned).toEqual({ query: 1, key: 2 });
    expect(decoder.selection.pinned).toEqual({ query: 1, key: null });
    expect(chips.selection.pinned).toEqual({ query: 2, key: null });
  });

  it('keep it when a figure gets another run of as many tokens', () => {
    const { chips, decoder, told } = linked();
    decoder.pin({ query: 1, key: null });
    const tokens = ['a', 'b', 'c'].map((text, id) => ({ id, text, start: id, end: id + 1 }));
    chips.change({ run: { tokens, activations: {} } });
    expect(decoder.selection.pinned).toEqual({ query: 1, key: null });
    expect(told).toEqual([{ source: null, target: 1 }]);
  });

  it('let go together, and say so once', () => {
    const { figures, encoder, decoder, told } = linked();
    decoder.pin({ query: 1, key: null });
    figures.release();
    figures.release();
    expect(decoder.selection.pinned).toBeNull();
    encoder.pin({ query: 1, key: null });
    encoder.pin({ query: 1, key: null });
    expect(told).toEqual([{ source: null, target: 1 }, null, { source: 1, target: null }, null]);
  });

  it('show what is pinned elsewhere without telling of it, the one that is linked later too', () => {
    const { figures, encoder, told } = linked();
    figures.pin({ source: 1, target: null });
    const late = new FigureContext();
    figures.link(late, 'cross');
    expect(encoder.selection.pinned).toEqual({ query: 1, key: null });
    expect(late.selection.pinned).toEqual({ query: null, key: 1 });
    expect(told).toEqual([]);
  });

  it('follow no longer once they are gone or stand elsewhere', () => {
    const { figures, chips, encoder, decoder, cross, told } = linked();
    // The panel of the encoder is that of cross-attention now, and there is no other.
    figures.linkOnly(
      new Map<FigureContext, Place>([
        [chips, 'chips'],
        [encoder, 'cross'],
      ]),
    );
    chips.look({ query: 2, key: null });
    expect(encoder.spot).toEqual({ query: null, key: 2 });
    expect([decoder.spot, cross.spot]).toEqual([null, null]);
    chips.look(null);
    figures.lookAtTarget(1);
    expect([encoder.spot, figures.target]).toEqual([{ query: 1, key: null }, 1]);
    cross.pin({ query: 0, key: 0 });
    expect(told).toEqual([]);
  });
});
