import type { OptionRule } from './option-types.ts';

type Range = Extract<OptionRule, { expected: string }>;

/** Whether a number is in an option's range. */
export function isWithin(value: number, { min, max, above, below }: Range): boolean {
  return (
    value >= (min ?? -Infinity) &&
    value <= (max ?? Infinity) &&
    (above === undefined || value > above) &&
    (below === undefined || value < below)
  );
}

/** Whether it is in the range also as the 32-bit float that the core computes with: 1e-300 would be 0, 1e300 infinite. */
export function isFloatWithin(
  value: number,
  { above = -Infinity, below = Infinity }: Range,
): boolean {
  const float = Math.fround(value);
  return Number.isFinite(float) && float > above && float < below;
}
