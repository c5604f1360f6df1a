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
