import { expect, it } from 'vitest';
import { inPixels, largeLayout } from '../../../web/src/view/large.ts';

const room = {
  rows: 8,
  columns: 160,
  width: 1240,
  isNarrow: false,
  names: ['Once', 'upon'],
  hasColumnNames: false,
};

it('shows few wide rows as strips with names, as wide as there is room', () => {
  expect(largeLayout(room)).toEqual({ kind: 'strips', names: 112, cell: 7.05, row: 22 });
});

it('has no strips where the columns are named, and grows with the type', () => {
  const named = largeLayout({ ...room, hasColumnNames: true });
  expect(named).toEqual({ kind: 'named', names: 41, cell: 10, row: 10 });
  expect(inPixels(named, 2)).toEqual({ kind: 'named', names: 82, cell: 20, row: 20 });
});

it('keeps the cells of strips apart on a phone, and gives names no more than they need', () => {
  const phone = { ...room, width: 350, isNarrow: true };
  expect(largeLayout(phone)).toEqual({ kind: 'strips', names: 46, cell: 3, row: 22 });
  expect(largeLayout({ ...phone, names: ['空'] }).names).toBe(28);
  expect(largeLayout({ ...phone, names: ['incomprehensible'] }).names).toBe(112);
});

it('shows squares with names that can be read, and squares alone where nobody would look for one', () => {
  const square = { ...room, rows: 200, columns: 200 };
  expect(largeLayout(square)).toEqual({ kind: 'named', names: 41, cell: 10, row: 10 });
  expect(largeLayout({ ...square, names: ['空'] }).names).toBe(26);
  const long = { ...square, names: ['incomprehensible'] };
  expect(largeLayout(long).names).toBe(112);
  expect(largeLayout({ ...long, isNarrow: true }).names).toBe(76);
  expect(largeLayout({ ...square, names: null })).toMatchObject({ kind: 'plain', cell: 6.2 });
  expect(largeLayout({ ...square, rows: 2000 })).toMatchObject({ kind: 'plain', row: 6.2 });
  expect(largeLayout({ ...square, names: null, columns: 30 }).cell).toBe(16);
});
