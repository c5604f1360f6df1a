/** What the details of events hold that no other file defines. It imports no element, as the elements import it. */
import type { HeadPlace, Stack } from '../view/heads.ts';

/** How far a generation has come. */
export interface GenerationProgress {
  readonly running: boolean;
  /** At least one step was taken. */
  readonly begun: boolean;
  readonly done: boolean;
}

/** What a map shows the neighbours of: the whole vocabulary, or the tokens of the text. */
export type MapView = 'all' | 'text';

/** A head of each kind of attention. */
export type Picks = Readonly<Partial<Record<Stack, HeadPlace>>>;

export type SaveFormat = 'svg' | 'png' | 'json' | 'html';
