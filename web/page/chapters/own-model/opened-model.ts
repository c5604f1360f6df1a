import type { Model } from 'glassformer';
import type { OwnFiles } from './own-files.ts';

/** A model of the reader's own that stands open. */
export interface Opened {
  readonly model: Model;
  readonly own: OwnFiles;
  /** What its figures read at first. */
  readonly text: string;
}
