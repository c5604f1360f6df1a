/** Colours as a browser computes them, in the two parts that every SVG viewer understands. */

export interface Paint {
  /** "#rrggbb" */
  readonly colour: string;
  readonly opacity: number;
}

const kBlack: Paint = { colour: '#000000', opacity: 1 };

const known = new Map<string, Paint | null>();

/** Null for what is not seen. */
export function paintOf(css: string): Paint | null {
  const found = known.get(css);
  if (found !== undefined) return found;
  const paint = parse(css) ?? measure(css);
  const seen = paint === null || paint.opacity === 0 ? null : paint;
  if (known.size > 5000) known.clear();
  known.set(css, seen);
  return seen;
}

/** fill="…" with fill-opacity where it is needed; the same for "stroke". */
export function painted(kind: 'fill' | 'stroke', paint: Paint | null): Record<string, string> {
  if (paint === null) return { [kind]: 'none' };
  const opacity = paint.opacity < 1 ? { [`${kind}-opacity`]: paint.opacity.toFixed(3) } : {};
  return { [kind]: paint.colour, ...opacity };
}

/** Whether the colour is nearer to white than to black. */
export function isLight(css: string): boolean {
  const { colour } = paintOf(css) ?? kBlack;
  const bytes = [1, 3, 5].map((place) => Number.parseInt(colour.slice(place, place + 2), 16));
  return bytes.reduce((sum, byte) => sum + byte, 0) > (3 * 255) / 2;
}

/** What computed styles are made of: rgb(), rgba() and color(srgb …). */
function parse(css: string): Paint | null {
  const wide = /^color\(srgb ([^)]+)\)$/.exec(css);
  const plain = /^rgba?\(([^)]+)\)$/.exec(css);
  const numbers = (wide ?? plain)?.[1]?.match(/[\d.e+-]+/g)?.map(Number);
  if (numbers === undefined || numbers.length < 3 || numbers.some(Number.isNaN)) return null;
  const factor = wide ? 255 : 1;
  return fromBytes(
    numbers.slice(0, 3).map((value) => value * factor),
    numbers[3] ?? 1,
  );
}

/** Any other colour: painted on a pixel, and read from there. */
function measure(css: string): Paint | null {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.fillStyle = 'transparent';
  context.fillStyle = css;
  context.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0, a = 0] = context.getImageData(0, 0, 1, 1).data;
  return fromBytes([r, g, b], a / 255);
}

function fromBytes(bytes: readonly number[], opacity: number): Paint {
  const hex = bytes.map((byte) =>
    Math.max(0, Math.min(255, Math.round(byte)))
      .toString(16)
      .padStart(2, '0'),
  );
  return { colour: `#${hex.join('')}`, opacity };
}
