/**
 * Colours of numbers and of tokens, each as a pair for light and dark. Mixing happens in OKLab (Björn Ottosson, 2020),
 * where equal steps look equal. A pair is written as CSS `light-dark()`, so a figure follows its surroundings' theme.
 */

export type Rgb = readonly [red: number, green: number, blue: number];
export type Theme = 'light' | 'dark';
export type Scale = 'signed' | 'probability';

/** The ends and the zero of scales, where a page has its own; null: ours. */
export interface OwnColours {
  /** Of the lowest value, below zero. */
  readonly low: Rgb | null;
  /** Of zero, and of no weight. */
  readonly zero: Rgb | null;
  /** Of the highest value. */
  readonly high: Rgb | null;
  /** Of the weight, or probability, 1. */
  readonly weight: Rgb | null;
}

/** The colours of scales where a figure stands: a page's own are known in the theme that is seen there alone. */
export interface Shades {
  readonly theme: Theme;
  readonly own: OwnColours | null;
}

interface Ramp {
  readonly zero: Rgb;
  /** From just above zero to the end of the scale. */
  readonly up: readonly Rgb[];
  readonly down: readonly Rgb[];
}

const kRamps: Readonly<Record<Scale, Readonly<Record<Theme, Ramp>>>> = {
  // Below zero blue, above zero orange: apart for every common kind of colour vision.
  signed: {
    light: {
      zero: hex('#f6f6f5'),
      up: [hex('#f3b27a'), hex('#b94d08')],
      down: [hex('#8fbfe0'), hex('#14639c')],
    },
    dark: {
      zero: hex('#1b1e26'),
      up: [hex('#7c4320'), hex('#f0995c')],
      down: [hex('#23527a'), hex('#74b9ea')],
    },
  },
  // From nothing to one: paper to violet ink.
  probability: {
    light: { zero: hex('#f5f5f8'), up: [hex('#b9b1ea'), hex('#6553c4'), hex('#2c1a80')], down: [] },
    dark: { zero: hex('#1b1d27'), up: [hex('#40378a'), hex('#8d7fe6'), hex('#e6e1ff')], down: [] },
  },
};

/** Below 1: what is small still shows: probabilities of a long text, and vectors beside one that is much larger. */
const kBend: Readonly<Record<Scale, number>> = { probability: 0.65, signed: 0.75 };

/** What is no number lies on no scale. */
const kNoNumber: Readonly<Record<Theme, Rgb>> = { light: hex('#a3261f'), dark: hex('#ff9d92') };

const kInks: Readonly<Record<Theme, Rgb>> = { light: hex('#1c1f2a'), dark: hex('#e6e8ef') };
const kBlack: Rgb = [0, 0, 0];
const kWhite: Rgb = [255, 255, 255];
const kReadable = 4.5; // WCAG 2, text

/** How many hues the tokens of a text go through before the first comes back. */
const kTokenHues = 8;

/** The custom property that holds the colour of the token at `position`; the palette gives it a value per theme. */
export function tokenColour(position: number): string {
  return `var(--gf-token-${position % kTokenHues})`;
}

/** The colour of `value` on a scale whose end is `extent` (above zero), in one theme; NaN has that of failures. */
export function colourOf(
  value: number,
  extent: number,
  scale: Scale,
  theme: Theme,
  own: OwnColours | null = null,
): Rgb {
  if (Number.isNaN(value)) return kNoNumber[theme];
  const ramp = rampOf(kRamps[scale][theme], scale, own);
  const end = extent > 0 ? extent : 1;
  // What lies below a scale without that side is as its zero.
  const isBelow = value < 0 && ramp.down.length === 0;
  const linear = isBelow ? 0 : Math.min(1, Math.abs(value) / end);
  const fraction = linear ** kBend[scale];
  const side = value < 0 && !isBelow ? ramp.down : ramp.up;
  return alongStops([ramp.zero, ...side], fraction);
}

/** Between a page's own end and zero stands no colour of ours. */
function rampOf(ours: Ramp, scale: Scale, own: OwnColours | null): Ramp {
  if (own === null) return ours;
  const end = scale === 'signed' ? own.high : own.weight;
  return {
    zero: own.zero ?? ours.zero,
    up: end === null ? ours.up : [end],
    down: own.low === null || scale !== 'signed' ? ours.down : [own.low],
  };
}

