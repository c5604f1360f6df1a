/** What a head does, in three numbers, and how heads are named and changed. */
import type { Ablation, Tensor } from '../shared/run-types.ts';
import { at, type Matrix } from './matrix.ts';

export interface HeadPlace {
  readonly layer: number;
  readonly head: number;
}

export type Stack = NonNullable<Ablation['stack']>;

export function samePlace(a: HeadPlace, b: HeadPlace): boolean {
  return a.layer === b.layer && a.head === b.head;
}

/** The nearest head that there is: `patterns` has (H, Tq, Tk) of every layer. */
export function headWithin({ layer, head }: HeadPlace, patterns: readonly Tensor[]): HeadPlace {
  const heads = patterns[0]?.shape[0] ?? 1;
  return {
    layer: Math.min(layer, Math.max(0, patterns.length - 1)),
    head: Math.min(head, heads - 1),
  };
}

/**
 * Mean weight that the rows of a square pattern give to themselves, to the one before, and to the first; and what each
 * of these would be given if the rows looked at all that they may see alike.
 */
export interface HeadHabits {
  readonly self: number;
  readonly previous: number;
  readonly first: number;
  readonly even: number;
}

/** Rows that have no choice (the first under a causal mask) are left out, unless there is no other. */
export function headHabits(pattern: Matrix): HeadHabits {
  const from = pattern.rows > 1 ? 1 : 0;
  const count = pattern.rows - from;
  const mean = (weight: (row: number) => number) => {
    let sum = 0;
    for (let row = from; row < pattern.rows; ++row) sum += weight(row);
    return count > 0 ? sum / count : 0;
  };
  const isCausal = hasNothingAhead(pattern);
  return {
    self: mean((row) => at(pattern, row, row)),
    previous: mean((row) => (row > 0 ? at(pattern, row, row - 1) : 0)),
    first: mean((row) => at(pattern, row, 0)),
    even: mean((row) => 1 / (isCausal ? row + 1 : pattern.columns)),
  };
}

/** Behind a causal mask all weights right of the diagonal are exactly 0. */
export function hasNothingAhead(pattern: Matrix): boolean {
  for (let row = 0; row < pattern.rows; ++row)
    for (let column = row + 1; column < pattern.columns; ++column)
      if (at(pattern, row, column) !== 0) return false;
  return true;
}

/** What the head's output is multiplied by: 1 where it is not changed. */
export function factorOf(ablations: readonly Ablation[], place: HeadPlace, stack: Stack): number {
  const found = ablations.find((each) => isOf(each, place, stack));
  return found ? (found.factor ?? 0) : 1;
}

/** The list with this head at `factor`; 1 takes it off the list. */
export function withFactor(
  ablations: readonly Ablation[],
  { layer, head }: HeadPlace,
  stack: Stack,
  factor: number,
): readonly Ablation[] {
  const others = ablations.filter((each) => !isOf(each, { layer, head }, stack));
  return factor === 1 ? others : [...others, { layer, head, stack, factor }];
}

function isOf(ablation: Ablation, place: HeadPlace, stack: Stack): boolean {
  return samePlace(ablation, place) && (ablation.stack ?? 'decoder') === stack;
}

/** The patterns of a stack's layers, first to last: "blocks.", "encoder.blocks." and so on. */
export function patternsOf<Array>(
  activations: Readonly<Record<string, Array>>,
  prefix: string,
  attention: 'attn' | 'cross_attn' = 'attn',
): Array[] {
  const patterns: Array[] = [];
  for (let layer = 0; ; ++layer) {
    const pattern = activations[`${prefix}blocks.${layer}.${attention}.pattern`];
    if (pattern === undefined) return patterns;
    patterns.push(pattern);
  }
}
