import { expect, it } from 'vitest';
import { isLit, spotOf } from '../../../web/src/view/axis.ts';

it('a cell of an attention matrix names who looks and who is looked at', () => {
  expect(spotOf({ row: 1, column: 4 }, 'query', 'key')).toEqual({ query: 1, key: 4 });
  expect(spotOf({ row: null, column: 4 }, 'query', 'key')).toEqual({ query: null, key: 4 });
});

it('a row of keys is looked at, any other row of tokens looks', () => {
  expect(spotOf({ row: 2, column: 0 }, 'key', 'none')).toEqual({ query: null, key: 2 });
  expect(spotOf({ row: 2, column: 0 }, 'token', 'none')).toEqual({ query: 2, key: null });
});

it('a place in a matrix of weights names nothing', () => {
  expect(spotOf({ row: 2, column: 0 }, 'none', 'none')).toBeNull();
});

it('a spot lights up the rows that it names', () => {
  const spot = { query: 1, key: 4 };
  expect([isLit('query', 1, spot), isLit('query', 4, spot)]).toEqual([true, false]);
  expect([isLit('key', 1, spot), isLit('key', 4, spot)]).toEqual([false, true]);
  expect([isLit('token', 1, spot), isLit('token', 4, spot)]).toEqual([true, true]);
  expect([isLit('none', 1, spot), isLit('token', 1, null)]).toEqual([false, false]);
});
