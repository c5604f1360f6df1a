import { expect, it } from 'vitest';
import { ranked, sharesOf } from '../../../web/src/view/join.ts';
import { tensor } from '../../../web/src/view/matrix.ts';

/** Two heads of two numbers, on two tokens. */
const z = tensor([2, 2, 2], [9, 9, 1, 2, 9, 9, 3, -1]);
/** (in, out): four rows of three. */
const inOut = tensor([4, 3], [1, 0, 2, 0, 1, -1, 5, 5, 5, 1, 2, 3]);
/** The same matrix the other way round. */
const outIn = tensor([3, 4], [1, 0, 5, 1, 0, 1, 5, 2, 2, -1, 5, 3]);

it('a head’s share is what it hands over, times its own rows of the matrix, however that is stored', () => {
  for (const [weight, isInOut] of [
    [inOut, true],
    [outIn, false],
  ] as const) {
    const shares = sharesOf(z, 1, weight, isInOut);
    expect(shares.map(({ head }) => head)).toEqual([0, 1]);
    expect(shares.map((each) => [...each.z])).toEqual([
      [1, 2],
      [3, -1],
    ]);
    expect(shares.map(({ share }) => [...share])).toEqual([
      [1, 2, 0],
      [14, 13, 12],
    ]);
    expect(shares[0]!.length).toBeCloseTo(Math.sqrt(5), 6);
  }
});

it('a matrix that does not fit the heads is refused', () => {
  expect(() => sharesOf(z, 0, tensor([5, 3], Array(15).fill(0)), true)).toThrow(
    'W_O takes 5 numbers, 2 heads give 4',
  );
});

it('the longest share comes first, of equals the first head', () => {
  const share = (head: number, length: number) => ({
    head,
    z: Float32Array.of(0),
    share: Float32Array.of(length),
    length,
  });
  const order = ranked([share(0, 1), share(1, 3), share(2, 1), share(3, 0)]);
  expect(order.map(({ head }) => head)).toEqual([1, 0, 2, 3]);
});
