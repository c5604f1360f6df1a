import { html, nothing, type TemplateResult } from 'lit';
import { type Scale, scaleGradient } from '../../view/colour.ts';
import { formatShort } from '../../view/number.ts';
import { styles } from './styles-directive.ts';

/** The scale beside a figure: its two ends, the shades between, and what a hatch means if the figure has one. */
export function legend(scale: Scale, extent: number, hatch: string | null): TemplateResult {
  const first = scale === 'signed' ? formatShort(-extent) : '0';
  return html`<span class="key" dir="ltr"
      ><span>${first}</span
      ><span class="ramp" ${styles({ background: scaleGradient(scale) })}></span
      ><span>${formatShort(extent)}</span></span
    >${hatch === null ? nothing : html`<span class="key"><span class="hatch"></span>${hatch}</span>`}`;
}
