/** The page: what it knows, what the reader does to it, and one render of everything that follows from that. */
import { html, nothing, render, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { type NamedArray, type SelfAttentionOptions, sharedEngine } from 'glassformer';
import { type GlassModel, palette } from 'glassformer/elements';
import { type AabChange, changedAab, loadAab, runAab, testAab } from './aab.ts';
import {
  type Choices,
  memory,
  preferredLanguage,
  readAddress,
  readSeed,
  type View,
  writeAddress,
} from './address.ts';
import { kArticleByHand } from './by-hand.ts';
import { aab } from './chapters/aab.ts';
import { beam } from './chapters/beam.ts';
import { byHand } from './chapters/by-hand.ts';
import { contents } from './chapters/contents.ts';
import { firstView } from './chapters/first-view.ts';
import { footer } from './chapters/footer.ts';
import { header } from './chapters/header.ts';
import { pipeline } from './chapters/pipeline.ts';
import { reading as readingModel } from './chapters/reading.ts';
import { sentenceLine } from './chapters/sentence.ts';
import { translating } from './chapters/translating.ts';
import { type Language, languages, texts } from './i18n/texts.ts';
import { latestOnly } from './latest.ts';
import { checkLetters } from './letters.ts';
import { readSentence } from './sentence.ts';
import {
  type Actions,
  kInitialLetters,
  kInitialSeed,
  kInitialSentence,
  kInitialSource,
  type PageState,
  writerOf,
} from './state.ts';
import { checkTable, kArticleTable } from './table.ts';
import { isDark, onSystemTheme, type Theme } from './theme.ts';
import { kFirstWriter, kInitialPrompts, type Writer } from './writers.ts';

/** Browsers allow only so many changes of the address. */
const kAddressDelayMs = 250;
/** The article's own example: the second word, and its score with the fifth. */
const kFirstSpot = { query: 1, key: 4 };

class Page implements Actions {
  readonly #root: HTMLElement;
  #state: PageState;
  #chosen: Choices;
  #rendering = false;
  #addressTimer = 0;
  #aabChanges = Promise.resolve();

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#chosen = readAddress(location.hash);
    const language =
      this.#chosen.language ?? rememberedLanguage() ?? preferredLanguage(navigator.languages);
    this.#state = initialState(language, rememberedTheme(), this.#chosen);
  }

  start(): void {
    this.#showLanguage();
    this.#showTheme();
    onSystemTheme(() => this.#change({}));
    window.addEventListener('hashchange', () => this.#followAddress());
    this.#change({});
    this.#readSentence({ text: this.#state.text, seed: this.#state.seed });
    void this.#startAab();
  }

  setLanguage(language: Language): void {
    memory.set('language', language);
    this.#choose({ language });
    this.#change({ language, texts: texts[language] });
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
    this.#change({ text });
    this.#readSentence({ text, seed: this.#state.seed });
  }

  setSeed(written: string): void {
    const seed = readSeed(written);
    this.#change({ isSeedWrong: seed === null });
    if (seed === null) return;
    this.#choose({ seed });
    this.#change({ seed });
    this.#readSentence({ text: this.#state.text, seed });
  }

  setView(view: View): void {
    this.#choose({ view });
    this.#change({ view });
  }

  setSource(source: string): void {
    this.#choose({ source });
    this.#change({ source });
  }

  setWriter(writer: Writer): void {
    this.#choose({ writer, prompt: this.#state.prompts[writer] });
    this.#change({ writer });
  }

  setPrompt(prompt: string): void {
    const writer = writerOf(this.#state);
    this.#choose({ writer, prompt });
    this.#change({ writer, prompts: { ...this.#state.prompts, [writer]: prompt } });
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
    const { aab } = this.#state;
    if (aab === null) return;
    testAab(aab.model).then(
      (predictions) => this.#change({ predictions }),
      (error: unknown) => this.#change({ aabFailure: messageOf(error) }),
    );
  }

  changeAab(change: AabChange): void {
    this.#aabChanges = this.#aabChanges
      .then(() => this.#makeAabChange(change))
      .catch((error: unknown) => this.#change({ aabFailure: messageOf(error) }));
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

  #setTable(table: NamedArray): void {
    const tableProblem = checkTable(table);
    this.#change({ table, tableProblem, goodTable: tableProblem ? this.#state.goodTable : table });
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
      this.#change({ failure: messageOf(error) });
    }
  });

  readonly #readLetters = latestOnly(async (typed: string) => {
    const { aab } = this.#state;
    const checked = checkLetters(typed);
    if ('kind' in checked) return this.#change({ lettersProblem: checked });
    if (aab === null) return;
    try {
      this.#change({ aabRun: await runAab(aab.model, checked.letters), lettersProblem: null });
    } catch (error) {
      this.#change({ aabFailure: messageOf(error) });
    }
  });

  /** Changes the hand-made model's weights, and reads its letters again. */
  async #makeAabChange(change: AabChange): Promise<void> {
    const { aab } = this.#state;
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

  /** Something is looked at from the beginning, so that the figures explain themselves. */
  async #pinFirst(): Promise<void> {
    await Promise.resolve(); // rendered now
    const figure = this.#root.querySelector<GlassModel>('glass-model');
    await figure?.updateComplete;
    figure?.figure.pin(kFirstSpot);
  }

  async #startAab(): Promise<void> {
    try {
      const aab = await loadAab();
      this.#change({ aab, engine: await sharedEngine().info() });
      this.#readLetters(this.#state.lettersTyped);
    } catch (error) {
      this.#change({ aabFailure: messageOf(error) });
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
    this.#chosen = readAddress(location.hash);
    const { language = this.#state.language, text, seed, view, letters } = this.#chosen;
    const { source = this.#state.source, writer = this.#state.writer } = this.#chosen;
    const prompts = promptsOf(this.#chosen, this.#state.prompts, writer ?? kFirstWriter[language]);
    this.#change({ language, texts: texts[language], view: view ?? this.#state.view });
    this.#change({ source, writer, prompts });
    this.#showLanguage();
    const now = { text: text ?? this.#state.text, seed: seed ?? this.#state.seed };
    this.#change(now);
    this.#readSentence(now);
    if (letters === undefined) return;
    this.#change({ lettersTyped: letters });
    this.#readLetters(letters);
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

function initialState(language: Language, theme: Theme | null, chosen: Choices): PageState {
  return {
    language,
    texts: texts[language],
    theme,
    failure: null,
    text: chosen.text ?? kInitialSentence,
    seed: chosen.seed ?? kInitialSeed,
    isSeedWrong: false,
    reading: null,
    sentenceProblem: null,
    view: chosen.view ?? 'lines',
    source: chosen.source ?? kInitialSource,
    writer: chosen.writer ?? null,
    prompts: promptsOf(chosen, kInitialPrompts, chosen.writer ?? kFirstWriter[language]),
    byHand: kArticleByHand,
    aab: null,
    aabFailure: null,
    lettersTyped: chosen.letters ?? kInitialLetters,
    lettersProblem: null,
    aabRun: null,
    predictions: null,
    table: kArticleTable,
    goodTable: kArticleTable,
    tableProblem: null,
    engine: null,
  };
}

/** The prompts, that of `writer` as the address has it. */
function promptsOf(
  { prompt }: Choices,
  prompts: PageState['prompts'],
  writer: Writer,
): PageState['prompts'] {
  return prompt === undefined ? prompts : { ...prompts, [writer]: prompt };
}

function page(state: PageState, actions: Actions): TemplateResult {
  const { texts, failure, reading, sentenceProblem } = state;
  return html`${header(state, actions)}
    <main>
      ${failure === null ? nothing : html`<p class="problem" role="alert">${texts.noEngine(failure)}</p>`}
      <glass-model
        class=${sentenceProblem === null ? '' : 'stale'}
        ?loading=${reading === null && sentenceProblem === null && failure === null}
        .text=${state.text}
        .run=${reading?.run ?? null}
      >
        ${sentenceLine(state, actions)} ${guard([texts, reading], () => firstView(state))}
        ${guard([texts], () => contents(state))}
        ${guard([texts, reading, state.seed, state.isSeedWrong, state.view], () => pipeline(state, actions))}
      </glass-model>
      ${guard([texts, state.byHand], () => byHand(state, actions))}
      ${guard([texts, state.writer, state.prompts, state.text], () => readingModel(state, actions))}
      ${guard([texts, state.table, state.tableProblem], () => beam(state, actions))}
      ${guard([texts, state.source, state.text], () => translating(state, actions))}
      ${guard([texts, state.aab, state.aabFailure, state.aabRun, state.lettersTyped, state.lettersProblem, state.predictions], () => aab(state, actions))}
    </main>
    ${footer(state)}`;
}

function rememberedLanguage(): Language | undefined {
  const remembered = memory.get('language');
  return languages.find((each) => each === remembered);
}

function rememberedTheme(): Theme | null {
  const remembered = memory.get('theme');
  return remembered === 'light' || remembered === 'dark' ? remembered : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

document.adoptedStyleSheets = [...document.adoptedStyleSheets, palette.styleSheet as CSSStyleSheet];
new Page(document.getElementById('page') as HTMLElement).start();
