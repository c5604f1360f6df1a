import { expect, it } from 'vitest';
import { drawHistogram, drawWeights } from '../../../../web/src/view/drawings/variance.ts';
import { elementsOf, markupOf } from './markup.ts';

it('the histogram is as high as its fullest bin, in one colour', () => {
  const markup = markupOf(drawHistogram([0.1, 0.4, 0.2], 'var(--gf-token-1)', 'scores'));
  const [path] = elementsOf(markup, 'path');
  expect(path?.['d']).toBe('M0,100V75.0H160.0V0.0H320.0V50.0H480.0V100Z');
  expect(path?.['stroke']).toBe('var(--gf-token-1)');
  expect(path?.['fill']).toContain('var(--gf-token-1) 55%');
});

it('a weight of 1 fills its bar, one of next to nothing is a line still, and each is told', () => {
  const markup = markupOf(drawWeights([1, 0.25, 1e-9], 'weights'));
  const bars = elementsOf(markup, 'rect');
  expect(bars.map(({ y, height }) => [y, height])).toEqual([
    ['0.0', '100.0'],
    ['75.0', '25.0'],
    ['99.0', '1.0'],
  ]);
  expect(bars.map(({ x }) => x)).toEqual(['0', '30', '60']);
  expect(elementsOf(markup, 'svg')[0]?.['viewBox']).toBe('0 0 86 100');
  expect(markup).toContain('<title>25.0%</title>');
});
