/** The loss of every recorded step as a chart: the line, its axes, the step that is looked at, and a line for guessing. */
import { html, nothing, svg, type TemplateResult } from 'lit';
import { lossChart, type LossFrame, type LossPoint, type LossScale } from '../loss.ts';
import { formatShort } from '../number.ts';

export interface LossDrawing {
  readonly points: readonly LossPoint[];
  readonly shown: LossPoint;
  /** The loss of guessing by frequency, and what stands beside its line. */
  readonly guess: number;
  readonly guessText: string;
  readonly steps: number;
  readonly scale: LossScale;
  readonly width: number;
  /** Records to compare with, each in a colour of its own. */
  readonly others: readonly { readonly points: readonly LossPoint[]; readonly colour: string }[];
  /** What the chart is called. */
  readonly label: string;
}

const kHeight = 190;
const kMargin = { left: 36, top: 10, right: 10, bottom: 24 };
const kDigits = 3;

/** Where the line is drawn in a chart of this width. */
export function lossFrame(width: number): LossFrame {
  const { left, top } = kMargin;
  const right = Math.max(left + 40, width - kMargin.right);
  return { left, top, right, bottom: kHeight - kMargin.bottom };
}

export function drawLoss(drawing: LossDrawing): TemplateResult {
  const { points, shown, guess, guessText, steps, others, scale, width, label } = drawing;
  const frame = lossFrame(width);
  const { right, bottom } = frame;
  const beside = others.flatMap((each) => each.points);
  const axes = {
    steps: Math.max(steps, ...beside.map(({ step }) => step)),
    levels: [guess, ...beside.map(({ loss }) => loss)],
    scale,
  };
  const chart = lossChart(points, frame, axes);
  const guessAt = chart.y(guess);
  const isAbove = chart.y(shown.loss) < guessAt - 20; // the words keep out of the line's way
  const [x, y] = [chart.x(shown.step), chart.y(shown.loss)];
  return html`<svg
    class="chart"
    width=${width}
    height=${kHeight}
    viewBox="0 0 ${width} ${kHeight}"
    role="img"
    aria-label=${label}
  >
    <g fill="var(--gf-soft)" font-size="11">
      ${chart.losses.map(
        ({ value, place }) =>
          svg`<line x1=${frame.left} x2=${right} y1=${place} y2=${place} stroke="var(--gf-line)"></line><text x=${frame.left - 6} y=${place + 4} text-anchor="end">${formatShort(value, kDigits)}</text>`,
      )}
      ${chart.steps.map(
        ({ value, place }) =>
          svg`<text x=${place} y=${kHeight - 6} text-anchor=${place > right - 16 ? 'end' : 'middle'}>${value}</text>`,
      )}
    </g>
    <line
      x1=${frame.left}
      x2=${right}
      y1=${guessAt}
      y2=${guessAt}
      stroke="var(--gf-token-1)"
      stroke-width="1.5"
      stroke-dasharray="5 4"
    ></line>
    <text
      class="guess"
      x=${right}
      y=${guessAt + (isAbove ? 15 : -8)}
      text-anchor="end"
      font-size="11.5"
      fill="var(--gf-token-1)"
      stroke="var(--gf-paper)"
      stroke-width="4"
      paint-order="stroke"
    >
      ${guessText}
    </text>
    ${others.map(
      (each) =>
        svg`<path class="other" d=${chart.lineOf(each.points)} fill="none" stroke=${each.colour} stroke-width="1.5" stroke-linejoin="round"></path>`,
    )}
    <path
      class="loss"
      d=${chart.lineOf(points)}
      fill="none"
      stroke="var(--gf-accent)"
      stroke-width="2"
      stroke-linejoin="round"
    ></path>
    ${points.length === 0 ? nothing : svg`<line x1=${x} x2=${x} y1=${frame.top} y2=${bottom} stroke="var(--gf-accent)" stroke-dasharray="2 3"></line><circle cx=${x} cy=${y} r="4" fill="var(--gf-accent)" stroke="var(--gf-paper)" stroke-width="1.5"></circle>`}
  </svg>`;
}
