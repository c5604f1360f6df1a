/** An SVG as a picture of pixels. */

/** No browser draws more pixels on a side. */
const kMaxPixels = 8192;

export async function rasterise(svg: string, scale: number): Promise<Blob> {
  if (!(scale > 0)) throw new RangeError(`the scale must be above 0, not ${scale}`);
  const image = new Image();
  // A data: URL, because policies allow it where they allow no blob.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  try {
    await image.decode();
  } catch {
    throw new Error('The browser could not draw the figure as a picture.');
  }
  const maxScale = kMaxPixels / Math.max(image.naturalWidth, image.naturalHeight, 1);
  const factor = Math.min(scale, maxScale);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.naturalWidth * factor);
  canvas.height = Math.round(image.naturalHeight * factor);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) =>
        blob === null
          ? reject(new Error('The browser could not draw the figure as a picture.'))
          : resolve(blob),
      'image/png',
    ),
  );
}
