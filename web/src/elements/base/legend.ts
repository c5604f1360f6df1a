import { html, nothing, type TemplateResult } from 'lit';
import type { Scale, Shades } from '../../view/colour.ts';
import { drawRamp } from '../../view/drawings/ramp.ts';
import { formatShort } from '../../view/number.ts';

/** The scale beside a figure: its two ends, the shades between, and what a hatch means if the figure has one. */
export function legend(
  scale: Scale,
  extent: number,
  hatch: string | null,
  shades: Shades,
): TemplateResult {
  const first = scale === 'signed' ? formatShort(-extent) : '0';
  return html`<span class="key" dir="ltr"
      ><span>${first}</span>${drawRamp(scale, shades)}<span>${formatShort(extent)}</span></span
    >${hatch === null ? nothing : html`<span class="key"><span class="hatch"></span>${hatch}</span>`}`;
}
