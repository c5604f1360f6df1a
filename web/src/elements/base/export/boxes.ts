/** What CSS paints of an element itself: background, hatch, border, shadows without blur, outline. */
import { short, tag } from './markup.ts';
import { type Paint, painted, paintOf } from '../computed-colour.ts';
import type { Box, Sheet } from './sheet.ts';

type Corners = readonly [number, number, number, number];

/** Under the element's content. */
export function drawBox(rect: Box, style: CSSStyleDeclaration, sheet: Sheet): string {
  const box = snapped(rect);
  const corners = cornersOf(style, box);
  return [
    ...shadowsOf(style, false).map((shadow) => drawShadow(shadow, box, corners, sheet)),
    fill(box, corners, paintOf(style.backgroundColor), sheet),
    drawHatch(style.backgroundImage, box, corners, sheet),
    ...shadowsOf(style, true).map((shadow) => drawShadow(shadow, box, corners, sheet)),
    drawBorders(style, box, corners, sheet),
  ].join('');
}

/** Over the element's content. */
export function drawOutline(rect: Box, style: CSSStyleDeclaration, sheet: Sheet): string {
  const width = Number.parseFloat(style.outlineWidth);
  if (style.outlineStyle === 'none' || width === 0) return '';
  const out = Number.parseFloat(style.outlineOffset) + width / 2;
  const box = grown(snapped(rect), out);
  const radius = Math.max(0, (cornersOf(style, rect)[0] || 0) + out);
  return stroke(box, [radius, radius, radius, radius], paintOf(style.outlineColor), width, sheet);
}

/** To whole pixels, as browsers paint boxes. */
export function snapped({ left, top, right, bottom }: Box): Box {
  return {
    left: Math.round(left),
    top: Math.round(top),
    right: Math.round(right),
    bottom: Math.round(bottom),
  };
}

function fill(box: Box, corners: Corners, paint: Paint | null, sheet: Sheet): string {
  return paint === null ? '' : shape(box, corners, painted('fill', paint), sheet);
}

function stroke(
  box: Box,
  corners: Corners,
  paint: Paint | null,
  width: number,
  sheet: Sheet,
  dashes: string | null = null,
): string {
  if (paint === null || width <= 0) return '';
  sheet.cover(grown(box, width / 2));
  const attributes = { fill: 'none', ...painted('stroke', paint), 'stroke-width': short(width) };
  return shape(
    box,
    corners,
    dashes === null ? attributes : { ...attributes, 'stroke-dasharray': dashes },
    sheet,
  );
}

/** A rectangle, with round corners where the box has them. */
function shape(
  box: Box,
  corners: Corners,
  attributes: Record<string, string>,
  sheet: Sheet,
): string {
  const width = box.right - box.left;
  const height = box.bottom - box.top;
  if (width <= 0 || height <= 0) return '';
  sheet.cover(box);
  const [radius] = corners;
  if (corners.every((each) => each === radius)) {
    const rx = radius > 0 ? Math.min(radius, width / 2, height / 2) : null;
    return tag('rect', { x: box.left, y: box.top, width, height, rx, ...attributes });
  }
  return tag('path', { d: roundedPath(box, corners), ...attributes });
}

function roundedPath({ left, top, right, bottom }: Box, [tl, tr, br, bl]: Corners): string {
  const at = (...numbers: number[]) => numbers.map(short).join(' ');
  return `M${at(left + tl, top)}H${short(right - tr)}A${at(tr, tr, 0, 0, 1, right, top + tr)}V${short(bottom - br)}A${at(br, br, 0, 0, 1, right - br, bottom)}H${short(left + bl)}A${at(bl, bl, 0, 0, 1, left, bottom - bl)}V${short(top + tl)}A${at(tl, tl, 0, 0, 1, left + tl, top)}Z`;
}

function cornersOf(style: CSSStyleDeclaration, box: Box): Corners {
  const maxRadius = Math.min(box.right - box.left, box.bottom - box.top) / 2;
  const radius = (written: string) => {
    const value = Number.parseFloat(written) || 0;
    return Math.min(maxRadius, written.includes('%') ? (value / 50) * maxRadius : value);
  };
  return [
    radius(style.borderTopLeftRadius),
    radius(style.borderTopRightRadius),
    radius(style.borderBottomRightRadius),
    radius(style.borderBottomLeftRadius),
  ];
}

