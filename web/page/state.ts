import type { Ablation, Change, EngineInfo, Tensor, Run, SelfAttentionOptions } from 'glassformer';
import type { AabChange, AabRun, LoadedAab, Prediction } from './aab.ts';
import type {
  Mode,
  Picks,
  PinnedTokens,
  Problem,
  GenerationProgress,
  Settings,
  Spot,
} from 'glassformer/elements';
import type { HeadPlace, View, Worked } from './address.ts';
import type { Language, Texts } from './i18n/texts.ts';
import type { LettersProblem } from './letters.ts';
import type { LineNotes } from './line-notes.ts';
import type { SentenceProblem } from './sentence-check.ts';
import type { Reading } from './sentence.ts';
import type { TableProblem } from './table.ts';
import type { Theme } from './theme.ts';

export const kArticleSentence = 'Life is short, eat dessert first';
export const kArticleSeed = 123;
export const kInitialLetters = 'aabaa';
/** Greedy and beam search translate it in different ways, both rightly. */
export const kInitialSource = 'The meeting starts at 8:30.';

export interface PageState {
  readonly language: Language;
  readonly texts: Texts;
  /** Chosen by hand; null: as the system has it. */
  readonly theme: Theme | null;
  /** The engine cannot run here at all. */
  readonly failure: Problem | null;

  /** What stands in the reader's line. */
  readonly text: string;
  /** The last of it that a model could read: what the figures show. */
  readonly read: string;
  readonly textProblem: SentenceProblem | null;
  /** How its model reads it. */
  readonly lineNotes: LineNotes;
  /** How many tokens of it the figures show. */
  readonly tokenCount: number;
  /** The layer and head that the reader picked. */
  readonly head: HeadPlace;
  /** Heads that were switched off or scaled, of the model that writes on. */
  readonly ablations: readonly Ablation[];
  readonly view: View;
  /** The same of the translator, wherever it stands. */
  readonly picks: Picks;
  readonly translatorAblations: readonly Ablation[];
  /** Width of its beam. */
  readonly beams: number;
  /** How a model chooses what it writes, as far as the reader has set it. */
  readonly generation: Partial<Settings>;
  /** Tokens that are pinned in a translation. */
  readonly pinned: PinnedTokens | null;
  /** How far the three ways of writing on have come. */
  readonly abreast: Readonly<Partial<Record<Mode, GenerationProgress>>>;
  /** What was typed to be translated; null: the reader's own line, where it is English and their own. */
  readonly source: string | null;
  /** The last of it that can be translated. */
  readonly goodSource: string | null;
  /** How the translator reads it. */
  readonly sourceNotes: LineNotes;

  /** Worked examples that stand open. */
  readonly opened: readonly Worked[];
  /** The article's sentence, or another one, through random weights. */
  readonly life: string;
  readonly seed: number;
  readonly isSeedWrong: boolean;
  /** The last sentence that could be read. */
  readonly reading: Reading | null;
  readonly sentenceProblem: SentenceProblem | null;
  readonly byHand: SelfAttentionOptions;
  readonly table: Tensor;
  /** The last table that is one. */
  readonly goodTable: Tensor;
  readonly tableProblem: TableProblem | null;

  readonly aab: LoadedAab | null;
  readonly aabFailure: Problem | null;
  readonly lettersTyped: string;
  readonly lettersProblem: LettersProblem | null;
  /** The last letters that could be read. */
  readonly aabRun: AabRun | null;
  readonly predictions: readonly Prediction[] | null;

  readonly engine: EngineInfo | null;
}

/** A text, and what its model made of it. */
export interface LineReading {
  readonly run: Run;
  readonly text: string;
  readonly changes: readonly Change[];
  /** What of it the model's list lacks. */
  readonly unknown: readonly string[];
}

/** What the reader can do. */
export interface Actions {
  setLanguage(language: Language): void;
  toggleTheme(): void;
  setText(text: string): void;
  pickHead(head: HeadPlace): void;
  setAblations(ablations: readonly Ablation[]): void;
  setView(view: View): void;
  /** One of the three has begun to run, has stopped, or has come to its end. */
  hasRun(mode: Mode, progress: GenerationProgress): void;
  setPicks(picks: Picks): void;
  setPinned(pinned: PinnedTokens | null): void;
  setBeams(beams: number): void;
  setGeneration(generation: Partial<Settings>): void;
  setTranslatorAblations(ablations: readonly Ablation[]): void;
  setSource(text: string): void;
  goTo(chapter: string): void;
  /** The model of the first view has read the text. */
  hasRead(reading: LineReading): void;
  /** The translator has read its sentence. */
  hasTranslated(changes: readonly Change[]): void;
  hasPinned(spot: Spot | null): void;
  setOpen(worked: Worked, isOpen: boolean): void;
  setLife(text: string): void;
  setSeed(text: string): void;
  setByHand(options: SelfAttentionOptions): void;
  restoreByHand(): void;
  setLetters(text: string): void;
  test(): void;
  /** Loads the hand-made model again, or asks it again. */
  retryAab(): void;
  changeAab(change: AabChange): void;
  editTable(row: number, column: number, value: number): void;
  restoreTable(): void;
}
