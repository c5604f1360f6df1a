/** A matrix as a picture of one pixel a cell. */
import { colourOf, colourTable, type Scale, type Shades } from './colour.ts';
import type { Matrix } from './matrix.ts';
import { isHidden } from './number.ts';

export interface PixelOptions extends Shades {
  readonly scale: Scale;
  /** The number at the end of the scale, above zero. */
  readonly extent: number;
  /** Its hidden entries hide the cells; by default the matrix itself. */
  readonly mask?: Matrix;
}

/** RGBA, row by row. Hidden cells are clear; NaN has a colour of its own. */
export function pixelsOf(matrix: Matrix, options: PixelOptions): Uint8ClampedArray<ArrayBuffer> {
  const { scale, extent, theme, own, mask = matrix } = options;
  const { data } = matrix;
  const pixels = new Uint32Array(data.length);
  const colours = new Uint32Array(colourTable(scale, theme, own).buffer);
  const [noNumber = 0] = new Uint32Array(
    Uint8ClampedArray.of(...colourOf(Number.NaN, 1, scale, theme), 255).buffer,
  );
  // Of a half more than the index, which is cut off: so it is rounded.
  const [offset, factor] = scale === 'signed' ? [128, 127.5 / extent] : [0.5, 255 / extent];
  for (let i = 0; i < data.length; ++i) {
    const value = data[i] as number;
    if (isHidden(mask.data[i] ?? value)) continue;
    const place = offset + value * factor;
    if (Number.isNaN(place)) pixels[i] = noNumber;
    else pixels[i] = colours[place <= 0 ? 0 : place >= 255 ? 255 : place | 0] as number;
  }
  return new Uint8ClampedArray(pixels.buffer);
}
