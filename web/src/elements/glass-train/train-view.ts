/** What was recorded of a training: its buttons, its numbers, the loss as it fell, and the figures of the probe. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Run, Tensor } from '../../shared/run-types.ts';
import { lastRow, plainCandidates } from '../../view/bars.ts';
import { drawLoss, lossFrame } from '../../view/drawings/loss.ts';
import { type LossScale, nearestStep } from '../../view/loss.ts';
import { formatFixed } from '../../view/number.ts';
import { styles } from '../base/styles-directive.ts';
import { inType } from '../base/width.ts';
import type { train } from '../i18n/en/learning.ts';
import type { Common } from '../i18n/subjects/common.ts';
import type { Generating } from '../i18n/subjects/generating.ts';
import type { Lesson } from './lesson.ts';
import type { ShapeRun } from './runs-table.ts';
import { kPattern, type TrainPoint } from './training-run.ts';

type Words = Common & Generating & { readonly train: typeof train };

const kArrows: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
};

export interface TrainRecord {
  readonly words: Words;
  readonly points: readonly TrainPoint[];
  /** The one of them that is looked at. */
  readonly shown: TrainPoint;
  readonly maxSteps: number;
  readonly isRunning: boolean;
  toggle(): void;
  /** From the place of a point on. */
  step(place: number): void;
  lookAt(place: number): void;
  begin(): void;
}

export function trainButtons(record: TrainRecord): TemplateResult {
  const { words, points, shown, maxSteps, isRunning } = record;
  const newest = points.at(-1) as TrainPoint;
  const place = points.indexOf(shown);
  const isDone = newest.step >= maxSteps;
  const isPast = shown !== newest;
  return html`<div class="buttons">
      <button class="primary" ?disabled=${isDone} @click=${() => record.toggle()}>
        ${isRunning ? words.pause : words.run}
      </button>
      <button ?disabled=${isRunning || (isDone && !isPast)} @click=${() => record.step(place)}>
        ${words.step}
      </button>
      <button ?disabled=${isRunning || place === 0} @click=${() => record.lookAt(place - 1)}>
        ${words.back}
      </button>
      <button ?disabled=${points.length < 2} @click=${() => record.begin()}>${words.reset}</button>
    </div>
    <p class="note" role="status">
      ${isPast ? words.train.lookingBack(shown.step, newest.step, isDone) : isDone && !isRunning ? words.train.done(newest.step) : ''}
    </p>`;
}

export function trainFacts(
  { step, loss, gradientNorm, right, questions }: TrainPoint,
  maxSteps: number,
  { train }: Words,
): TemplateResult {
  const fact = (name: string, value: string, extra = '') =>
    html`<div class=${extra}>
      <dt>${name}</dt>
      <dd>${value}</dd>
    </div>`;
  return html`<dl class="facts" part="facts">
    ${fact(train.step, train.stepOf(step, maxSteps))} ${fact(train.loss, formatFixed(loss, 4))}
    ${fact(train.gradient, Number.isNaN(gradientNorm) ? '–' : formatFixed(gradientNorm, 3))}
    ${questions === 0 ? nothing : fact(train.test, train.right(right, questions), right === questions ? 'all' : '')}
  </dl>`;
}

export interface LossFigure extends TrainRecord {
  /** The loss of who guesses by frequency. */
  readonly guess: number;
  readonly others: readonly (ShapeRun & { readonly colour: string })[];
  readonly scale: LossScale;
  readonly width: number;
}

/** The chart, and beneath it what chooses a point of the record. */
export function lossFigure(figure: LossFigure): TemplateResult {
  const { words, points, shown, maxSteps: steps, isRunning, guess, others, scale, width } = figure;
  const { train } = words;
  const newest = points.at(-1) as TrainPoint;
  const onInput = ({ target }: Event): void => {
    const input = target as HTMLInputElement;
    const place = nearestStep(points, input.valueAsNumber);
    input.value = String(points[place]?.step ?? 0);
    figure.lookAt(place);
  };
  // From record to record, however many steps are between them.
  const onKey = (event: KeyboardEvent): void => {
    const by = kArrows[event.key];
    if (by === undefined) return;
    event.preventDefault();
    figure.lookAt(points.indexOf(shown) + by);
  };
  return html`<div part="chart" ${styles({ width: inType(width) })}>
      ${drawLoss({
        points,
        shown,
        guess,
        guessText: train.guessing(guess),
        steps,
        others,
        scale,
        width,
        label: train.chart(shown.step, shown.loss, guess),
      })}
    </div>
    <label class="past" ${styles(pastOf(newest, steps, width))}
      ><input
        type="range"
        min="0"
        max=${newest.step}
        step="1"
        .value=${String(shown.step)}
        ?disabled=${isRunning || points.length < 2}
        aria-valuetext=${train.stepOf(shown.step, steps)}
        @input=${onInput}
        @keydown=${onKey}
      /><span>${train.record}</span></label
    >`;
}

/** Where the chart has the steps of the record: each stands above the thumb that shows it. */
function pastOf(newest: TrainPoint, maxSteps: number, width: number): Record<string, string> {
  const { left, right } = lossFrame(width);
  const share = newest.step / Math.max(1, maxSteps, newest.step);
  return { '--left': inType(left), '--length': inType((right - left) * share) };
}

export interface Probe {
  readonly words: Words;
  readonly point: TrainPoint;
  readonly lesson: Lesson;
  readonly layers: number;
  readonly reference: Run | Tensor | null;
  readonly referenceName: string;
}

/** Attention on the probe, beside that of another model, and what would be written next. */
export function probeFigure(probe: Probe): TemplateResult {
  const { words, point, lesson, layers, referenceName } = probe;
  const { train, nextToken, labelled } = words;
  const { letters } = lesson;
  const labels = lesson.probe.map((id, position) => ({
    text: letters[id] ?? String(id),
    position,
  }));
  const text = labels.map((label) => label.text).join('');
  const reference = patternOf(probe.reference);
  const matrix = (values: Tensor, name: string) =>
    html`<div class="panel">
      <p class="caption">${name}</p>
      <glass-matrix
        .values=${values}
        .mask=${sameShape(values, point.scores) ? point.scores : null}
        .rowLabels=${labels}
        .columnLabels=${labels}
        rows-as="query"
        columns-as="key"
        scale="probability"
        .caption=${name}
      ></glass-matrix>
    </div>`;
  const candidates = plainCandidates(lastRow(point.probabilities), lastRow(point.logits), letters);
  return html`<div class="probe" part="probe">
    ${matrix(point.pattern, layers > 1 ? train.attentionOf(words.headName(layers, 1), text) : train.attention(text))}
    ${reference === null ? nothing : matrix(reference, referenceName || train.reference)}
    <div class="panel next-letter">
      <p class="caption">${labelled(nextToken, train.after(text))}</p>
      <glass-next-token read-only .candidates=${candidates}></glass-next-token>
    </div>
  </div>`;
}

function patternOf(reference: Run | Tensor | null): Tensor | null {
  if (reference === null) return null;
  return 'activations' in reference
    ? (reference.activations[`blocks.0.${kPattern}`] ?? null)
    : reference;
}

function sameShape(a: Tensor, b: Tensor): boolean {
  return a.data.length === b.data.length;
}
