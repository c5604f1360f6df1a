import { describe, expect, it } from 'vitest';
import {
  drawDots,
  drawMarks,
  labelOf,
  labelRequest,
  pointPaths,
} from '../../../../web/src/view/drawings/map.ts';
import type { MapFrame } from '../../../../web/src/view/map.ts';
import { elementsOf, markupOf } from './markup.ts';

const frame: MapFrame = {
  width: 200,
  height: 100,
  places: Float32Array.from([10.04, 20.06, 50, 60, 6, 50, 194, 40, 100, 94]),
  outside: [2, 3, 4],
};

describe('the points', () => {
  it('are dots, each once, and arrowheads for those at the edge', () => {
    const { dots, outward } = pointPaths(frame);
    expect(dots.join('')).toBe('M10,20.1h0M50,60h0');
    expect(outward).toEqual([
      'M2,50L7,47.5L7,52.5Z', // out to the left
      'M198,40L193,42.5L193,37.5Z',
      'M100,98L102.5,93L97.5,93Z',
    ]);
  });

  it('are dealt to a few paths, whatever their number, and are the same texts for the same frame', () => {
    const many = { ...frame, places: new Float32Array(2000), outside: [] };
    const { dots } = pointPaths(many);
    expect(dots).toHaveLength(8);
    expect(dots.join('').match(/h0/g)).toHaveLength(1000);
    expect(pointPaths(many)).toBe(pointPaths(many));
    expect(elementsOf(markupOf(drawDots(many)), 'path')).toHaveLength(8);
  });
});

describe('the marks', () => {
  const marks = [
    { id: 0, text: ' cat', position: 9 },
    { id: 1, text: ' dog', position: null },
  ];
  const drawing = { frame, marks, places: [null, null], near: null, colour: 'var(--gf-token-1)' };

  it('are dots in the colours of their tokens, and neighbours in that of text', () => {
    const circles = elementsOf(markupOf(drawMarks(drawing)), 'circle');
    expect(circles.map((circle) => [circle['class'], circle['fill']])).toEqual([
      ['token', 'var(--gf-token-1)'],
      ['near', 'var(--gf-ink)'],
    ]);
    expect(circles[1]).toMatchObject({ cx: '50', cy: '60' });
  });

  it('with someone looked at have a ring around it and lines to its neighbours', () => {
    const list = [{ id: 1, text: ' dog', similarity: 0.5 }];
    const markup = markupOf(drawMarks({ ...drawing, near: { id: 0, list } }));
    expect(elementsOf(markup, 'line').map(({ x2, y2 }) => [x2, y2])).toEqual([['50', '60']]);
    expect(elementsOf(markup, 'circle').at(-1)).toMatchObject({ class: 'ring', r: '8' });
  });

  it('are joined to labels that stand apart, and to no others', () => {
    const places = [
      { x: 17, y: 10 },
      { x: 90, y: 80 },
    ];
    const lines = elementsOf(markupOf(drawMarks({ ...drawing, places })), 'line');
    expect(lines).toEqual([{ x1: '50', y1: '60', x2: '90', y2: '90' }]);
  });
});

it('a label is short, and wide enough for its text', () => {
  expect(labelOf(' a very long token indeed')).toHaveLength(16);
  const { width, height, x } = labelRequest({ id: 1, text: '猫', position: null }, frame);
  expect(x).toBe(50);
  expect(width).toBeGreaterThan(13);
  expect(height).toBe(20);
});
