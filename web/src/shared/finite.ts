/** Floats that are numbers: neither NaN nor infinite. */

/**
 * The first that is NaN or infinite. `mayBeMasked`: -infinity is what a mask leaves of a score. A loop, because a callback
 * per number takes ten times as long, and this looks at what every keystroke gives.
 */
export function firstNotFinite(
  data: Float32Array,
  { mayBeMasked = false } = {},
): number | undefined {
  const { length } = data;
  for (let i = 0; i < length; ++i) {
    const x = data[i]!;
    if (x - x !== 0 && !(mayBeMasked && x === -Infinity)) return x;
  }
  return undefined;
}
