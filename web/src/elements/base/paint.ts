/** Matrices on canvases. */
import { type Matrix, pooled } from '../../view/matrix.ts';
import { type PixelOptions, pixelsOf } from '../../view/pixels.ts';

/** Pixels along a side: browsers refuse much larger canvases. */
const kLargestSide = 8192;

/** What each canvas shows. */
const painted = new WeakMap<HTMLCanvasElement, readonly unknown[]>();

/**
 * Paints every cell as one pixel; those that the mask hides (or that are hidden themselves) stay clear. Of a very large
 * matrix a pixel stands for a square of cells.
 */
export function paint(canvas: HTMLCanvasElement, matrix: Matrix, options: PixelOptions): void {
  const context = canvas.getContext('2d');
  if (context === null || matrix.data.length === 0) return;
  const small = pooled(matrix, kLargestSide, options.scale === 'signed' ? Math.abs : undefined);
  const mask = pooled(options.mask ?? matrix, kLargestSide);
  canvas.width = small.columns;
  canvas.height = small.rows;
  const pixels = pixelsOf(small, { ...options, mask });
  context.putImageData(new ImageData(pixels, small.columns, small.rows), 0, 0);
}

/** `draw` paints the canvas, unless it shows what follows from the same `sources` already. */
export function paintOnce(
  canvas: HTMLCanvasElement,
  sources: readonly unknown[],
  draw: () => void,
): void {
  const before = painted.get(canvas);
  const isSame =
    before?.length === sources.length && sources.every((each, i) => Object.is(each, before[i]));
  if (isSame) return;
  painted.set(canvas, sources);
  draw();
}
