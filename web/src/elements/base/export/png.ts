/** An SVG as a picture of pixels, which keeps what the SVG says of itself. */
import { GlassformerError } from '../../../shared/error.ts';
import { held } from '../../../shared/escape.ts';
import { printable } from '../../../shared/printable.ts';
import { anObject } from '../kinds.ts';
import { type Drawable, type Drawing, drawingOf } from './figure-svg.ts';
import { withTexts } from './png-text.ts';

/** No browser draws more pixels on a side. */
const kMaxPixels = 8192;
const kScale = 2;

/** @param options as a script gives them: what is wrong with them is refused */
export async function pngOf(figure: Drawable, options: object): Promise<Blob> {
  anObject('toPNG: options', options);
  const other = Object.keys(options).find((name) => name !== 'scale');
  if (other !== undefined)
    refuse(other, `unknown option ${printable(other, 100)}, the only one is scale`);
  const { scale } = options as { readonly scale?: unknown };
  if (scale === undefined) return fittingPng(figure, kScale);
  if (!(typeof scale === 'number' && scale > 0 && Number.isFinite(scale)))
    refuse('scale', `scale must be a number above 0, found ${printable(String(scale), 100)}`);
  const drawing = await drawingOf(figure);
  const image = await imageOf(drawing);
  const most = largestScale(image);
  if (scale > most)
    refuse(
      'scale',
      `scale must be at most ${Math.floor(most * 100) / 100} for this figure, whose picture may have ${kMaxPixels} pixels on a side, found ${scale}`,
    );
  return withContext(await drawn(image, scale), drawing);
}

/** Of so many pixels to a pixel of the page, or as many as a browser can draw of a large figure. */
export async function fittingPng(figure: Drawable, scale: number): Promise<Blob> {
  const drawing = await drawingOf(figure);
  const image = await imageOf(drawing);
  return withContext(await drawn(image, Math.min(scale, largestScale(image))), drawing);
}

function refuse(option: string, message: string): never {
  const details = { kind: 'invalidOption', option: `toPNG: ${printable(option, 100)}` } as const;
  throw new GlassformerError('InvalidArgument', `toPNG: ${message}`, { details });
}

async function imageOf({ svg }: Drawing): Promise<HTMLImageElement> {
  const image = new Image();
  // A data: URL, because policies allow it where they allow no blob.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  try {
    await image.decode();
  } catch {
    throw notDrawn();
  }
  return image;
}

function largestScale({ naturalWidth, naturalHeight }: HTMLImageElement): number {
  return kMaxPixels / Math.max(naturalWidth, naturalHeight, 1);
}

function drawn(image: HTMLImageElement, scale: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(notDrawn()) : resolve(blob)), 'image/png'),
  );
}

/** Title, text, model and settings, and the address of the page. */
async function withContext(png: Blob, { title, description }: Drawing): Promise<Blob> {
  const texts = { Title: held(title), Description: held(description), Software: 'Glassformer' };
  const bytes = new Uint8Array(await png.arrayBuffer());
  return new Blob([withTexts(bytes, texts)], { type: png.type });
}

function notDrawn(): Error {
  return new Error('The browser could not draw the figure as a picture.');
}
