/** The shades of a scale from one end to the other, for the legend beside a figure. */
import { html, svg, type TemplateResult } from 'lit';
import { scaleStops, type Scale, type Shades } from '../colour.ts';

const kSize = { width: 112, height: 9 };

export function drawRamp(scale: Scale, shades: Shades): TemplateResult {
  const { width, height } = kSize;
  const stops = scaleStops(scale, shades);
  return html`<svg
    class="ramp"
    width=${width}
    height=${height}
    viewBox="0 0 ${width} ${height}"
    aria-hidden="true"
  >
    <linearGradient id="ramp-${scale}">
      ${stops.map((colour, i) => svg`<stop offset=${(i / (stops.length - 1)).toFixed(4)} stop-color=${colour}></stop>`)}
    </linearGradient>
    <rect width=${width} height=${height} rx="2" fill="url(#ramp-${scale})"></rect>
  </svg>`;
}
