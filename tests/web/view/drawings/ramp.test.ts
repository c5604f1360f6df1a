import { expect, it } from 'vitest';
import { scaleStops } from '../../../../web/src/view/colour.ts';
import { drawRamp } from '../../../../web/src/view/drawings/ramp.ts';
import { elementsOf, markupOf } from './markup.ts';

const kOurs = { theme: 'light', own: null } as const;

it('goes through the colours of the scale from its first to its last', () => {
  const markup = markupOf(drawRamp('signed', kOurs));
  const stops = elementsOf(markup, 'stop');
  expect(stops.map((stop) => stop['stop-color'])).toEqual(scaleStops('signed'));
  expect([stops[0]?.['offset'], stops.at(-1)?.['offset']]).toEqual(['0.0000', '1.0000']);
});

it('is filled with its own gradient, whose name is another for another scale', () => {
  for (const scale of ['signed', 'probability'] as const) {
    const markup = markupOf(drawRamp(scale, kOurs));
    const id = elementsOf(markup, 'linearGradient')[0]?.['id'];
    expect(id).toContain(scale);
    expect(elementsOf(markup, 'rect')[0]?.['fill']).toBe(`url(#${id})`);
  }
});
