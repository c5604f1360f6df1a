/** Layer norm of one vector: what is taken off, what it is divided by, and one number by hand. */

export interface Spread {
  readonly mean: number;
  /** The root of the variance and the model's small constant: what the norm divides by. */
  readonly deviation: number;
}

/** @param epsilon keeps the division from zero */
export function spreadOf(values: ArrayLike<number>, epsilon = 0): Spread {
  const count = values.length;
  let sum = 0;
  for (let i = 0; i < count; ++i) sum += values[i] as number;
  const mean = sum / count;
  let squares = 0;
  for (let i = 0; i < count; ++i) squares += ((values[i] as number) - mean) ** 2;
  return { mean, deviation: Math.sqrt(squares / count + epsilon) };
}

/** (x − mean) ÷ deviation, without what was learned. */
export function normed(values: Float32Array, { mean, deviation }: Spread): Float32Array {
  return values.map((value) => (value - mean) / deviation);
}

/** One number of a norm, and what it is made of. */
export interface NormTerm {
  /** Its place in the vector, from 0. */
  readonly column: number;
  readonly value: number;
  readonly gain: number;
  /** Null where the norm has none. */
  readonly bias: number | null;
  /** What the engine made of it. */
  readonly result: number;
}

export interface NormVectors {
  readonly before: Float32Array;
  readonly after: Float32Array;
  readonly gain: Float32Array;
  readonly bias: Float32Array | null;
}

export function normTerm({ before, after, gain, bias }: NormVectors, column: number): NormTerm {
  return {
    column,
    value: before[column] as number,
    gain: gain[column] as number,
    bias: bias === null ? null : (bias[column] as number),
    result: after[column] as number,
  };
}

/** The places of the largest and of the smallest number. */
export function extremes(values: ArrayLike<number>): readonly [largest: number, smallest: number] {
  let [high, low] = [0, 0];
  for (let i = 1; i < values.length; ++i) {
    if ((values[i] as number) > (values[high] as number)) high = i;
    if ((values[i] as number) < (values[low] as number)) low = i;
  }
  return [high, low];
}
