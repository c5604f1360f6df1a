/** A line from corner to corner over what does not count, as wide and high as that. */
import { html, type TemplateResult } from 'lit';

export function drawCrossOut(): TemplateResult {
  return html`<svg
    class="cross-out"
    viewBox="0 0 1 1"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <line
      x1="0"
      y1="0"
      x2="1"
      y2="1"
      stroke="var(--gf-bad)"
      stroke-width="2"
      vector-effect="non-scaling-stroke"
    ></line>
  </svg>`;
}
