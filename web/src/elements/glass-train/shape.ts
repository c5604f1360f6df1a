/** The shapes of the model that learns: where its norm stands, what tells it positions, how large it is. */
import type { Lesson } from './lesson.ts';

export const kNorms = ['pre', 'post', 'none'] as const;
export const kPositions = ['learned', 'sinusoidal', 'none'] as const;

export type Norm = (typeof kNorms)[number];
export type Positions = (typeof kPositions)[number];

/** What takes the place of the fields of a lesson's config; '' and null leave them. */
export interface Shape {
  readonly norm: Norm | '';
  readonly positions: Positions | '';
  readonly layers: number | null;
  readonly width: number | null;
  readonly inner: number | null;
}

/** What the reader chooses, and compares. */
export interface Choice {
  readonly norm: Norm;
  readonly positions: Positions;
  readonly lr: number;
}

/** The lesson's config, its fields by the names of GPT-2's. With pre-norm the last layer's sum is normed, too. */
export function configOf({ config }: Lesson, shape: Shape): object {
  const { norm, positions, layers, width, inner } = shape;
  return {
    ...config,
    ...(layers === null ? {} : { n_layer: layers }),
    ...(width === null ? {} : { n_embd: width }),
    ...(inner === null ? {} : { n_inner: inner }),
    ...(norm === '' ? {} : { norm, final_norm: norm === 'pre' }),
    ...(positions === '' ? {} : { positions }),
  };
}

export const isSameChoice = (a: Choice, b: Choice): boolean =>
  a.norm === b.norm && a.positions === b.positions && a.lr === b.lr;
