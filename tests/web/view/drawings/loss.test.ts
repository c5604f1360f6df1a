import { expect, it } from 'vitest';
import { drawLoss, type LossDrawing } from '../../../../web/src/view/drawings/loss.ts';
import { elementsOf, markupOf } from './markup.ts';

const points = [
  { step: 0, loss: 0.8 },
  { step: 5, loss: 0.4 },
  { step: 10, loss: 0.1 },
];
const drawing: LossDrawing = {
  points,
  shown: points[2]!,
  guess: 0.7,
  guessText: 'guessing: 0.7',
  steps: 20,
  others: [],
  scale: 'linear',
  width: 246,
  label: 'the loss',
};

it('the line goes through every point, and its end is marked', () => {
  const markup = markupOf(drawLoss(drawing));
  const [line] = elementsOf(markup, 'path');
  expect(line?.['d']?.split(/[ML]/)).toHaveLength(4);
  expect(line).toMatchObject({ fill: 'none', stroke: 'var(--gf-accent)' });
  const [marked] = elementsOf(markup, 'circle');
  expect(line?.['d']?.endsWith(`L${marked?.['cx']},${Number(marked?.['cy']).toFixed(2)}`)).toBe(
    true,
  );
});

it('records to compare with have lines of their own colours, within the same axes', () => {
  const others = [
    {
      points: [
        { step: 0, loss: 0.9 },
        { step: 40, loss: 1.6 },
      ],
      colour: 'red',
    },
  ];
  const markup = markupOf(drawLoss({ ...drawing, others }));
  const [other, line] = elementsOf(markup, 'path');
  expect([other?.['stroke'], line?.['stroke']]).toEqual(['red', 'var(--gf-accent)']);
  const ends = [other, line].map((path) => path?.['d']?.split('L').at(-1)?.split(',').map(Number));
  // At the 40th step the axis ends, and what is four times as much is lower by far.
  expect(ends[0]![0]).toBe(236);
  expect(ends[0]![1]).toBeLessThan(30);
  expect(ends[1]![0]).toBeCloseTo(36 + 200 / 4, 1);
});

it('numbers stand beside both axes, and the words beside the level of guessing', () => {
  const texts = [...markupOf(drawLoss(drawing)).matchAll(/<text[^>]*>([^<]*)<\/text>/g)];
  expect(texts.map(([, text]) => text?.trim())).toEqual([
    ...['0', '0.2', '0.4', '0.6', '0.8'],
    ...['0', '5', '10', '15', '20'],
    'guessing: 0.7',
  ]);
});

it('the words keep out of the way of the line: below where the loss is above', () => {
  const textAt = (shown: LossDrawing['shown']) =>
    Number(elementsOf(markupOf(drawLoss({ ...drawing, shown, guess: 0.4 })), 'text').at(-1)?.['y']);
  expect(textAt(points[0]!)).toBeGreaterThan(textAt(points[2]!));
});

it('without a record there are axes alone', () => {
  const markup = markupOf(drawLoss({ ...drawing, points: [] }));
  expect(elementsOf(markup, 'circle')).toEqual([]);
  expect(elementsOf(markup, 'path')[0]?.['d']).toBe('');
});
