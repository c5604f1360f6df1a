import type { attention } from './en/attention.ts';
import type { general } from './en/general.ts';
import type { generating } from './en/generating.ts';
import type { layers } from './en/layers.ts';
import type { train } from './en/learning.ts';
import type { post } from './en/post.ts';
import type { proof } from './en/proof.ts';
import type { reading } from './en/reading.ts';
import type { recipe } from './en/recipe.ts';
import type { steps } from './en/steps.ts';
import type { study } from './en/study.ts';
import type { sums } from './en/sums.ts';
import type { translating } from './en/translating.ts';
import type { vectors } from './en/vectors.ts';
import type { writing } from './en/writing.ts';

/** Every word that an element says by itself. */
export type Words = typeof general &
  typeof reading &
  typeof attention &
  typeof sums &
  typeof vectors &
  typeof layers &
  typeof writing &
  typeof generating &
  typeof translating & {
    train: typeof train;
    post: typeof post;
    recipe: typeof recipe;
    study: typeof study;
    proof: typeof proof;
    steps: typeof steps;
  };
