/** A part of the page as SVG: boxes, texts, pictures and inline SVGs, each where the browser laid it out. */
import { drawBox, drawOutline, snapped } from './boxes.ts';
import { isHtml, isSvg, isTag, isText } from '../node-kinds.ts';
import { seenChildren } from './composed.ts';
import { drawSvg } from './inline-svg.ts';
import { short, tag } from './markup.ts';
import type { Sheet } from './sheet.ts';
import { drawRun, drawText, type Type } from './text.ts';
import type { Turn } from './unfold.ts';

export interface Pencil {
  readonly sheet: Sheet;
  readonly type: Type;
  readonly turns: ReadonlyMap<Element, Turn>;
}

export function drawNode(node: Node, pencil: Pencil): string {
  if (isText(node)) return drawText(node, pencil.type, pencil.sheet);
  if (isSvgRoot(node)) return drawSvg(node, pencil.sheet);
  return isHtml(node) ? drawElement(node, pencil) : '';
}

const isSvgRoot = (node: Node): node is SVGSVGElement => isSvg(node) && node.localName === 'svg';

function drawElement(element: HTMLElement, pencil: Pencil): string {
  const style = getComputedStyle(element);
  if (style.display === 'none' || style.opacity === '0') return '';
  // Text for those who do not see.
  if (style.clipPath === 'inset(50%)') return '';
  const turn = pencil.turns.get(element);
  const drawn = turn
    ? drawTurned(element, style, turn, pencil)
    : drawContent(element, style, pencil);
  return drawn !== '' && style.opacity !== '1'
    ? tag('g', { opacity: style.opacity }, drawn)
    : drawn;
}

function drawTurned(
  element: HTMLElement,
  style: CSSStyleDeclaration,
  { matrix, origin }: Turn,
  pencil: Pencil,
): string {
  const { left, top } = element.getBoundingClientRect();
  const [x, y] = [left + origin[0], top + origin[1]];
  const about = new DOMMatrix().translate(x, y).multiply(matrix).translate(-x, -y);
  const drawn = pencil.sheet.turned(about, () => drawContent(element, style, pencil));
  const { a, b, c, d, e, f } = about;
  const numbers = [a, b, c, d].map((number) => number.toFixed(5)).concat([e, f].map(short));
  return drawn === '' ? '' : tag('g', { transform: `matrix(${numbers.join(' ')})` }, drawn);
}

function drawContent(element: HTMLElement, style: CSSStyleDeclaration, pencil: Pencil): string {
  const { sheet } = pencil;
  const isSeen = style.visibility !== 'hidden' && style.display !== 'contents';
  const rects = isSeen ? [...element.getClientRects()] : [];
  const under = rects.map((rect) => drawBox(rect, style, sheet)).join('');
  const over = rects.map((rect) => drawOutline(rect, style, sheet)).join('');
  const inside = () =>
    drawReplaced(element, style, pencil) ??
    drawPseudo(element, '::before', pencil) +
      drawChildren(element, pencil) +
      drawPseudo(element, '::after', pencil);
  return under + (isClipping(element, style) ? clipped(element, inside, sheet) : inside()) + over;
}

/** Children in the order they are painted in: by z-index, what is positioned over what is not. */
function drawChildren(element: HTMLElement, pencil: Pencil): string {
  const children = seenChildren(element).map((child) => ({ child, height: heightOf(child) }));
  if (children.some(({ height }) => height !== 0)) children.sort((a, b) => a.height - b.height);
  return children.map(({ child }) => drawNode(child, pencil)).join('');
}

function heightOf(node: Node): number {
  if (!isHtml(node)) return 0;
  const { zIndex, position } = getComputedStyle(node);
  const index = Number.parseInt(zIndex, 10) || 0;
  return index + (position !== 'static' && index === 0 ? 0.5 : 0);
}

