/** Vectors drawn as strips: a name, and a canvas with a pixel for each number. */
import { html, type TemplateResult } from 'lit';
import type { Shades } from '../../view/colour.ts';
import { legend } from './legend.ts';
import { paint, paintOnce } from './paint.ts';

/** @param label for assistive technology */
export function strip(name: string, title: string, label: string): TemplateResult {
  return html`<span>${title}</span>
    <div class="strip ${name}"><canvas role="img" aria-label=${label}></canvas></div>`;
}

/** The scale of the strips above it. */
export function stripScale(extent: number, shades: Shades): TemplateResult {
  return html`<span></span>
    <div class="foot">${legend('signed', extent, null, shades)}</div>`;
}

export interface StripPaint {
  readonly data: Float32Array;
  /** The number at the end of the scale. */
  readonly extent: number;
  readonly shades: Shades;
}

/** `sources`: what the numbers follow from. */
export function paintStrip(
  root: ParentNode,
  name: string,
  { data, extent, shades }: StripPaint,
  sources: readonly unknown[],
): void {
  const canvas = root.querySelector<HTMLCanvasElement>(`.${name} canvas`);
  if (canvas === null) return;
  paintOnce(canvas, [...sources, shades], () =>
    paint(canvas, { rows: 1, columns: data.length, data }, { scale: 'signed', extent, ...shades }),
  );
}
