/** The page: what it knows, what the reader does to it, and one render of everything that follows from that. */
import { render } from 'lit';
import {
  type Ablation,
  type Change,
  type Tensor,
  type SelfAttentionOptions,
  sharedEngine,
  type Token,
} from 'glassformer';
import {
  type GlassModel,
  type Mode,
  palette,
  type Picks,
  type PinnedTokens,
  problemOf,
  type GenerationProgress,
  registerLanguage,
  type Settings,
  type Spot,
  whenNear,
} from 'glassformer/elements';
import {
  type AabChange,
  changedAab,
  loadAab,
  type LoadedAab,
  reopenedAab,
  runAab,
  testAab,
} from './aab.ts';
import {
  type Choices,
  type HeadPlace,
  memory,
  preferredLanguage,
  readAddress,
  readSeed,
  type View,
  type Worked,
  writeAddress,
} from './address.ts';
import { kArticleByHand } from './by-hand.ts';
import { showChapter } from './chapters/contents.ts';
import { type Language, languages, textsIn, wordsToTeach } from './i18n/texts.ts';
import { fitting, initialState, shownBy, without } from './initial-state.ts';
import { latestOnly } from './latest.ts';
import { keepForOffline, kMetModel, type MetModel } from './offline/offline.ts';
import { checkLetters } from './letters.ts';
import { changeNotes, kNoNotes, notesOf, sameNotes } from './line-notes.ts';
import { changeWriter, type KeptHeads, picksLike } from './own-heads.ts';
import { findProblem } from './sentence-check.ts';
import { readSentence } from './sentence.ts';
import { findSourceProblem, ownEnglish, pinnedIn, samePinned, translated } from './source.ts';
import type { Actions, LineReading, PageState } from './state.ts';
import { checkTable, kArticleTable } from './table.ts';
import { isDark, onSystemTheme, type Theme } from './theme.ts';
import { page } from './view.ts';
import { firstWriter, kFirstHead, kInitialText, type Writer, writerOf } from './writers.ts';

/** Browsers allow only so many changes of the address. */
const kAddressDelayMs = 250;
/** So far ahead of the reader a later chapter's model begins to load. */
const kAhead = '900px 0px';
/** The article's own example: the second word, and its score with the fifth. */
const kArticleSpot = { query: 1, key: 4 };

class Page implements Actions {
  readonly #root: HTMLElement;
  #state: PageState;
  #chosen: Choices;
  #rendering = false;
  #addressTimer = 0;
  /** Those of the reader's line, as its model has read them. */
  #tokens: readonly Token[] = [];
  #pinnedSpot: Spot | null = null;
  #aabChanges = Promise.resolve();
  /** Of the model that does not read the line now. */
  #kept: KeptHeads = {};

  constructor(root: HTMLElement) {
    this.#root = root;
    const chosen = readAddress(location.hash);
    const language =
      chosen.language ?? rememberedLanguage() ?? preferredLanguage(navigator.languages);
    this.#chosen = fitting(chosen, language);
    this.#state = {
      ...initialState(language, rememberedTheme()),
      ...shownBy(this.#chosen, language),
    };
  }

