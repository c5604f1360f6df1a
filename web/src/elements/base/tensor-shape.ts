/** Shapes of tensors that a figure shows. */

/** Heads, rows and columns. */
export const kMaxDimensions = 3;

/** How many numbers a tensor of this shape has. */
export const countOf = (shape: readonly number[]): number =>
  shape.reduce((product, length) => product * length, 1);
