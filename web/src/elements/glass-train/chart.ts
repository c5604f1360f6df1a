import { html, nothing, svg, type TemplateResult } from 'lit';
import { lossChart, type LossPoint, type LossScale } from '../../view/loss.ts';
import { formatShort } from '../../view/number.ts';
import type { Words } from '../i18n/en.ts';

export interface ChartOptions {
  readonly points: readonly LossPoint[];
  readonly shown: LossPoint;
  /** The loss of guessing by frequency. */
  readonly guess: number;
  readonly steps: number;
  readonly scale: LossScale;
  readonly width: number;
  readonly words: Words['train'];
}

const kHeight = 190;
const kMargin = { left: 36, top: 10, right: 10, bottom: 24 };

/** The loss of every recorded step, the one that is looked at marked, and a line for guessing. */
export function renderChart(options: ChartOptions): TemplateResult {
  const { points, shown, guess, steps, scale, width, words } = options;
  const right = Math.max(kMargin.left + 40, width - kMargin.right);
  const bottom = kHeight - kMargin.bottom;
  const frame = { left: kMargin.left, top: kMargin.top, right, bottom };
  const chart = lossChart(points, frame, { steps, levels: [guess], scale });
  const guessAt = chart.y(guess);
  const isAbove = chart.y(shown.loss) < guessAt - 20; // the words keep out of the line's way
  return html`<svg
    class="chart"
    part="chart"
    width=${width}
    height=${kHeight}
    viewBox="0 0 ${width} ${kHeight}"
    role="img"
    aria-label=${words.chart(shown.step, shown.loss, guess)}
  >
    ${chart.losses.map(
      ({ value, place }) =>
        svg`<line class="grid" x1=${frame.left} x2=${right} y1=${place} y2=${place}></line>
        <text class="tick" x=${frame.left - 6} y=${place + 4} text-anchor="end">${formatShort(value, 3)}</text>`,
    )}
    ${chart.steps.map(
      ({ value, place }) =>
        svg`<text class="tick" x=${place} y=${kHeight - 6} text-anchor=${place > right - 16 ? 'end' : 'middle'}>${value}</text>`,
    )}
    <line class="guess" x1=${frame.left} x2=${right} y1=${guessAt} y2=${guessAt}></line>
    <text class="guess" x=${right} y=${guessAt + (isAbove ? 15 : -8)} text-anchor="end">
      ${words.guessing(guess)}
    </text>
    <path class="loss" d=${chart.line}></path>
    ${points.length === 0 ? nothing : svg`<line class="now" x1=${chart.x(shown.step)} x2=${chart.x(shown.step)} y1=${frame.top} y2=${bottom}></line><circle class="now" cx=${chart.x(shown.step)} cy=${chart.y(shown.loss)} r="4"></circle>`}
  </svg>`;
}