function isClipping(element: HTMLElement, { overflowX, overflowY }: CSSStyleDeclaration): boolean {
  const cuts = /hidden|clip/.test(overflowX) || /hidden|clip/.test(overflowY);
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
  return cuts && (scrollWidth > clientWidth || scrollHeight > clientHeight);
}

function clipped(element: HTMLElement, draw: () => string, sheet: Sheet): string {
  const box = snapped(element.getBoundingClientRect());
  const drawn = sheet.clipped(box, draw);
  if (drawn === '') return '';
  const size = { width: box.right - box.left, height: box.bottom - box.top };
  const reference = sheet.define((id) =>
    tag('clipPath', { id }, tag('rect', { x: box.left, y: box.top, ...size })),
  );
  return tag('g', { 'clip-path': reference }, drawn);
}

/** Canvases as they are, fields as what is written in them; null for everything else. */
function drawReplaced(
  element: HTMLElement,
  style: CSSStyleDeclaration,
  pencil: Pencil,
): string | null {
  if (isTag(element, 'canvas')) return drawCanvas(element, style, pencil.sheet);
  if (isTag(element, 'input')) return drawField(element, style, pencil);
  if (isTag(element, 'textarea') || isTag(element, 'select')) return '';
  return null;
}

function drawCanvas(canvas: HTMLCanvasElement, style: CSSStyleDeclaration, sheet: Sheet): string {
  if (canvas.width === 0 || canvas.height === 0) return '';
  const rect = snapped(contentBox(canvas, style));
  const { left, top, right, bottom } = rect;
  sheet.cover(rect);
  return tag('image', {
    ...{ x: left, y: top, width: right - left, height: bottom - top },
    preserveAspectRatio: 'none',
    'image-rendering': style.imageRendering === 'auto' ? null : style.imageRendering,
    href: canvas.toDataURL(),
  });
}

function contentBox(element: HTMLElement, style: CSSStyleDeclaration): DOMRect {
  const { x, y, width, height } = element.getBoundingClientRect();
  const inset = (side: 'Left' | 'Right' | 'Top' | 'Bottom') =>
    Number.parseFloat(style[`padding${side}`]) + Number.parseFloat(style[`border${side}Width`]);
  return new DOMRect(
    x + inset('Left'),
    y + inset('Top'),
    width - inset('Left') - inset('Right'),
    height - inset('Top') - inset('Bottom'),
  );
}

/** A field of one line. Its text is measured on a canvas, because a range does not reach into it. */
function drawField(
  input: HTMLInputElement,
  style: CSSStyleDeclaration,
  { type, sheet }: Pencil,
): string {
  if (!['text', 'number', 'search'].includes(input.type) || input.value === '') return '';
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return '';
  context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const {
    width: textWidth,
    fontBoundingBoxAscent,
    fontBoundingBoxDescent,
  } = context.measureText(input.value);
  const box = contentBox(input, style);
  const width = Math.min(textWidth, box.width);
  const height = Math.round(fontBoundingBoxAscent) + Math.round(fontBoundingBoxDescent);
  const room = box.width - width;
  const left =
    box.x + (style.textAlign === 'center' ? room / 2 : style.textAlign === 'right' ? room : 0);
  const rect = new DOMRect(left, box.y + (box.height - height) / 2, width, height);
  return drawRun(input.value, rect, style, type, sheet);
}

/** A drawn sign beside the content. Only one that is placed in its element's box can be found by its styles. */
function drawPseudo(
  element: HTMLElement,
  which: '::before' | '::after',
  { sheet }: Pencil,
): string {
  const style = getComputedStyle(element, which);
  if (style.content !== '""' || style.position !== 'absolute') return '';
  const { left, top } = element.getBoundingClientRect();
  const x = left + element.clientLeft + Number.parseFloat(style.left);
  const y = top + element.clientTop + Number.parseFloat(style.top);
  const box = new DOMRect(x, y, Number.parseFloat(style.width), Number.parseFloat(style.height));
  return Number.isFinite(x + y) ? drawBox(box, style, sheet) : '';
}
