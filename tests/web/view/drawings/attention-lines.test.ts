import { expect, it } from 'vitest';
import { drawLines } from '../../../../web/src/view/drawings/attention-lines.ts';
import { attentionLines } from '../../../../web/src/view/lines.ts';
import { elementsOf, markupOf } from './markup.ts';

const frame = { width: 200, rowHeight: 26 };
const matrix = { rows: 2, columns: 2, data: Float32Array.from([1, 0, 0.25, 0.75]) };

it('a line for each weight, in the colour of the token that looks and as thick as the weight', () => {
  const lines = attentionLines(matrix, frame, null);
  const markup = markupOf(drawLines({ lines, frame, rows: 2, label: 'who looks' }));
  const paths = elementsOf(markup, 'path');
  expect(paths.map((path) => path['stroke'])).toEqual([
    'var(--gf-token-0)',
    'var(--gf-token-1)',
    'var(--gf-token-1)',
  ]);
  expect(paths.map((path) => path['stroke-width'])).toEqual(['6.00', '2.06', '4.69']);
  expect(new Set(paths.map((path) => path['vector-effect']))).toEqual(
    new Set(['non-scaling-stroke']),
  );
});

it('is as high as its rows, and is named', () => {
  const markup = markupOf(drawLines({ lines: [], frame, rows: 3, label: 'who looks' }));
  expect(elementsOf(markup, 'svg')[0]).toMatchObject({
    viewBox: '0 0 200 78',
    height: '78',
    role: 'img',
    'aria-label': 'who looks',
  });
});
