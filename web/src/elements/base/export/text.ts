/** Runs of text where they stand: one `<text>` for each line of a text node. */
import { escape } from '../../../shared/escape.ts';
import { tag } from './markup.ts';
import { paintOf, painted } from '../computed-colour.ts';
import type { Sheet } from './sheet.ts';

/** Fonts as the drawing's outermost group has them; texts name only what differs. */
export interface Type {
  readonly family: string;
  readonly size: string;
}

interface Line {
  readonly text: string;
  readonly rect: DOMRect;
}

export function typeOf(style: CSSStyleDeclaration): Type {
  return { family: style.fontFamily, size: style.fontSize };
}

export function drawText(node: Text, type: Type, sheet: Sheet): string {
  const parent = node.parentElement ?? (node.parentNode as ShadowRoot).host;
  const style = getComputedStyle(parent);
  if (style.visibility === 'hidden' || node.data.trim() === '') return '';
  return linesOf(node, style)
    .map(({ text, rect }) => drawRun(text, rect, style, type, sheet))
    .join('');
}

/** `rect`: the line's box, as tall as the font. */
export function drawRun(
  text: string,
  rect: DOMRect,
  style: CSSStyleDeclaration,
  type: Type,
  sheet: Sheet,
): string {
  const paint = paintOf(style.color);
  if (paint === null || text === '' || rect.width === 0) return '';
  sheet.cover(rect);
  const isSign = /^\s*\S\s*$/u.test(text);
  // Where letters are joined, what is put between them would tear them apart; others keep their shape.
  const isJoined = /[\u0600-\u1cff]/.test(text);
  return tag(
    'text',
    {
      x: rect.left,
      y: rect.top + ascentOf(style, rect.height),
      // The same width wherever it is opened, whatever fonts there are. A sign alone would only be stretched.
      textLength: isSign ? null : rect.width,
      lengthAdjust: isJoined && !isSign ? 'spacingAndGlyphs' : null,
      'font-family': style.fontFamily === type.family ? null : style.fontFamily,
      'font-size': style.fontSize === type.size ? null : style.fontSize,
      'font-weight': style.fontWeight === '400' ? null : style.fontWeight,
      'font-style': style.fontStyle === 'normal' ? null : style.fontStyle,
      'text-decoration': style.textDecorationLine === 'none' ? null : style.textDecorationLine,
      ...painted('fill', paint),
    },
    escape(text),
  );
}

const ascents = new Map<string, { readonly ascent: number; readonly descent: number }>();

/** From the top of a line's box to its baseline. */
function ascentOf(style: CSSStyleDeclaration, height: number): number {
  const font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  let metrics = ascents.get(font);
  if (metrics === undefined) {
    const context = document.createElement('canvas').getContext('2d');
    if (context === null) return height * 0.8;
    context.font = font;
    const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('x');
    metrics = { ascent: fontBoundingBoxAscent, descent: fontBoundingBoxDescent };
    ascents.set(font, metrics);
  }
  const { ascent, descent } = metrics;
  const isRounded = Math.abs(Math.round(ascent) + Math.round(descent) - height) < 0.01;
  return isRounded ? Math.round(ascent) : (height * ascent) / (ascent + descent);
}

/** The node's text line by line, as it is laid out. */
function linesOf(node: Text, style: CSSStyleDeclaration): Line[] {
  const keepsBlanks = style.whiteSpace.startsWith('pre') || style.whiteSpace === 'break-spaces';
  const written = (first: number, end: number) => {
    const text = node.data.slice(first, end);
    return keepsBlanks ? text.trimEnd() : text.replace(/\s+/g, ' ').trim();
  };
  const range = document.createRange();
  const first = node.data.search(/\S/);
  const end = node.data.trimEnd().length;
  const between = (from: number, to: number) => {
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter(({ width }) => width > 0);
  };
  const rects = between(first, end);
  if (rects.length === 0) return [];
  if (!isSeveral(rects))
    return [
      shortened({ text: written(first, end), rect: range.getBoundingClientRect() }, node, style),
    ];
  return breaks(node, first, end, between).flatMap(([from, to]) => {
    const text = written(from, to);
    if (text === '') return [];
    const lead = from + (node.data.slice(from, to).search(/\S/) || 0);
    between(lead, from + node.data.slice(from, to).trimEnd().length);
    return [{ text, rect: range.getBoundingClientRect() }];
  });
}

function isSeveral(rects: readonly DOMRect[]): boolean {
  const [first] = rects;
  return rects.some(({ top }) => Math.abs(top - (first?.top ?? 0)) > 2);
}

/** Where lines begin and end: a character that stands lower than the one before begins one. */
function breaks(
  node: Text,
  first: number,
  end: number,
  between: (from: number, to: number) => DOMRect[],
): [number, number][] {
  const lines: [number, number][] = [];
  let start = first;
  let top: number | null = null;
  for (let place = first; place < end;) {
    const next = place + String.fromCodePoint(node.data.codePointAt(place) as number).length;
    const rect = between(place, next)[0];
    if (rect !== undefined && top !== null && Math.abs(rect.top - top) > 2) {
      lines.push([start, place]);
      start = place;
    }
    if (rect !== undefined) top = rect.top;
    place = next;
  }
  return [...lines, [start, end]];
}

/** A line that its box cuts with an ellipsis, cut in the same place. */
function shortened(line: Line, node: Text, style: CSSStyleDeclaration): Line {
  const box = node.parentElement;
  const isCut =
    box !== null && style.textOverflow === 'ellipsis' && box.scrollWidth > box.clientWidth;
  if (!isCut) return line;
  const right = box.getBoundingClientRect().right;
  const range = document.createRange();
  const start = node.data.search(/\S/);
  range.setStart(node, start);
  const mark = Number.parseFloat(style.fontSize);
  const characters = [...node.data.slice(start)];
  const take = (length: number) =>
    range.setEnd(node, start + characters.slice(0, length).join('').length);
  let most = characters.length - 1;
  let least = Math.min(1, most);
  // A measurement lays the line out: a token may have a hundred thousand characters.
  while (least < most) {
    const length = Math.ceil((least + most) / 2);
    take(length);
    if (range.getBoundingClientRect().right > right - mark) most = length - 1;
    else least = length;
  }
  take(least);
  const rect = range.getBoundingClientRect();
  const text = `${range.toString().trim()}…`;
  return {
    text,
    rect: new DOMRect(rect.x, rect.y, Math.min(right - rect.x, rect.width + mark), rect.height),
  };
}
