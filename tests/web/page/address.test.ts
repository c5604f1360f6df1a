import { expect, it } from 'vitest';
import {
  preferredLanguage,
  readAddress,
  readSeed,
  writeAddress,
} from '../../../web/page/address.ts';

it('what is written into the address is read from it again', () => {
  const choices = {
    language: 'zh',
    text: '人生 & = # +',
    seed: 7,
    view: 'matrix',
    letters: '',
    source: 'a + b',
    life: 'see the sea',
    head: { layer: 4, head: 1 },
    ablations: [
      { layer: 0, head: 3, factor: 0, stack: 'decoder' },
      { layer: 2, head: 0, factor: 0.5, stack: 'decoder' },
    ],
    picks: { encoder: { layer: 2, head: 1 }, cross: { layer: 0, head: 3 } },
    translatorAblations: [
      { layer: 1, head: 2, factor: 0, stack: 'encoder' },
      { layer: 2, head: 0, factor: 1.5, stack: 'cross' },
    ],
    generation: { temperature: 0.35, top_p: 0.9, top_k: 5, seed: 4294967295, num_beams: 2 },
    beams: 8,
    opened: ['life', 'beam'],
    at: 'writing',
  } as const;
  expect(readAddress(writeAddress(choices))).toEqual(choices);
});

it('an address without choices stays empty', () => {
  expect(writeAddress({})).toBe('');
  expect(readAddress('')).toEqual({});
});

it('what an address cannot mean is left out', () => {
  expect(
    readAddress(
      '#lang=tlh&seed=-1&view=3d&head=0.1&off=1.1*9+x&translator=tower.1.1+cross.0.1&translator-off=cross.1.1+*0&open=sesame&beams=9&generation=heat:1+top_k:1.5+top_p:2+temperature:0+seed:-1+num_beams+length_penalty:NaN+__proto__:1&nonsense',
    ),
  ).toEqual({});
});

it('a seed is a whole number of 32 bits', () => {
  expect(readSeed(' 4294967295 ')).toBe(4294967295);
  for (const text of ['4294967296', '-1', '1.5', '1e3', '', 'x']) expect(readSeed(text)).toBeNull();
});

it('the first language of the reader that the page has is chosen', () => {
  expect(preferredLanguage(['fr-FR', 'zh-TW', 'en'])).toBe('zh');
  expect(preferredLanguage(['fr'])).toBe('en');
});

it('a text longer than the line takes is cut', () => {
  expect(readAddress(`#text=${'a'.repeat(100_000)}`).text).toHaveLength(20_000);
});
