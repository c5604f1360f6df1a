import { expect, it } from 'vitest';
import { frequencyLoss, lossChart, nearestStep, thinned } from '../../../web/src/view/loss.ts';

const frame = { left: 10, top: 0, right: 110, bottom: 100 };
const points = [
  { step: 0, loss: 0.8 },
  { step: 5, loss: 0.4 },
  { step: 10, loss: 0.1 },
];

it('the line falls from left to right, from nothing at the bottom to a little above the highest', () => {
  const chart = lossChart(points, frame, { steps: 20, levels: [], scale: 'linear' });
  expect(chart.lineOf(points)).toBe('M10,4.76L35,52.38L60,88.1');
  expect(chart.y(0)).toBe(100);
  expect(chart.x(20)).toBe(110);
  expect(chart.losses.map(({ value }) => value)).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
  expect(chart.steps.map(({ value }) => value)).toEqual([0, 5, 10, 15, 20]);
});

it('a level that is higher than the line has its place, and so has a step beyond the axis', () => {
  const chart = lossChart(points, frame, { steps: 5, levels: [2], scale: 'linear' });
  expect(chart.y(2)).toBeCloseTo(100 - 100 / 1.05, 9);
  expect(chart.x(10)).toBe(110);
});

it('equal factors are equally far apart on a log scale', () => {
  const { y, losses } = lossChart(
    [
      { step: 0, loss: 1 },
      { step: 1, loss: 0.01 },
    ],
    frame,
    { steps: 1, levels: [], scale: 'log' },
  );
  expect(y(1) - y(0.1)).toBeCloseTo(y(0.1) - y(0.01), 9);
  expect([y(1), y(0.01)]).toEqual([0, 100]);
  expect(losses.map(({ value }) => value)).toEqual([0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1]);
});

it('losses that are no numbers are left out, and nothing at all is an empty line', () => {
  const options = { steps: 10, levels: [], scale: 'linear' } as const;
  const unknown = [{ step: 1, loss: Number.NaN }];
  expect(lossChart(unknown, frame, options).lineOf(unknown)).toBe('');
  expect(lossChart([], frame, options).lineOf([])).toBe('');
});

it('guessing by frequency costs the entropy of what is to be predicted', () => {
  expect(frequencyLoss([[0, 1, 0, 1, 0]])).toBeCloseTo(Math.LN2, 12);
  expect(frequencyLoss([[7, 0, 0, 0]])).toBeCloseTo(0, 12);
  const third = -(2 / 3) * Math.log(2 / 3) - (1 / 3) * Math.log(1 / 3);
  expect(
    frequencyLoss([
      [1, 0, 0, 1],
      [0, 0, 0, 1],
    ]),
  ).toBeCloseTo(third, 12);
  expect(frequencyLoss([])).toBe(0);
});

it('a record that grows too long loses every second point, never the first and the last', () => {
  expect(thinned([0, 1, 2], 3)).toEqual([0, 1, 2]);
  expect(thinned([0, 1, 2, 3], 3)).toEqual([0, 2, 3]);
  expect(thinned([0, 1, 2, 3, 4], 3)).toEqual([0, 2, 4]);
});

it('the nearest recorded step is found, the later one of two that are as near', () => {
  expect([-3, 0, 2, 3, 7, 8, 99].map((step) => nearestStep(points, step))).toEqual([
    0, 0, 0, 1, 1, 2, 2,
  ]);
  expect(nearestStep(points, 7.5)).toBe(2);
  expect(nearestStep([], 4)).toBe(0);
});