/** Background of a cell, for both themes, unless a page's own colours are those of one. */
export function fillOf(
  value: number,
  extent: number,
  scale: Scale,
  shades: Shades | null = null,
): string {
  return pair(shades, (theme, own) => colourOf(value, extent, scale, theme, own));
}

/** A colour for digits on that background with a contrast of at least 4.5 : 1 in both themes. */
export function inkOf(
  value: number,
  extent: number,
  scale: Scale,
  shades: Shades | null = null,
): string {
  return pair(shades, (theme, own) =>
    readableOn(colourOf(value, extent, scale, theme, own), theme),
  );
}

/** The colours of a whole scale from one end to the other, as far apart as a gradient can fill in. */
export function scaleStops(scale: Scale, shades: Shades | null = null): readonly string[] {
  const kSteps = 12;
  const first = scale === 'signed' ? -1 : 0;
  return Array.from({ length: kSteps + 1 }, (_, i) =>
    fillOf(first + ((1 - first) * i) / kSteps, 1, scale, shades),
  );
}

/** 256 colours from one end of the scale to the other, as RGBA bytes: the palette of a canvas. */
export function colourTable(
  scale: Scale,
  theme: Theme,
  own: OwnColours | null = null,
): Uint8ClampedArray {
  const name = `${scale} ${theme} ${JSON.stringify(own)}`;
  const made = tables.get(name) ?? makeTable(scale, theme, own);
  if (tables.size > kMaxTables) tables.clear();
  tables.set(name, made);
  return made;
}

/** A page may change its colours as often as it likes. */
const kMaxTables = 64;
const tables = new Map<string, Uint8ClampedArray>();

function makeTable(scale: Scale, theme: Theme, own: OwnColours | null): Uint8ClampedArray {
  const table = new Uint8ClampedArray(256 * 4);
  const first = scale === 'signed' ? -1 : 0;
  for (let i = 0; i < 256; ++i) {
    table.set([...colourOf(first + ((1 - first) * i) / 255, 1, scale, theme, own), 255], i * 4);
  }
  return table;
}

/** WCAG 2 contrast of two colours, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function readableOn(background: Rgb, theme: Theme): Rgb {
  if (contrast(background, kInks[theme]) >= kReadable) return kInks[theme];
  return contrast(background, kWhite) >= contrast(background, kBlack) ? kWhite : kBlack;
}

function pair(
  shades: Shades | null,
  colour: (theme: Theme, own: OwnColours | null) => Rgb,
): string {
  if (shades !== null && shades.own !== null) return css(colour(shades.theme, shades.own));
  return `light-dark(${css(colour('light', null))}, ${css(colour('dark', null))})`;
}

function css(colour: Rgb): string {
  return `rgb(${colour.join(' ')})`;
}

/** Of "#rrggbb". */
export function hex(code: string): Rgb {
  const bits = Number.parseInt(code.slice(1), 16);
  return [bits >> 16, (bits >> 8) & 255, bits & 255];
}

function alongStops(stops: readonly Rgb[], fraction: number): Rgb {
  const place = fraction * (stops.length - 1);
  const index = Math.min(stops.length - 2, Math.floor(place));
  return mix(stops[index] as Rgb, stops[index + 1] as Rgb, place - index);
}

/** `a` and `b` mixed in OKLab. */
function mix(a: Rgb, b: Rgb, t: number): Rgb {
  if (t === 0) return a;
  const [from, to] = [toOklab(a), toOklab(b)];
  return fromOklab(
    [0, 1, 2].map(
      (i) => (from[i] as number) + ((to[i] as number) - (from[i] as number)) * t,
    ) as unknown as Rgb,
  );
}

function toOklab(colour: Rgb): Rgb {
  const [r, g, b] = colour.map(toLinear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Rgb): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function toLinear(channel: number): number {
  const c = channel / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

function fromLinear(channel: number): number {
  const c = channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, c)) * 255);
}

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map(toLinear) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
