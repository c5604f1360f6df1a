/** CSS gradients of straight lines, as a browser computes them, in SVG's terms. */

export interface Stop {
  readonly colour: string;
  /** Pixels along the gradient's line. */
  readonly at: number;
}

export interface Gradient {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  readonly repeats: boolean;
  /** From 0 to 1 between `from` and `to`. */
  readonly stops: readonly Stop[];
}

/** `image`: a computed background-image; null where it is no linear gradient. Its box has its corner at 0, 0. */
export function parseGradient(image: string, width: number, height: number): Gradient | null {
  const match = /^(repeating-)?linear-gradient\((.*)\)$/s.exec(image.trim());
  if (match === null) return null;
  const parts = splitTop(match[2] as string, ',');
  const angle = angleOf(parts[0] as string, width, height);
  const length =
    Math.abs(width * Math.sin(angle ?? Math.PI)) + Math.abs(height * Math.cos(angle ?? Math.PI));
  const stops = stopsOf(angle === null ? parts : parts.slice(1), length);
  const [first, last] = [stops[0], stops.at(-1)];
  if (first === undefined || last === undefined) return null;
  const start = match[1] ? first.at : 0;
  const end = match[1] ? last.at : length;
  const point = (at: number): [number, number] => {
    const along = at - length / 2;
    return [
      width / 2 + along * Math.sin(angle ?? Math.PI),
      height / 2 - along * Math.cos(angle ?? Math.PI),
    ];
  };
  return {
    from: point(start),
    to: point(end),
    repeats: match[1] !== undefined,
    stops: stops.map(({ colour, at }) => ({ colour, at: (at - start) / (end - start || 1) })),
  };
}

/** "-45deg", "to right", "to top right"; radians clockwise from the top; null if the part is no direction. */
function angleOf(part: string, width: number, height: number): number | null {
  const degrees = /^(-?[\d.]+)deg$/.exec(part);
  if (degrees) return (Number(degrees[1]) * Math.PI) / 180;
  if (!part.startsWith('to ')) return null;
  const x = Number(part.includes('right')) - Number(part.includes('left'));
  const y = Number(part.includes('bottom')) - Number(part.includes('top'));
  // Towards a corner the line stands at right angles to the other diagonal.
  if (x !== 0 && y !== 0) return Math.atan2(x * height, -y * width);
  return Math.atan2(x, -y);
}

function stopsOf(parts: readonly string[], length: number): Stop[] {
  const listed = parts.flatMap((part): { colour: string; at: number | null }[] => {
    const [colour, ...places] = colourAndPlaces(part);
    const at = places.map((place) => pixelsOf(place, length));
    return at.length === 0 ? [{ colour, at: null }] : at.map((each) => ({ colour, at: each }));
  });
  return listed.map(({ colour, at }, i) => ({ colour, at: at ?? between(listed, i, length) }));
}

/** The place of a stop that has none: as far from its neighbours as they allow. */
function between(stops: readonly { at: number | null }[], index: number, length: number): number {
  let before = index;
  while (before > 0 && stops[before]?.at === null) --before;
  let after = index;
  while (after < stops.length - 1 && stops[after]?.at === null) ++after;
  const start = stops[before]?.at ?? 0;
  const end = stops[after]?.at ?? length;
  return before === after ? start : start + ((end - start) * (index - before)) / (after - before);
}

function colourAndPlaces(part: string): [string, ...string[]] {
  const [colour = '', ...places] = splitTop(part, ' ');
  return [colour, ...places];
}

/** "3px", "40%", "calc(50% - 1px)". */
function pixelsOf(place: string, length: number): number {
  let sum = 0;
  for (const [, sign, value, unit] of place.matchAll(/([+-]?)\s*([\d.]+)(px|%)/g)) {
    const pixels = unit === '%' ? (Number(value) / 100) * length : Number(value);
    sum += sign === '-' ? -pixels : pixels;
  }
  return sum;
}

/** Splits where `separator` stands outside of brackets. */
function splitTop(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const character of text) {
    if (character === '(') ++depth;
    if (character === ')') --depth;
    if (character === separator && depth === 0) {
      parts.push(part.trim());
      part = '';
    } else part += character;
  }
  parts.push(part.trim());
  return parts.filter((each) => each !== '');
}
