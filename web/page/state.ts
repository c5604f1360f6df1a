import type { EngineInfo, NamedArray, SelfAttentionOptions } from 'glassformer';
import type { AabChange, AabRun, LoadedAab, Prediction } from './aab.ts';
import type { View } from './address.ts';
import type { Language, Texts } from './i18n/texts.ts';
import type { LettersProblem } from './letters.ts';
import type { SentenceProblem } from './sentence-check.ts';
import type { Reading } from './sentence.ts';
import type { TableProblem } from './table.ts';
import type { Theme } from './theme.ts';
import { kFirstWriter, type Writer } from './writers.ts';

export const kInitialSentence = 'Life is short, eat dessert first';
export const kInitialSeed = 123;
export const kInitialLetters = 'aabaa';
export const kInitialSource = "The moon is beautiful tonight, isn't it?";

export interface PageState {
  readonly language: Language;
  readonly texts: Texts;
  /** Chosen by hand; null: as the system has it. */
  readonly theme: Theme | null;
  /** The engine cannot run here at all. */
  readonly failure: string | null;

  readonly text: string;
  readonly seed: number;
  readonly isSeedWrong: boolean;
  /** The last sentence that could be read. */
  readonly reading: Reading | null;
  readonly sentenceProblem: SentenceProblem | null;
  readonly view: View;

  /** What is translated. */
  readonly source: string;
  /** The model that writes on; null: as the language has it. */
  readonly writer: Writer | null;
  /** What each of them begins with. */
  readonly prompts: Readonly<Record<Writer, string>>;

  readonly byHand: SelfAttentionOptions;

  readonly aab: LoadedAab | null;
  readonly aabFailure: string | null;
  readonly lettersTyped: string;
  readonly lettersProblem: LettersProblem | null;
  /** The last letters that could be read. */
  readonly aabRun: AabRun | null;
  readonly predictions: readonly Prediction[] | null;

  readonly table: NamedArray;
  /** The last table that is one. */
  readonly goodTable: NamedArray;
  readonly tableProblem: TableProblem | null;

  readonly engine: EngineInfo | null;
}

/** What the reader can do. */
export interface Actions {
  setLanguage(language: Language): void;
  toggleTheme(): void;
  setText(text: string): void;
  setSeed(text: string): void;
  setView(view: View): void;
  setSource(text: string): void;
  setWriter(writer: Writer): void;
  setPrompt(text: string): void;
  setByHand(options: SelfAttentionOptions): void;
  restoreByHand(): void;
  setLetters(text: string): void;
  test(): void;
  changeAab(change: AabChange): void;
  editTable(row: number, column: number, value: number): void;
  restoreTable(): void;
}

/** The model that writes on. */
export function writerOf({ writer, language }: PageState): Writer {
  return writer ?? kFirstWriter[language];
}
