/** How scores are spread, as the outline of a histogram, and what softmax makes of some of them, as bars. */
import { html, svg, type TemplateResult } from 'lit';
import { outline } from '../histogram.ts';
import { formatPercent } from '../number.ts';

/** Both are stretched to the width that they are given. */
const kPlot = { width: 480, height: 100 };
/** Of a bar and the gap beside it. */
const kBar = 30;
const kGap = 4;
/** What is next to nothing is a line still. */
const kLowest = 1;

/** `shares`: of all numbers in each bin; the drawing is as high as the largest. */
export function drawHistogram(
  shares: readonly number[],
  colour: string,
  label: string,
): TemplateResult {
  const { width, height } = kPlot;
  return html`<svg
    class="plot"
    viewBox="0 0 ${width} ${height}"
    preserveAspectRatio="none"
    role="img"
    aria-label=${label}
  >
    <path
      d=${outline(shares, width, height, Math.max(...shares))}
      fill="color-mix(in srgb, ${colour} 55%, var(--gf-paper))"
      stroke=${colour}
      vector-effect="non-scaling-stroke"
    ></path>
  </svg>`;
}

/** A bar each, as high as the drawing for a weight of 1. */
export function drawWeights(weights: ArrayLike<number>, label: string): TemplateResult {
  const { height } = kPlot;
  return html`<svg
    class="weights"
    viewBox="0 0 ${weights.length * kBar - kGap} ${height}"
    preserveAspectRatio="none"
    role="img"
    aria-label=${label}
  >
    <g fill="color-mix(in srgb, var(--gf-accent) 78%, var(--gf-paper))">
      ${Array.from(weights, (weight, i) => {
        const high = Math.max(kLowest, weight * height);
        return svg`<rect x=${i * kBar} y=${(height - high).toFixed(1)} width=${kBar - kGap} height=${high.toFixed(1)}><title>${formatPercent(weight)}</title></rect>`;
      })}
    </g>
  </svg>`;
}
