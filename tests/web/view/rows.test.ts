import { expect, it } from 'vitest';
import { rowsInView } from '../../../web/src/view/rows.ts';

it('draws what is in view and a little around it', () => {
  expect(rowsInView(1000, 20, 2000, 400)).toEqual({ first: 94, end: 126 });
});

it('draws all of a list that is short', () => {
  expect(rowsInView(5, 20, 0, 400)).toEqual({ first: 0, end: 5 });
});

it('stays inside a list that became shorter than where it was scrolled to', () => {
  expect(rowsInView(3, 20, 4000, 400)).toEqual({ first: 2, end: 3 });
  expect(rowsInView(0, 20, 0, 400)).toEqual({ first: 0, end: 0 });
});
