/** An inline SVG as it is seen: its styles written into it, so that it needs no stylesheet. */
import { escape, tag } from './markup.ts';
import { painted, paintOf } from './paint.ts';
import type { Sheet } from './sheet.ts';

/** Properties that are written as attributes where they are not what an SVG begins with. */
const kPlain: Readonly<Record<string, string>> = {
  'stroke-width': '1px',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'stroke-dasharray': 'none',
  'stroke-dashoffset': '0px',
  opacity: '1',
  'fill-rule': 'nonzero',
  'text-anchor': 'start',
  'dominant-baseline': 'auto',
  'vector-effect': 'none',
  'paint-order': 'normal',
};
const kType = ['font-family', 'font-size', 'font-weight', 'font-style'];
const kLeftOut = /^(class|style|part|role|tabindex|id|aria-.*|data-.*|on.*|href|xlink:href)$/;
/** Never copied: what runs, what refers outside, what a viewer of SVG alone does not know. */
const kForeign = new Set(['script', 'foreignobject', 'style', 'image', 'a', 'use']);

export function drawSvg(svg: SVGSVGElement, sheet: Sheet): string {
  const style = getComputedStyle(svg);
  const rect = svg.getBoundingClientRect();
  if (rect.width === 0 || rect.height === 0) return '';
  sheet.cover(rect);
  if (style.overflowX === 'visible')
    for (const part of svg.children) sheet.cover(part.getBoundingClientRect());
  const prefix = sheet.prefix;
  return tag(
    'svg',
    {
      x: rect.left,
      y: rect.top,
      width: rect.width,
      height: rect.height,
      viewBox: svg.getAttribute('viewBox'),
      preserveAspectRatio: svg.getAttribute('preserveAspectRatio'),
      overflow: style.overflowX === 'visible' ? 'visible' : null,
      opacity: style.opacity === '1' ? null : style.opacity,
    },
    [...svg.childNodes].map((child) => copy(child, prefix)).join(''),
  );
}

function copy(node: Node, prefix: string): string {
  if (node instanceof Text) return escape(node.data.replace(/\s+/g, ' '));
  if (!(node instanceof SVGElement)) return '';
  const name = node.localName;
  const style = getComputedStyle(node);
  const isSeen = style.display !== 'none' && style.visibility !== 'hidden';
  if (!isSeen || kForeign.has(name.toLowerCase())) return '';
  const content = [...node.childNodes].map((child) => copy(child, prefix)).join('');
  return tag(
    name,
    { ...attributesOf(node, prefix), ...stylesOf(node, style) },
    content.trim() === '' ? '' : content,
  );
}

function attributesOf(element: SVGElement, prefix: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const { name, value } of element.attributes)
    if (!kLeftOut.test(name)) attributes[name] = localised(value, prefix);
  if (element.id !== '') attributes['id'] = prefix + element.id;
  return attributes;
}

function localised(value: string, prefix: string): string {
  return value.replace(/url\(["']?#([^"')]+)["']?\)/g, `url(#${prefix}$1)`);
}

const kShapes = /^(path|rect|circle|ellipse|line|polyline|polygon|text|tspan)$/;

function stylesOf(element: SVGElement, style: CSSStyleDeclaration): Record<string, string> {
  const name = element.localName;
  const attributes: Record<string, string> = {};
  for (const [property, initial] of Object.entries(kPlain)) {
    const value = style.getPropertyValue(property);
    if (value !== '' && value !== initial) attributes[property] = value;
  }
  if (name === 'stop') {
    const paint = paintOf(style.stopColor);
    attributes['stop-color'] = paint?.colour ?? '#000000';
    attributes['stop-opacity'] = String((paint?.opacity ?? 0) * Number(style.stopOpacity));
  }
  if (!kShapes.test(name)) return attributes;
  Object.assign(attributes, paintStyle('fill', style), paintStyle('stroke', style));
  if (style.transform !== 'none' && !element.hasAttribute('transform')) {
    attributes['transform'] = style.transform;
    attributes['transform-origin'] = style.transformOrigin;
  }
  if (name === 'text' || name === 'tspan')
    for (const property of kType) attributes[property] = style.getPropertyValue(property);
  return attributes;
}

function paintStyle(kind: 'fill' | 'stroke', style: CSSStyleDeclaration): Record<string, string> {
  const value = style.getPropertyValue(kind);
  if (value.startsWith('url(')) return {};
  const paint = value === 'none' ? null : paintOf(value);
  const own = Number(style.getPropertyValue(`${kind}-opacity`));
  if (kind === 'stroke' && paint === null) return {};
  return painted(kind, paint && { ...paint, opacity: paint.opacity * own });
}
