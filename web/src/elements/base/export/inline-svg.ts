/** A drawing as it is in the page: its elements and attributes, with the colours that its variables stand for. */
import { escape } from '../../../shared/escape.ts';
import { tag } from './markup.ts';
import { paintOf } from '../computed-colour.ts';
import { isSvg, isText } from '../node-kinds.ts';
import type { Sheet } from './sheet.ts';

/** What is not drawn, or means nothing outside of the page. */
const kLeftOut = /^(class|style|part|role|tabindex|id|aria-.*|data-.*|on.*|href|xlink:href)$/;
/** Never copied: what runs, what refers outside, what a viewer of SVG alone does not know. */
const kForeign = new Set(['script', 'foreignobject', 'style', 'image', 'a', 'use']);
const kPaints = ['fill', 'stroke', 'stop-color'] as const;

export function drawSvg(svg: SVGSVGElement, sheet: Sheet): string {
  const { overflowX, opacity } = getComputedStyle(svg);
  const rect = svg.getBoundingClientRect();
  if (rect.width === 0 || rect.height === 0) return '';
  sheet.cover(rect);
  if (overflowX === 'visible')
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
      overflow: overflowX === 'visible' ? 'visible' : null,
      opacity: opacity === '1' ? null : opacity,
    },
    [...svg.childNodes].map((child) => copy(child, prefix)).join(''),
  );
}

function copy(node: Node, prefix: string): string {
  if (isText(node)) return escape(node.data.replace(/\s+/g, ' '));
  if (!isSvg(node) || kForeign.has(node.localName.toLowerCase())) return '';
  const content = [...node.childNodes].map((child) => copy(child, prefix)).join('');
  return tag(node.localName, attributesOf(node, prefix), content.trim() === '' ? '' : content);
}

function attributesOf(element: SVGElement, prefix: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  if (element.id !== '') attributes['id'] = prefix + element.id;
  for (const { name, value } of element.attributes)
    if (!kLeftOut.test(name)) attributes[name] = value.replace(/url\(#/g, `url(#${prefix}`);
  const style = getComputedStyle(element);
  for (const name of kPaints) {
    const written = attributes[name];
    if (written !== undefined && !/^(none$|url\()/.test(written))
      Object.assign(attributes, opaque(name, style.getPropertyValue(name), attributes));
  }
  return attributes;
}

/** A colour with its own transparency in the attribute for it, as every viewer understands. */
function opaque(
  name: (typeof kPaints)[number],
  computed: string,
  attributes: Readonly<Record<string, string>>,
): Record<string, string> {
  const paint = paintOf(computed);
  const key = name === 'stop-color' ? 'stop-opacity' : `${name}-opacity`;
  const opacity = (paint?.opacity ?? 0) * Number(attributes[key] ?? 1);
  return { [name]: paint?.colour ?? '#000000', ...(opacity < 1 ? { [key]: String(opacity) } : {}) };
}
