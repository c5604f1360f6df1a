import { expect, it } from 'vitest';
import { rowOf, tensor } from '../../../web/src/view/matrix.ts';
import { lastOfEach, patchedCopies, restoredPart } from '../../../web/src/view/patching.ts';

it('each copy is the patched run’s own but for one row', () => {
  const clean = tensor([2, 2], [1, 2, 3, 4]);
  const corrupted = tensor([2, 2], [-1, -2, -3, -4]);
  expect([...patchedCopies(clean, corrupted)]).toEqual([1, 2, -3, -4, -1, -2, 3, 4]);
});

it('of an activation with heads the row of each head is the other run’s', () => {
  const clean = tensor([2, 2, 1], [1, 2, 3, 4]);
  const corrupted = tensor([2, 2, 1], [-1, -2, -3, -4]);
  expect([...patchedCopies(clean, corrupted)]).toEqual([1, -2, 3, -4, -1, 2, -3, 4]);
  expect([...patchedCopies(clean, corrupted, 1)]).toEqual([-1, -2, 3, -4, -1, -2, -3, 4]);
});

it('of a batch the last rows are taken', () => {
  const last = lastOfEach(tensor([2, 2, 2], [0, 0, 1, 2, 0, 0, 3, 4]));
  expect([...rowOf(last, 0)]).toEqual([1, 2]);
  expect([...rowOf(last, 1)]).toEqual([3, 4]);
});

it('what came back is a part of the way from the one run to the other', () => {
  expect(restoredPart(3, 5, 1)).toBe(0.5);
  expect(restoredPart(1, 5, 1)).toBe(0);
  expect(restoredPart(5, 5, 1)).toBe(1);
});