function drawBorders(style: CSSStyleDeclaration, box: Box, corners: Corners, sheet: Sheet): string {
  const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) => ({
    side,
    width:
      style[`border${side}Style`] === 'none' ? 0 : Number.parseFloat(style[`border${side}Width`]),
    line: style[`border${side}Style`],
    colour: style[`border${side}Color`],
  }));
  const [first] = sides;
  if (first === undefined || sides.every(({ width }) => width === 0)) return '';
  const isEven = sides.every(
    ({ width, line, colour }) =>
      width === first.width && line === first.line && colour === first.colour,
  );
  if (isEven) {
    const half = first.width / 2;
    const inner = corners.map((radius) => Math.max(0, radius - half)) as unknown as Corners;
    const dashes = dashesOf(first.line, first.width);
    return stroke(grown(box, -half), inner, paintOf(first.colour), first.width, sheet, dashes);
  }
  return sides
    .map(({ side, width, line, colour }) => drawSide(side, width, line, colour, box, sheet))
    .join('');
}

function drawSide(
  side: 'Top' | 'Right' | 'Bottom' | 'Left',
  width: number,
  line: string,
  colour: string,
  { left, top, right, bottom }: Box,
  sheet: Sheet,
): string {
  const paint = paintOf(colour);
  if (width === 0 || paint === null) return '';
  const half = width / 2;
  const ends = {
    Top: [left, top + half, right, top + half],
    Right: [right - half, top, right - half, bottom],
    Bottom: [left, bottom - half, right, bottom - half],
    Left: [left + half, top, left + half, bottom],
  }[side];
  const [x1, y1, x2, y2] = ends as [number, number, number, number];
  sheet.cover({ left: x1, top: y1 - half, right: x2 + half, bottom: y2 + half });
  return tag('line', {
    ...{ x1, y1, x2, y2 },
    ...painted('stroke', paint),
    'stroke-width': width,
    'stroke-dasharray': dashesOf(line, width),
  });
}

function dashesOf(line: string, width: number): string | null {
  if (line === 'dotted') return `${width}`;
  return line === 'dashed' ? `${2 * width + 1} ${width + 1}` : null;
}

/** Stripes from corner to corner: of all that backgrounds can be made of, the one that figures use. */
function drawHatch(image: string, box: Box, corners: Corners, sheet: Sheet): string {
  const paints = hatchPaints(image);
  return paints === null ? '' : shape(box, corners, { fill: sheet.hatch(...paints) }, sheet);
}

function hatchPaints(image: string): readonly [ground: Paint, stripe: Paint] | null {
  if (!image.startsWith('repeating-linear-gradient(-45deg')) return null;
  const colours = image.match(/(rgba?|color)\([^)]*\)/g) ?? [];
  const [ground, stripe] = [colours[0], colours.at(-1)].map((colour) => paintOf(colour ?? ''));
  return ground && stripe ? [ground, stripe] : null;
}

interface Shadow {
  readonly x: number;
  readonly y: number;
  readonly spread: number;
  readonly colour: string;
  readonly isInset: boolean;
}

function shadowsOf(style: CSSStyleDeclaration, inset: boolean): Shadow[] {
  if (style.boxShadow === 'none') return [];
  return style.boxShadow
    .split(/,(?![^(]*\))/)
    .map((written) => {
      const colour = /[a-z]+\([^)]*\)|#\w+/i.exec(written)?.[0] ?? 'transparent';
      const [x = 0, y = 0, blur = 0, spread = 0] = (
        written.replace(colour, '').match(/-?[\d.]+px/g) ?? []
      ).map(Number.parseFloat);
      return { x, y, blur, spread, colour, isInset: /\binset\b/.test(written) };
    })
    .filter(({ blur, isInset }) => blur === 0 && isInset === inset);
}

function drawShadow(shadow: Shadow, box: Box, corners: Corners, sheet: Sheet): string {
  const paint = paintOf(shadow.colour);
  const { x, y, spread, isInset } = shadow;
  if (x === 0 && y === 0) {
    const out = isInset ? -spread / 2 : spread / 2;
    const round = corners.map((radius) => (radius > 0 ? Math.max(0, radius + out) : 0));
    return stroke(grown(box, out), round as unknown as Corners, paint, spread, sheet);
  }
  // Beside the box: what peeps out from under it.
  const moved = {
    left: box.left + x,
    top: box.top + y,
    right: box.right + x,
    bottom: box.bottom + y,
  };
  return isInset ? '' : fill(beyond(grown(moved, spread), box), [0, 0, 0, 0], paint, sheet);
}

/** The part of `shadow` that stands out over one side of `box`. */
function beyond(shadow: Box, box: Box): Box {
  if (shadow.top < box.top) return { ...shadow, bottom: Math.min(shadow.bottom, box.top) };
  if (shadow.bottom > box.bottom) return { ...shadow, top: Math.max(shadow.top, box.bottom) };
  if (shadow.left < box.left) return { ...shadow, right: Math.min(shadow.right, box.left) };
  return { ...shadow, left: Math.max(shadow.left, box.right) };
}

function grown({ left, top, right, bottom }: Box, by: number): Box {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}
