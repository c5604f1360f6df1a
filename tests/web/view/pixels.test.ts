import { expect, it } from 'vitest';
import { colourOf } from '../../../web/src/view/colour.ts';
import { matrixOf, tensor } from '../../../web/src/view/matrix.ts';
import { pixelsOf } from '../../../web/src/view/pixels.ts';

const row = (...numbers: number[]) => matrixOf(tensor([1, numbers.length], numbers));
const pixel = (pixels: Uint8ClampedArray, place: number) => [
  ...pixels.slice(place * 4, place * 4 + 4),
];

it('a cell has the colour of its number, and the ends of the scale what lies beyond', () => {
  const pixels = pixelsOf(row(0, 1, 7), {
    scale: 'probability',
    extent: 1,
    theme: 'light',
    own: null,
  });
  const end = [...colourOf(1, 1, 'probability', 'light'), 255];
  expect(pixel(pixels, 0)).toEqual([...colourOf(0, 1, 'probability', 'light'), 255]);
  expect([pixel(pixels, 1), pixel(pixels, 2)]).toEqual([end, end]);
});

it('what is hidden is clear; what is no number is not', () => {
  const options = { scale: 'signed', extent: 2, theme: 'dark', own: null } as const;
  const pixels = pixelsOf(row(Number.NaN, -Infinity, 1), options);
  expect(pixel(pixels, 0)).toEqual([...colourOf(Number.NaN, 1, 'signed', 'dark'), 255]);
  expect(pixel(pixels, 1)).toEqual([0, 0, 0, 0]);
  const masked = pixelsOf(row(1, 1), { ...options, mask: row(0, -1e10) });
  expect([pixel(masked, 0)[3], pixel(masked, 1)[3]]).toEqual([255, 0]);
});
