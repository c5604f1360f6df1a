/** What every chapter of the story is. */
import type { ChapterId } from './chapter-order.ts';
import type { TemplateResult } from 'lit';
import type { Field } from './address.ts';
import type { PageEngine } from './engine.ts';
import type { FigureChoices } from './figure-choices.ts';
import type { GenerationChoice } from './generation.ts';
import type { Gloss } from './gloss.ts';
import type { Heads } from './heads.ts';
import type { Here } from './here.ts';
import type { LaterElements } from './later-elements.ts';
import type { Texts } from './i18n/texts.ts';
import type { PageLanguage } from './language.ts';
import type { Line } from './line.ts';
import type { Opened } from './opened.ts';
import type { Opening } from './opening.ts';
import type { Printing } from './printing.ts';
import type { Reading } from './reading.ts';
import type { Translator } from './translator.ts';

/** State that more than one chapter shows or changes. What only one chapter needs is made by that chapter. */
export interface Shared {
  readonly language: PageLanguage;
  readonly line: Line;
  readonly heads: Heads;
  readonly translator: Translator;
  readonly gloss: Gloss;
  readonly generation: GenerationChoice;
  readonly figures: FigureChoices;
  readonly opened: Opened;
  readonly opening: Opening;
  readonly engine: PageEngine;
  readonly later: LaterElements;
  readonly here: Here;
  readonly printing: Printing;
  /** Where the page's own folder is, seen from the document: './' or '../'. */
  readonly folder: string;
  /** In the build, which renders the page once as HTML: the prose of chapters that otherwise fetch theirs. Null in the live page. */
  readonly still: Still | null;
}

export interface Still {
  readonly aab: TemplateResult;
}

export interface Chapter {
  /** Of its section in the page, and in links to it. Unique in the page. */
  readonly id: ChapterId;
  /** In the list of contents, and above it. */
  title(texts: Texts): string;
  /** Fetches the elements that the first view does not have. Called once, when the reader comes near. */
  readonly load?: () => Promise<unknown>;
  /** Fetches what it shows besides elements, where the page is rendered once and has none. */
  readonly loadStill?: () => Promise<unknown>;
  /** What of its state a link carries. */
  readonly fields?: readonly Field[];
  /**
   * What its figures read; null: the reader's line, by the model of the line.
   * @param part the heading of the part, or the worked example, where the reader is
   */
  reads?(part: string | null): Reading | null;
  /** Files that are dropped on the page, wherever, are for it. Called while the event is handled. */
  takeDropped?(transfer: DataTransfer): void;
  /** @param heading its title with its number; called again when a signal that it has read has another value */
  view(heading: TemplateResult): TemplateResult;
}

export type CreateChapter = (shared: Shared) => Chapter;
