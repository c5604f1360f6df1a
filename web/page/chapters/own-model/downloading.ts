/** What the page and the worker of a download tell each other. */
import type { FileTold } from 'glassformer/elements/fetching';
import type { OwnProblem } from './trouble.ts';

export interface Progress {
  readonly loaded: number;
  readonly total: number | undefined;
}

/** What has come of a model's weights: the small files are fetched again. */
export interface Begun {
  /** Of the folder. */
  readonly address: string;
  readonly weights: Blob;
  readonly told: FileTold;
  readonly total: number | undefined;
  /** Whether the server sends the rest of a file, as far as it has told or shown that. */
  readonly sendsRest?: boolean | undefined;
}

/** With one more byte to send, the server says whether it is the same file. */
export const goingOn = (about: Omit<Begun, 'weights'>, come: Blob): Begun => ({
  ...about,
  weights: come.size === about.total ? come.slice(0, -1) : come,
});

/** Whether another download may go on with it. */
export const mayGoOn = ({ told, sendsRest }: Begun): boolean =>
  told.tag !== null && sendsRest !== false;

/** What the worker is told first; whatever it is told then stops it. */
export interface Start {
  readonly address: string;
  readonly begun: Begun | null;
}

/** What the worker tells. */
export type Told =
  | ({ readonly kind: 'progress' } & Progress)
  /** The server does not go on with what there is. */
  | { readonly kind: 'anew' }
  | ({ readonly kind: 'came'; readonly files: readonly (readonly [string, Blob])[] } & Left)
  | ({ readonly kind: 'failed'; readonly problem: OwnProblem } & Left)
  | ({ readonly kind: 'stopped' } & Left)
  /** More has come that is to be kept, in case that the page goes. */
  | { readonly kind: 'step'; readonly come: Begun };

interface Left {
  readonly left: Begun | null;
}
