import { expect, it } from 'vitest';
import { strongest } from '../../../web/src/view/strongest.ts';

const none = () => false;

it('names the three largest weights, largest first, of equals the first', () => {
  expect(strongest([0.1, 0.3, 0.2, 0.3, 0.1], none)).toEqual([1, 3, 2]);
});

it('names neither what the mask hides nor a weight of nothing', () => {
  expect(strongest([0.5, 0.2, 0.3], (place) => place === 0)).toEqual([2, 1]);
  expect(strongest([1, 0, 0], none)).toEqual([0]);
  expect(strongest([0, 0], none)).toEqual([]);
});
