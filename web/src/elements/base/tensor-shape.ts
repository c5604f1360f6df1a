/** Shapes of tensors that a figure shows. */

/** Heads, rows and columns. */
export const kMaxDimensions = 3;

/** How many numbers a tensor of this shape has. */
export const countOf = (shape: readonly number[]): number =>
  shape.reduce((product, length) => product * length, 1);

/** JSON has numbers that are infinite as soon as they are read (1e400), or as a 32-bit float (1e39). */
export const isFloat = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(Math.fround(value));