  start(): void {
    this.#showLanguage();
    this.#showTheme();
    onSystemTheme(() => this.#change({}));
    window.addEventListener('hashchange', () => this.#followAddress());
    this.#change({});
    this.#readLife();
    this.#watchLine();
    this.#waitForAab();
    if (this.#chosen.at !== undefined) this.#showChapter(this.#chosen.at);
  }

  setLanguage(language: Language): void {
    memory.set('language', language);
    this.#choose({ language });
    this.#change({ language, texts: textsIn(language) });
    // Who has not typed anything yet is given a line in their language.
    if (this.#chosen.text === undefined) this.#read(kInitialText[firstWriter(language)]);
    this.#showLanguage();
  }

  toggleTheme(): void {
    const theme = isDark(this.#state.theme) ? 'light' : 'dark';
    memory.set('theme', theme);
    this.#change({ theme });
    this.#showTheme();
  }

  setText(text: string): void {
    this.#choose({ text });
    this.#read(text);
  }

  pickHead(head: HeadPlace): void {
    // What was picked last is shown in all chapters, by both models.
    this.#chosen = without(this.#chosen, 'picks');
    this.#choose({ head });
    this.#change({ head, picks: picksLike(head) });
  }

  /** The reader has pinned a token of their text, or let it go. */
  hasPinned(spot: Spot | null): void {
    this.#pinnedSpot = spot;
    const token = this.#tokens[spot?.query ?? spot?.key ?? -1];
    const { read } = this.#state;
    if (translated(this.#state).trim() !== read.trim()) return;
    this.setPinned(token ? pinnedIn(read, token) : null);
  }

  setAblations(ablations: readonly Ablation[]): void {
    this.#choose({ ablations });
    this.#change({ ablations });
  }

  setView(view: View): void {
    this.#choose({ view });
    this.#change({ view });
  }

  hasRun(mode: Mode, progress: GenerationProgress): void {
    this.#change({ abreast: { ...this.#state.abreast, [mode]: progress } });
  }

  setPicks(picks: Picks): void {
    this.#choose({ picks });
    this.#change({ picks });
  }

  setPinned(pinned: PinnedTokens | null): void {
    // Every run asks again for the same.
    if (!samePinned(pinned, this.#state.pinned)) this.#change({ pinned });
  }

  setBeams(beams: number): void {
    this.#choose({ beams });
    this.#change({ beams });
  }

  setGeneration(generation: Partial<Settings>): void {
    this.#choose({ generation });
    this.#change({ generation });
  }

  setTranslatorAblations(translatorAblations: readonly Ablation[]): void {
    this.#choose({ translatorAblations });
    this.#change({ translatorAblations });
  }

  setSource(source: string): void {
    // Who takes their own line again wants it as it goes on.
    if (source === ownEnglish(this.#state.read)) {
      this.#chosen = without(this.#chosen, 'source');
      this.#choose({});
      return this.#change({ source: null, goodSource: null });
    }
    this.#choose({ source });
    this.#change({ source, ...(findSourceProblem(source) === null && { goodSource: source }) });
  }

  goTo(at: string): void {
    this.#chosen = { ...this.#chosen, at };
    clearTimeout(this.#addressTimer);
    history.pushState(null, '', writeAddress(this.#chosen));
    this.#showChapter(at);
  }

  setOpen(worked: Worked, isOpen: boolean): void {
    const others = this.#state.opened.filter((each) => each !== worked);
    const opened = isOpen ? [...others, worked] : others;
    this.#choose({ opened });
    this.#change({ opened });
    this.#readLife();
  }

  setLife(life: string): void {
    this.#choose({ life });
    this.#change({ life });
    this.#readLife();
  }

  setSeed(written: string): void {
    const seed = readSeed(written);
    this.#change({ isSeedWrong: seed === null });
    if (seed === null) return;
    this.#choose({ seed });
    this.#change({ seed });
    this.#readLife();
  }

  setByHand(byHand: SelfAttentionOptions): void {
    this.#change({ byHand });
  }

  restoreByHand(): void {
    this.#change({ byHand: kArticleByHand });
  }

  setLetters(lettersTyped: string): void {
    this.#choose({ letters: lettersTyped });
    this.#change({ lettersTyped });
    this.#readLetters(lettersTyped);
  }

  test(): void {
    const predict = async () => {
      const aab = await this.#readyAab();
      if (aab !== null) this.#change({ predictions: await testAab(aab.model) });
    };
    predict().catch((error: unknown) => this.#change({ aabFailure: problemOf(error) }));
  }

  retryAab(): void {
    if (this.#state.aab === null) void this.#startAab();
    else this.#readLetters(this.#state.lettersTyped);
  }

  changeAab(change: AabChange): void {
    this.#aabChanges = this.#aabChanges
      .then(() => this.#makeAabChange(change))
      .catch((error: unknown) => this.#change({ aabFailure: problemOf(error) }));
  }

  editTable(row: number, column: number, value: number): void {
    const { table } = this.#state;
    const data = table.data.slice();
    data[row * (table.shape[1] ?? 0) + column] = value;
    this.#setTable({ shape: table.shape, data });
  }

  restoreTable(): void {
    this.#setTable(kArticleTable);
  }

  /** The figures are live: what comes later may be fetched now. */
  hasRead({ run: { tokens }, text, changes, unknown }: LineReading): void {
    this.#tokens = tokens;
    if (this.#pinnedSpot !== null) this.hasPinned(this.#pinnedSpot);
    const notes = notesOf(writerOf(text), { text, tokens, changes, unknown });
    const isSame = sameNotes(notes, this.#state.lineNotes);
    this.#change({ tokenCount: tokens.length, ...(!isSame && { lineNotes: notes }) });
    if (this.#state.engine !== null) return;
    void this.#readEngine();
  }

  hasTranslated(changes: readonly Change[]): void {
    const notes = { ...kNoNotes, ...changeNotes(changes) };
    if (!sameNotes(notes, this.#state.sourceNotes)) this.#change({ sourceNotes: notes });
  }

  /** An engine that has just been lost is asked again after the next run. */
  async #readEngine(): Promise<void> {
    try {
      this.#change({ engine: await sharedEngine().info() });
    } catch {
      // The figures say what is wrong with it.
    }
  }

  #read(text: string): void {
    const textProblem = findProblem(text);
    if (textProblem !== null) return this.#change({ text, textProblem });
    // A blank behind the last word is the beginning of the next one, which is not there yet.
    this.#change({ text, read: text.trimEnd(), textProblem, ...this.#headsFor(writerOf(text)) });
  }

  /** Another model has other heads; those that the reader chose in this one come back with it. */
  #headsFor(writer: Writer): Partial<PageState> {
    const before = writerOf(this.#state.read);
    if (writer === before) return {};
    const { kept, choices } = changeWriter(this.#kept, this.#chosen, before, writer);
    this.#kept = kept;
    this.#chosen = choices;
    const { head = kFirstHead[writer], ablations = [] } = choices;
    return { head, ablations };
  }

  #setTable(table: Tensor): void {
    const tableProblem = checkTable(table);
    this.#change({ table, tableProblem, goodTable: tableProblem ? this.#state.goodTable : table });
  }

  /** The worked sentence is read as long as somebody looks at it. */
  #readLife(): void {
    const { life, seed, opened } = this.#state;
    if (opened.includes('life')) this.#readSentence({ text: life, seed });
  }

  readonly #readSentence = latestOnly(async ({ text, seed }: { text: string; seed: number }) => {
    try {
      const result = await readSentence(text, seed);
      if ('kind' in result) this.#change({ sentenceProblem: result });
      else {
        const isFirst = this.#state.reading === null;
        this.#change({ reading: result, sentenceProblem: null });
        if (isFirst) void this.#pinFirst();
      }
    } catch (error) {
      this.#change({ failure: problemOf(error) });
    }
  });

  readonly #readLetters = latestOnly(async (typed: string) => {
    const { aab } = this.#state;
    const checked = checkLetters(typed);
    if ('kind' in checked) return this.#change({ lettersProblem: checked });
    if (aab === null) return;
    try {
      const { model } = (await this.#readyAab()) ?? aab;
      const aabRun = await runAab(model, checked.letters);
      this.#change({ aabRun, lettersProblem: null, aabFailure: null });
    } catch (error) {
      this.#change({ aabFailure: problemOf(error) });
    }
  });

  /** The hand-made model as the reader has left it, even where its engine has stopped meanwhile. */
  async #readyAab(): Promise<LoadedAab | null> {
    const { aab } = this.#state;
    const ready = aab && (await reopenedAab(aab));
    if (ready !== aab) this.#change({ aab: ready, aabFailure: null });
    return ready;
  }

  /** Changes the hand-made model's weights, and reads its letters again. */
  async #makeAabChange(change: AabChange): Promise<void> {
    const aab = await this.#readyAab();
    if (aab === null) return;
    const changed = await changedAab(aab, change);
    this.#change({ aab: changed });
    const { aabRun } = this.#state;
    if (changed.weights === aab.weights || aabRun === null) return;
    const again = await runAab(changed.model, aabRun.letters);
    // Letters that were typed meanwhile were read with the new weights already.
    if (this.#state.aabRun === aabRun) this.#change({ aabRun: again });
    this.test();
  }

  /** In the worked example something is looked at from the beginning, so that it explains itself. */
  async #pinFirst(): Promise<void> {
    await Promise.resolve(); // rendered now
    const figure = this.#root.querySelector<GlassModel>('#life glass-model');
    await figure?.updateComplete;
    figure?.figure.pin(kArticleSpot);
  }

  #waitForAab(): void {
    queueMicrotask(() => {
      const chapter = document.getElementById('learning');
      if (chapter !== null) void whenNear(chapter, kAhead).then(() => this.#startAab());
    });
  }

  async #startAab(): Promise<void> {
    try {
      const aab = await loadAab();
      this.#change({ aab, aabFailure: null });
      document.dispatchEvent(new CustomEvent<MetModel>(kMetModel, { detail: { model: 'aab' } }));
      this.#readLetters(this.#state.lettersTyped);
    } catch (error) {
      this.#change({ aabFailure: problemOf(error) });
    }
  }

  #change(part: Partial<PageState>): void {
    this.#state = { ...this.#state, ...part };
    if (this.#rendering) return;
    this.#rendering = true;
    queueMicrotask(() => {
      this.#rendering = false;
      render(page(this.#state, this), this.#root);
    });
  }

  /** Remembers a choice in the address, without a new entry in the history for every letter. */
  #choose(choice: Choices): void {
    this.#chosen = { ...this.#chosen, ...choice };
    clearTimeout(this.#addressTimer);
    this.#addressTimer = window.setTimeout(() => {
      history.replaceState(
        null,
        '',
        writeAddress(this.#chosen) || location.pathname + location.search,
      );
    }, kAddressDelayMs);
  }

  /** The reader followed another link to this page, or went back. */
  #followAddress(): void {
    const chosen = readAddress(location.hash);
    const language = chosen.language ?? this.#state.language;
    this.#chosen = fitting(chosen, language);
    this.#kept = {};
    this.#change({ language, texts: textsIn(language), ...shownBy(this.#chosen, language) });
    this.#showLanguage();
    this.#readLife();
    this.#readLetters(this.#state.lettersTyped);
    this.#showChapter(this.#chosen.at);
  }

  /** Headings that are gone to must not be hidden by the reader's line, however long it is. */
  #watchLine(): void {
    const { style } = document.documentElement;
    const sizes = new ResizeObserver(([entry]) => {
      // No custom property: that would be inherited, and the whole page styled anew when the line wraps.
      style.scrollPaddingTop = `calc(${entry?.borderBoxSize[0]?.blockSize ?? 0}px + 1.5rem)`;
    });
    queueMicrotask(() => {
      const line = document.getElementById('sentence');
      if (line !== null) sizes.observe(line);
    });
  }

  /** Goes to a chapter's heading; to the top for none. */
  #showChapter(at: string | undefined): void {
    queueMicrotask(() => (at === undefined ? scrollTo({ top: 0 }) : showChapter(at)));
  }

  #showLanguage(): void {
    const { language, texts } = this.#state;
    document.documentElement.lang = texts.language;
    document.documentElement.dataset['language'] = language;
    document.title = texts.title;
  }

  #showTheme(): void {
    const { theme } = this.#state;
    if (theme !== null) document.documentElement.dataset['theme'] = theme;
  }
}

function rememberedLanguage(): Language | undefined {
  const remembered = memory.get('language');
  return languages.find((each) => each === remembered);
}

function rememberedTheme(): Theme | null {
  const remembered = memory.get('theme');
  return remembered === 'light' || remembered === 'dark' ? remembered : null;
}

for (const [language, words] of wordsToTeach) registerLanguage(language, words);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, palette.styleSheet as CSSStyleSheet];
keepForOffline();
new Page(document.getElementById('page') as HTMLElement).start();
