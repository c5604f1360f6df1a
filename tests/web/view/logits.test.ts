import { expect, it } from 'vitest';
import { logitsOf, productsOf, sumOf } from '../../../web/src/view/logits.ts';

const table = { shape: [3, 2], data: Float32Array.of(1, 2, -1, 0.5, 0, 4) };

it('each logit is the product of the vector with a row', () => {
  expect([...logitsOf(Float32Array.of(3, -2), table)]).toEqual([-1, -4, -8]);
  expect(() => logitsOf(Float32Array.of(1), table)).toThrow(
    'the table has 2 columns, the vector 1 numbers',
  );
});

it('a sum has the products that count most, in their order, and what is left', () => {
  const [vector, row] = [Float32Array.of(1, -3, 2, 0.5), Float32Array.of(0.5, 2, 3, 1)];
  expect([...productsOf(vector, row)]).toEqual([0.5, -6, 6, 0.5]);
  expect(sumOf(vector, row, 2)).toEqual({
    terms: [
      { column: 1, value: -3, weight: 2, product: -6 },
      { column: 2, value: 2, weight: 3, product: 6 },
    ],
    rest: 1,
    restCount: 2,
  });
  expect(sumOf(vector, row, 9).restCount).toBe(0);
});
