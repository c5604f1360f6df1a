import { describe, expect, it } from 'vitest';
import {
  colourOf,
  colourTable,
  contrast,
  fillOf,
  inkOf,
  type Rgb,
  scaleStops,
  tokenColour,
} from '../../../web/src/view/colour.ts';

const lightness = (colour: Rgb) => colour.reduce((sum, channel) => sum + channel, 0);
const parse = (pair: string): [Rgb, Rgb] =>
  [...pair.matchAll(/rgb\((\d+) (\d+) (\d+)\)/g)].map((m) => m.slice(1).map(Number)) as unknown as [
    Rgb,
    Rgb,
  ];

describe('the signed scale', () => {
  it('puts orange above zero and blue below', () => {
    const [red, , blue] = colourOf(1, 1, 'signed', 'light');
    expect(red).toBeGreaterThan(blue);
    const [red2, , blue2] = colourOf(-1, 1, 'signed', 'light');
    expect(blue2).toBeGreaterThan(red2);
  });
  it('is the same at and beyond its end', () => {
    expect(colourOf(7, 2, 'signed', 'dark')).toEqual(colourOf(2, 2, 'signed', 'dark'));
  });
  it('has what is no number nowhere: that looks like a failure', () => {
    expect(colourOf(Number.NaN, 1, 'signed', 'light')).toEqual([163, 38, 31]);
    expect(colourOf(Number.NaN, 1, 'probability', 'dark')).toEqual([255, 157, 146]);
  });
});

it('more probability is darker on paper and lighter in the dark', () => {
  for (let p = 0; p < 1; p += 0.05) {
    expect(lightness(colourOf(p + 0.05, 1, 'probability', 'light'))).toBeLessThan(
      lightness(colourOf(p, 1, 'probability', 'light')),
    );
    expect(lightness(colourOf(p + 0.05, 1, 'probability', 'dark'))).toBeGreaterThan(
      lightness(colourOf(p, 1, 'probability', 'dark')),
    );
  }
});

it('digits can be read on every shade of both scales in both themes', () => {
  for (const scale of ['signed', 'probability'] as const) {
    for (let value = scale === 'signed' ? -1 : 0; value <= 1; value += 0.01) {
      const [fills, inks] = [parse(fillOf(value, 1, scale)), parse(inkOf(value, 1, scale))];
      expect(contrast(fills[0], inks[0])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(fills[1], inks[1])).toBeGreaterThanOrEqual(4.5);
    }
  }
});

it('the canvas palette runs from one end of the scale to the other', () => {
  const table = colourTable('signed', 'light');
  expect([...table.slice(0, 3)]).toEqual([...colourOf(-1, 1, 'signed', 'light')]);
  expect([...table.slice(-4)]).toEqual([...colourOf(1, 1, 'signed', 'light'), 255]);
});

it('the legend shows both ends', () => {
  expect(scaleStops('probability')[0]).toBe(fillOf(0, 1, 'probability'));
  expect(scaleStops('probability').at(-1)).toBe(fillOf(1, 1, 'probability'));
  expect(scaleStops('signed')[0]).toBe(fillOf(-1, 1, 'signed'));
});

it('the ninth token has the hue of the first', () => {
  expect(tokenColour(8)).toBe(tokenColour(0));
  expect(tokenColour(1)).not.toBe(tokenColour(0));
});

it('goes straight between a page’s own colours, and keeps ours where it has none', () => {
  const own = { low: null, zero: [255, 255, 255], high: [0, 128, 0], weight: null } as const;
  const shades = { theme: 'dark', own } as const;
  expect(colourOf(0, 1, 'signed', 'dark', own)).toEqual([255, 255, 255]);
  expect(colourOf(1, 1, 'signed', 'dark', own)).toEqual([0, 128, 0]);
  expect(colourOf(-1, 1, 'signed', 'dark', own)).toEqual(colourOf(-1, 1, 'signed', 'dark'));
  expect(colourOf(1, 1, 'probability', 'dark', own)).toEqual(colourOf(1, 1, 'probability', 'dark'));
  expect(fillOf(1, 1, 'signed', shades)).toBe('rgb(0 128 0)');
  expect(fillOf(1, 1, 'signed', { ...shades, own: null })).toBe(fillOf(1, 1, 'signed'));
  const table = colourTable('signed', 'dark', own);
  expect([...table.slice(-4)]).toEqual([0, 128, 0, 255]);
  expect(colourTable('signed', 'dark')).not.toEqual(table);
});
