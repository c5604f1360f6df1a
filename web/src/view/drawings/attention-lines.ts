/** Attention as a drawing: a line from each token that looks, in its colour, to each that it looks at. */
import { html, svg, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { tokenColour } from '../colour.ts';
import type { AttentionLine, LinesFrame } from '../lines.ts';

export interface LinesDrawing {
  readonly lines: readonly AttentionLine[];
  readonly frame: LinesFrame;
  /** Of the longer side. */
  readonly rows: number;
  /** What the drawing is called. */
  readonly label: string;
}

/** It is stretched to the room between its sides; a line is as thick as its weight says however far. */
export function drawLines({ lines, frame, rows, label }: LinesDrawing): TemplateResult {
  const height = rows * frame.rowHeight;
  return html`<svg
    viewBox="0 0 ${frame.width} ${height}"
    height=${height}
    preserveAspectRatio="none"
    role="img"
    aria-label=${label}
  >
    <g fill="none" stroke-linecap="round">
      ${repeat(
        lines,
        ({ query, key }) => `${query} ${key}`,
        ({ query, path, strokeWidth, opacity }) =>
          svg`<path d=${path} stroke=${tokenColour(query)} stroke-width=${strokeWidth.toFixed(2)} stroke-opacity=${opacity.toFixed(3)} vector-effect="non-scaling-stroke"></path>`,
      )}
    </g>
  </svg>`;
}
