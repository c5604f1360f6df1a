/** A loss curve: the line, its axes, and the loss of guessing by frequency. */
import { ticks } from 'd3-array';

export type LossScale = 'linear' | 'log';

export interface LossPoint {
  readonly step: number;
  readonly loss: number;
}

/** Where the line is drawn; the rest of the picture is for the numbers beside it. */
export interface LossFrame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Tick {
  readonly value: number;
  /** In pixels along its axis. */
  readonly place: number;
}

export interface LossChart {
  readonly steps: readonly Tick[];
  readonly losses: readonly Tick[];
  x(step: number): number;
  y(loss: number): number;
  /** An SVG path; empty without points. */
  lineOf(points: readonly LossPoint[]): string;
}

/** A log scale ends here: what is less is no longer told apart. */
const kMinLoss = 1e-3;
/** About so many round numbers beside an axis. */
const kTicks = 5;

/** `steps`: how far the axis goes. `levels`: losses besides the line's own that must be in the picture. */
export function lossChart(
  points: readonly LossPoint[],
  frame: LossFrame,
  { steps, levels, scale }: { steps: number; levels: readonly number[]; scale: LossScale },
): LossChart {
  const losses = [...points.map(({ loss }) => loss), ...levels].filter(Number.isFinite);
  const last = Math.max(1, steps, ...points.map(({ step }) => step));
  const x = (step: number) => frame.left + ((frame.right - frame.left) * step) / last;
  const axis = scale === 'log' ? logAxis(losses) : linearAxis(losses);
  const y = (loss: number) =>
    frame.bottom - (frame.bottom - frame.top) * Math.min(1, Math.max(0, axis.part(loss)));
  const lineOf = (all: readonly LossPoint[]) =>
    all
      .filter(({ loss }) => Number.isFinite(loss))
      .map(({ step, loss }, i) => `${i === 0 ? 'M' : 'L'}${round(x(step))},${round(y(loss))}`)
      .join('');
  return {
    steps: ticks(0, last, kTicks).map((value) => ({ value, place: x(value) })),
    losses: axis.ticks.map((value) => ({ value, place: y(value) })),
    x,
    y,
    lineOf,
  };
}

interface LossAxis {
  /** From 0 at the bottom to 1 at the top. */
  part(loss: number): number;
  readonly ticks: readonly number[];
}

/** From nothing to a little above the highest. */
function linearAxis(losses: readonly number[]): LossAxis {
  const top = Math.max(0, ...losses) * 1.05 || 1;
  return { part: (loss) => loss / top, ticks: ticks(0, top, kTicks) };
}

/** Whole powers of ten, and 2 and 5 times them where there is room. */
function logAxis(losses: readonly number[]): LossAxis {
  const above = losses.filter((loss) => loss > 0).map((loss) => Math.max(loss, kMinLoss));
  const low = Math.min(0.1, ...above);
  const high = Math.max(1, ...above);
  const [from, to] = [Math.log10(low), Math.log10(high)];
  const powers = Array.from(
    { length: Math.ceil(to) - Math.floor(from) + 1 },
    (_, i) => Math.floor(from) + i,
  );
  const marks = powers
    .flatMap((power) => [1, 2, 5].map((factor) => Number((factor * 10 ** power).toPrecision(2))))
    .filter((value) => value >= low * 0.999 && value <= high * 1.001);
  return {
    part: (loss) => (Math.log10(Math.max(loss, low)) - from) / (to - from || 1),
    ticks: marks,
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/**
 * The loss of guessing each token by its frequency alone: the entropy, in nats, of the tokens that are predicted (all but
 * each sequence's first).
 */
export function frequencyLoss(sequences: readonly ArrayLike<number>[]): number {
  const counts = new Map<number, number>();
  let total = 0;
  for (const sequence of sequences) {
    for (let i = 1; i < sequence.length; ++i) {
      const id = sequence[i] as number;
      counts.set(id, (counts.get(id) ?? 0) + 1);
      ++total;
    }
  }
  let loss = 0;
  for (const count of counts.values()) loss -= (count / total) * Math.log(count / total);
  return loss;
}

/** At most `maxPoints`: where there are more, every second one goes, but never the first and the last. */
export function thinned<Point>(points: readonly Point[], maxPoints: number): readonly Point[] {
  if (points.length <= maxPoints) return points;
  return points.filter((_, i) => i % 2 === 0 || i === points.length - 1);
}

/** The place of the point whose step is nearest; of two alike the later one. */
export function nearestStep(points: readonly LossPoint[], step: number): number {
  const distance = (place: number) => Math.abs((points[place]?.step ?? Infinity) - step);
  return points.reduce((best, _, place) => (distance(place) <= distance(best) ? place : best), 0);
}
