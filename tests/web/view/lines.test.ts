import { describe, expect, it } from 'vitest';
import { attentionLines, moveOnSides } from '../../../web/src/view/lines.ts';
import { matrixOf, tensor } from '../../../web/src/view/matrix.ts';

const pattern = matrixOf(tensor([2, 2], [0.25, 0.75, 0, 1]));
const frame = { width: 100, rowHeight: 20 };

it('draws every weight that can be seen, by query and key', () => {
  expect(attentionLines(pattern, frame, null).map(({ query, key }) => [query, key])).toEqual([
    [0, 0],
    [0, 1],
    [1, 1],
  ]);
});

it('draws only what concerns the token that is looked at', () => {
  expect(attentionLines(pattern, frame, { query: 0, key: null })).toHaveLength(2);
  expect(attentionLines(pattern, frame, { query: null, key: 0 })).toHaveLength(1);
});

it('starts and ends in the middle of the rows, and is thicker with more weight', () => {
  const [thin, , thick] = attentionLines(pattern, frame, null);
  expect(thin?.path).toBe('M0,10C50,10 50,10 100,10');
  expect(thick?.strokeWidth).toBeGreaterThan(thin?.strokeWidth ?? 0);
});

it('keeps the heaviest of very many lines, wherever they come', () => {
  const n = 60;
  const heavy = [5, 1799, n * n - 1];
  const data = Array.from({ length: n * n }, (_, i) => (heavy.includes(i) ? 0.5 : 0.0167));
  const lines = attentionLines(matrixOf(tensor([n, n], data)), frame, null);
  expect(lines).toHaveLength(600);
  const kept = lines.filter(({ weight }) => weight === 0.5);
  expect(kept.map(({ query, key }) => query * n + key)).toEqual(heavy);
});

describe('moving among the ends of lines', () => {
  const counts = { from: 3, to: 5 };
  it('goes along a side, to the other one, and never out of it', () => {
    expect(moveOnSides({ side: 'from', row: 2 }, 'ArrowDown', counts)).toEqual({
      side: 'from',
      row: 2,
    });
    expect(moveOnSides({ side: 'from', row: 2 }, 'ArrowRight', counts)).toEqual({
      side: 'to',
      row: 2,
    });
    expect(moveOnSides({ side: 'to', row: 4 }, 'ArrowLeft', counts)).toEqual({
      side: 'from',
      row: 2,
    });
    expect(moveOnSides({ side: 'to', row: 1 }, 'End', counts)).toEqual({ side: 'to', row: 4 });
    expect(moveOnSides({ side: 'to', row: 1 }, 'a', counts)).toBeNull();
  });
});
