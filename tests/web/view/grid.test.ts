import { expect, it } from 'vitest';
import { moveInGrid } from '../../../web/src/view/grid.ts';

const press = (key: string, row: number, column: number, ctrlKey = false) =>
  moveInGrid({ row, column }, { key, ctrlKey }, 6, 4);

it('arrows go one cell and stop at the edge', () => {
  expect(press('ArrowDown', 0, 0)).toEqual({ row: 1, column: 0 });
  expect(press('ArrowLeft', 2, 0)).toEqual({ row: 2, column: 0 });
  expect(press('ArrowDown', 5, 3)).toEqual({ row: 5, column: 3 });
});

it('Home and End go along the row, with Control to the corners', () => {
  expect(press('End', 2, 1)).toEqual({ row: 2, column: 3 });
  expect(press('Home', 2, 1, true)).toEqual({ row: 0, column: 0 });
  expect(press('End', 0, 0, true)).toEqual({ row: 5, column: 3 });
});

it('other keys are left alone', () => {
  expect(press('Tab', 0, 0)).toBeNull();
});
