import { expect, it } from 'vitest';
import { drawCrossOut } from '../../../../web/src/view/drawings/cross-out.ts';
import { elementsOf, markupOf } from './markup.ts';

it('goes from corner to corner, whatever its size, and is as thick everywhere', () => {
  const markup = markupOf(drawCrossOut());
  expect(elementsOf(markup, 'svg')[0]?.['preserveAspectRatio']).toBe('none');
  expect(elementsOf(markup, 'line')[0]).toMatchObject({
    x2: '1',
    y2: '1',
    'vector-effect': 'non-scaling-stroke',
  });
});
