/** What keeps a model of the reader's own from being opened or kept, beside what the engine says. */
import type { GivenProblem } from './given-files.ts';

export type OwnProblem =
  | GivenProblem
  | { readonly kind: 'tooMany'; readonly most: number }
  | { readonly kind: 'unreadable'; readonly file: string }
  | { readonly kind: 'tooLong'; readonly file: string; readonly most: number }
  | { readonly kind: 'noAddress'; readonly typed: string }
  | { readonly kind: 'absent'; readonly file: string; readonly folder: string }
  /** A page stands in place of a file that must be there. */
  | { readonly kind: 'isPage'; readonly file: string; readonly address: string }
  | {
      readonly kind: 'refused';
      readonly file: string;
      readonly host: string;
      readonly status: number;
    }
  | { readonly kind: 'unreachable'; readonly host: string }
  /** The policy of this page's host lets its pages fetch from nowhere else. */
  | { readonly kind: 'forbidden'; readonly host: string; readonly here: string }
  | { readonly kind: 'broken'; readonly file: string; readonly host: string }
  | { readonly kind: 'overflows'; readonly name: string }
  | { readonly kind: 'noStorage' }
  | { readonly kind: 'noRoom'; readonly bytes: number }
  | { readonly kind: 'gone'; readonly name: string };

export class OwnTrouble extends Error {
  override readonly name = 'OwnTrouble';
  readonly problem: OwnProblem;

  constructor(problem: OwnProblem, options?: ErrorOptions) {
    super(problem.kind, options);
    this.problem = problem;
  }
}
