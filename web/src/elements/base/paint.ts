import { colourTable, type Scale, type Theme } from '../../view/colour.ts';
import type { Matrix } from '../../view/matrix.ts';
import { isHidden } from '../../view/number.ts';

/** Paints every cell as one pixel; those that the mask hides (or that are hidden themselves) stay clear. */
export function paint(
  canvas: HTMLCanvasElement,
  matrix: Matrix,
  scale: Scale,
  extent: number,
  theme: Theme,
  mask: Matrix = matrix,
): void {
  const context = canvas.getContext('2d');
  if (context === null || matrix.rows === 0) return;
  canvas.width = matrix.columns;
  canvas.height = matrix.rows;
  const image = context.createImageData(matrix.columns, matrix.rows);
  const pixels = new Uint32Array(image.data.buffer);
  const colours = new Uint32Array(colourTable(scale, theme).buffer);
  const [offset, factor] = scale === 'signed' ? [127.5, 127.5 / extent] : [0, 255 / extent];
  const { data } = matrix;
  for (let i = 0; i < data.length; ++i) {
    const value = data[i] as number;
    const index = Math.max(0, Math.min(255, Math.round(offset + value * factor)));
    pixels[i] = isHidden(mask.data[i] ?? value) ? 0 : (colours[index] as number);
  }
  context.putImageData(image, 0, 0);
}
