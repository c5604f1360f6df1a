import type { Model } from 'glassformer';
import type { OwnFiles } from './own-files.ts';

/** A model of the reader's own that stands open. */
export interface Opened {
  readonly model: Model;
  readonly own: OwnFiles;
  /** What its figures read at first. */
  readonly text: string;
  /** That is no text of its golden.json, and not the reader's line. */
  readonly isOwnText: boolean;
}
