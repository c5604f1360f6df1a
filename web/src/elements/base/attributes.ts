/** Checks of what an author writes into attributes. What is wrong is thrown, and the element says it in its place. */
import { GlassformerError } from '../../shared/error.ts';

/** A whole number from `least` to `most`; `name` is the attribute's. */
export function checkWhole(name: string, value: number, least: number, most = Infinity): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new GlassformerError(
    'InvalidArgument',
    `${name} must be a whole number ${range}, found ${value}`,
    { details: { kind: 'invalidOption', option: name } },
  );
}
