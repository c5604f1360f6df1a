import { css, html, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Model } from '../../index.ts';
import type { Dtype } from '../../shared/model-types.ts';
import type { Ablation, ForwardOptions, Run } from '../../shared/run-types.ts';
import type { HeadPlace } from '../../view/heads.ts';
import { unknownIn } from '../../view/label.ts';
import { fit, sameSpot, type Spot } from '../../view/selection.ts';
import { isPair } from '../base/architecture.ts';
import { oneOf, previewOfText, whole } from '../base/attributes.ts';
import type { Json } from '../base/export/json.ts';
import type { Preview, Subject } from '../base/figure-context.ts';
import { GlassElement } from '../base/glass-element.ts';
import { kHeights } from '../base/heights.ts';
import { LatestAnswer } from '../base/latest.ts';
import { whenNear } from '../base/nearness.ts';
import { isSameQuestion, lacking, type Question, read, type Reading } from './reading.ts';
import { Recovery } from './recovery.ts';
import { RetryFocus } from './retry-focus.ts';
import { type Share, type Sharer, shareModel } from './shared-models.ts';
import { problemOf, problemSentence } from '../i18n/problem.ts';

/** A lazy model begins to load this far from the viewport. */
const kAhead = '900px 0px';
/** Properties that a reader's choice may have set. */
const kOfReader = ['text', 'options', 'maxTokens'] as const;

/**
 * Provides a model, its run on a text and the reader's selection to all elements inside. Without `src` it provides the
 * `run` that it is given: elements with one selection and numbers from elsewhere. Figures with the same
 * `src` and `dtype` share one loaded model. An encoder–decoder is run by the `<glass-translate>` inside.
 *
 * @element glass-model
 * @slot - the figures, and any other content
 * @fires glass-progress - more of the model's weights has come; detail: { loaded, total } in bytes (total: undefined where it is not known)
 * @fires glass-ready - the model is loaded; detail: { model }
 * @fires glass-selected - a token was pinned, or let go; detail: { pinned }, with `query` and `key` (tokens counted from 0, or null), or null
 * @fires glass-run - the model has read the text; detail: { run, text, changes, unknown }: what it reads otherwise than it is written (`start`, `end`, `from`, `to`), and what its list of tokens lacks
 * @fires glass-error - loading or running failed; detail: { error }
 * @csspart message - the sentence shown while loading and after a failure
 * @csspart retry - the button that loads the model again
 */
export class GlassModel extends GlassElement {
  /** The content inside is the page's own. */
  static override styles = [
    ...[GlassElement.styles].flat(),
    css`
      :host {
        direction: inherit;
      }
    `,
  ];
  static override readonly subjects: readonly Subject[] = ['run', 'text', 'pin', 'changes'];
  static override readonly rules = {
    dtype: oneOf('fp32', 'fp16', 'int8'),
    layer: whole(0),
    head: whole(0),
    maxTokens: whole(1),
    preview: previewOfText,
  };

  /** A shipped model's name or the URL of a model's folder. */
  @property() src = '';
  /** How the engine keeps the model of `src`: "fp32", "fp16" (half the memory) or "int8" (a quarter). */
  @property() dtype: Dtype = 'fp32';
  /** Address of what tells more about the model: figures that can be saved link there. */
  @property({ reflect: true }) about = '';
  /** Loads the model only when the element comes near the viewport. */
  @property({ type: Boolean }) lazy = false;
  /** What the model reads. An input inside changes it. */
  @property() text = '';
  /**
   * Hooks to capture, as names or globs, separated by blanks, in place of those that the elements inside need. "*" captures
   * all: their arrays are then in the run of `glass-run`.
   */
  @property() capture: string | null = null;
  /** The layer that its figures show at first. */
  @property({ type: Number }) layer = 0;
  /** The head that its figures show at first. */
  @property({ type: Number }) head = 0;
  /**
   * The token that is pinned, with `query` and `key` (tokens counted from 0, or null); null: none. It is pinned when the text
   * has been read.
   */
  @property({ attribute: false }) pinned: Spot | null = null;
  /** Heads that are switched off or scaled at first. */
  @property({ attribute: false }) ablations: readonly Ablation[] = [];
  /** Of a longer text only the last so many tokens are read (null: as many as the model's context holds). */
  @property({ type: Number, attribute: 'max-tokens' }) maxTokens: number | null = null;
  /** Options for every run, without `capture`. */
  @property({ attribute: false }) options: ForwardOptions = {};
  /** A model that is already loaded (in place of `src`). */
  @property({ attribute: false }) model: Model | null = null;
  /**
   * What the model of `src` made of a text at another time: `{ text, run, candidates }`. While `text` is that text and all heads
   * are unchanged, the figures show it until the model has come.
   */
  @property({ attribute: false }) preview: Preview | null = null;
  /** A run that is already there (in place of a model). */
  @property({ attribute: false }) run: Run | null = null;

  #share: Share | null = null;
  #loadedHere: Model | null = null;
  /** The model that the page has set in place of that of `src`. */
  #given: Model | null = null;
  /** What the context's run came from. */
  #lastRead: Reading | null = null;
  readonly #runs = new LatestAnswer<Question, Reading>(this, {
    answer: (question) => read(question, this.#lastRead),
    same: isSameQuestion,
    isReady: () => !this.#recovery.recover(),
    isStillShown: ({ model }) => model === this.model,
    take: (reading) => {
      if (reading.question.model === this.model) this.#take(reading);
    },
    fail: (error, { model }) => {
      if (model === this.model) this.#fail(error);
    },
  });
  /** What `pinned` says waits for the run that it is about. */
  #isPinDue = false;
  /** The pinned token of the last `glass-selected`. */
  #told: Spot | null = null;
  /** The context's ablations at the last update. */
  #ablations: readonly Ablation[] | null = null;
  /** The reader has pressed the retry button. */
  #isRetry = false;
  /** A run with the elements' new needs is about to be asked for. */
  #hasNewNeeds = false;
  readonly #recovery = new Recovery(this, {
    isLost: () => this.#isLost,
    load: () => void this.#load(this.src),
    fail: (error) => this.#fail(error),
  });

  static {
    this.addInitializer((element) => new RetryFocus(element));
  }

  override get ownsFigure(): boolean {
    return true;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.figure.addEventListener('needs', this.#onNeeds);
    // The model was released when the element was removed from the page.
    if (this.hasUpdated && this.src && this.#share === null) void this.#open(this.src);
  }

  protected override removed(): void {
    if (this.#loadedHere !== null) this.figure.change({ model: null });
    this.#closeOwn();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('loading'))
      this.figure.change({ status: this.loading ? 'loading' : this.run ? 'ready' : 'empty' });
    const isOtherModel = changed.has('src') || (changed.has('dtype') && this.src !== '');
    if (isOtherModel) this.#takeSource(this.src);
    if (changed.has('model')) this.#takeModel();
    if (changed.has('run')) this.#takeRun(changed.get('run') ?? null);
    if (changed.has('layer') || changed.has('head')) this.figure.pickHead(this.#place);
    if (changed.has('ablations')) this.figure.ablate(this.ablations);
    if (changed.has('text')) this.figure.write(this.text);
    const { ablations } = this.figure;
    const isAsked = ablations !== this.#ablations || kOfReader.some((name) => changed.has(name));
    this.#ablations = ablations;
    if (isAsked) this.#recovery.allow();
    const isOther = changed.has('model') || changed.has('run');
    this.#foresee();
    if (changed.has('pinned')) this.#isPinDue = true;
    this.#pin();
    if (isAsked || isOther || changed.has('capture')) this.#read();
  }

  protected override updated(_changed: PropertyValues<this>): void {
    const { pinned } = this.figure.selection;
    if (sameSpot(pinned, this.#told)) return;
    this.#told = pinned;
    this.send('glass-selected', { pinned });
  }

  protected override figureChanged(subject: Subject): void {
    if (subject === 'text') this.text = this.figure.state.text;
    else super.figureChanged(subject);
    if (subject === 'pin' && !this.#isPinDue) this.pinned = this.figure.selection.pinned;
  }

  /** Pins what `pinned` says, as far as the text has it. */
  #pin(): void {
    const { run, read } = this.figure.state;
    const isRead = run !== null && (this.run !== null || read === this.text);
    if (!this.#isPinDue || (this.pinned !== null && !isRead)) return;
    const { looked } = this.figure.selection;
    this.figure.follow(fit({ looked, pinned: this.pinned }, run?.tokens.length ?? 0));
    this.#isPinDue = false;
  }

  protected override render(): TemplateResult {
    const { status, problem } = this.figure.state;
    const isLost = status === 'failed' && this.#isLost;
    return html`${status === 'loading' && this.src ? html`<p class="${this.#hasFigures ? 'unseen' : 'placeholder'} coming" part="message" role="status">${this.loadingText}</p>` : ''}
      ${status === 'failed' ? html`<p class="placeholder failed" role="alert" part="message">${problemSentence(problem, this.words, this.words.modelFailed)}</p>` : ''}
      ${isLost ? html`<p class="placeholder" part="message">${this.words.startsAgain}</p>` : ''}${this.#retry()}<slot
      ></slot>${this.#cutNote()}`;
  }

  get #place(): HeadPlace {
    return { layer: this.layer, head: this.head };
  }

  /** Loading can be tried again, reading the same text cannot. The button stays while that goes on, and keeps the focus. */
  #retry(): TemplateResult | string {
    const isBusy = this.figure.state.status === 'loading';
    const isUseful = isBusy
      ? this.#isRetry
      : this.figure.state.status === 'failed' && (this.model === null || this.#isLost);
    if (this.src === '' || !isUseful) return '';
    const again = () => {
      this.#isRetry = true;
      this.#recovery.allow();
      void this.#load(this.src);
    };
    return this.retryButton(again, isBusy);
  }

  /** A `<glass-input>` says it itself, under its line. */
  #cutNote(): TemplateResult | string {
    const { cut } = this.figure.state;
    if (cut === null || this.querySelector('glass-input') !== null) return '';
    const { count, limit } = cut;
    return html`<p class="placeholder" part="message" role="status">
      ${this.words.readsLast(count, limit)}
    </p>`;
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    return {
      model: this.src,
      text: this.text,
      figures: this.innerElements.map((each) => each.toJSON() as unknown as Json),
    };
  }

  /** Without a model of the page's own it is again that of `src`. */
  #takeModel(): void {
    const given = this.#given;
    if (this.model === null && given !== null) {
      this.#forgetRead();
      this.model = this.#loadedHere;
      this.figure.change({ model: this.model });
      this.#clear();
    } else if (this.model !== null) this.figure.change({ model: this.model });
    this.#given = this.model === this.#loadedHere ? null : this.model;
  }

  #takeRun(before: Run | null): void {
    const { run } = this;
    if (run === null && before === null) return;
    this.#forgetRead();
    if (run === null) this.#clear();
    else this.figure.change({ run, read: null, cut: null, isExtending: false, status: 'ready' });
  }

  /** What was shown is no longer given; the text may be read instead. */
  #clear(): void {
    if (this.run !== null) return;
    const willRead = this.model !== null && this.#willRead(this.model);
    const status = willRead ? 'loading' : 'empty';
    this.figure.change({ run: null, read: null, cut: null, isExtending: false, status });
    if (this.#share !== null && this.#loadedHere === null) void this.#load(this.src);
  }

  #takeSource(src: string): void {
    const hadOwn = this.#loadedHere !== null;
    this.#closeOwn();
    // A closed model can compute nothing.
    if (hadOwn) {
      const isLeft = src ? {} : ({ run: null, cut: null, status: 'empty' } as const);
      this.figure.change({ model: null, isExtending: false, ...isLeft });
    }
    if (!src) return;
    // Another model has other heads.
    this.figure.ablate(this.ablations);
    this.figure.pickHead(this.#place);
    void this.#open(src);
  }

  /** Loads the model if it is not loaded, at once or (lazy) when the element comes near. */
  async #open(src: string): Promise<void> {
    if (this.lazy) await whenNear(this, kAhead);
    if (src === this.src && this.isConnected && this.#share === null) await this.#load(src);
  }

  /** Loads the model, in place of one that has failed or stopped. */
  async #load(src: string): Promise<void> {
    this.#forgetRead();
    this.figure.change({ status: 'loading', isExtending: false, progress: null });
    const share = shareModel({ src, dtype: this.dtype }, this.#sharer);
    this.#share?.release();
    this.#share = share;
    try {
      const model = await share.model;
      if (share !== this.#share) return;
      this.#isRetry = false;
      this.#loadedHere = model;
      this.model = model;
      this.figure.change({ status: this.#willRead(model) ? 'loading' : 'empty', progress: null });
      this.send('glass-ready', { model });
    } catch (error) {
      if (share !== this.#share) return;
      this.#isRetry = false;
      this.#fail(error);
    }
  }

  /** Whether there are elements inside that show placeholders of their own. */
  get #hasFigures(): boolean {
    const { run, preview } = this.figure.state;
    if (run !== null && run !== preview?.run) return false;
    return Object.keys(kHeights).some((tag) => this.querySelector(tag) !== null);
  }

  #willRead(model: Model): boolean {
    return !isPair(model) && this.text !== '' && this.run === null;
  }

  /** Its own model's engine has stopped. */
  get #isLost(): boolean {
    return this.#share !== null && this.model === this.#loadedHere && this.model?.closed === true;
  }

  readonly #onNeeds = (): void => {
    if (!this.#hasNewNeeds) queueMicrotask(() => this.#extend());
    this.#hasNewNeeds = true;
  };

  /** An element needs activations that the run lacks: they are added to it. */
  #extend(): void {
    this.#hasNewNeeds = false;
    const before = this.#lastRead;
    const isLacking = before === null ? this.#runs.isBusy : lacking(this.#hooks, before).length > 0;
    if (!isLacking || this.#isLost) return;
    if (this.#read() && this.figure.state.run !== null) this.figure.change({ isExtending: true });
  }

  get #hooks(): readonly string[] {
    const { capture } = this;
    return capture === null ? this.figure.needs : capture.split(' ').filter((hook) => hook !== '');
  }

  readonly #sharer: Sharer = {
    progressed: ({ loaded, total }) => {
      if (this.figure.state.status !== 'loading') return;
      this.figure.change({ progress: { loaded, total } });
      this.send('glass-progress', { loaded, total });
    },
    renewed: () => {
      if (this.figure.state.status === 'failed') void this.#load(this.src);
    },
  };

  /** Shows what is known beforehand of the text, and takes it away when it is the text's no more. */
  #foresee(): void {
    const { text, preview } = this;
    const { run, preview: before } = this.figure.state;
    const isOfText = preview?.text === text && this.figure.ablations.length === 0;
    const known = isOfText ? preview : null;
    const isEarly = this.model === null && this.#lastRead === null && this.run === null;
    const isShown = run !== null && run === before?.run;
    if (isEarly && known !== null && (run === null || isShown))
      this.figure.change({ preview: known, run: known.run, read: text });
    else if (isShown && known !== before)
      this.figure.change({ preview: known, run: null, read: null });
    else if (known !== before) this.figure.change({ preview: known });
  }

  /** Reads the newest text. Returns whether a reading is under way. */
  #read(): boolean {
    const { model, text, options, maxTokens } = this;
    if (model === null || this.run !== null || text === '' || isPair(model)) return false;
    const { ablations } = this.figure;
    const areGiven = this.capture !== null;
    this.#runs.ask({ model, text, options, maxTokens, ablations, hooks: this.#hooks, areGiven });
    return this.#runs.isBusy;
  }

  #take(reading: Reading): void {
    const { run, cut, lacked } = reading;
    const { model, text } = reading.question;
    this.#lastRead = reading;
    const changes = model.hasTokenizer ? model.tokenizer.changes(text) : [];
    const isExtending = this.#runs.isBusy && lacking(this.#hooks, reading).length > 0;
    this.figure.change({ run, read: text, cut, lacked, isExtending, status: 'ready', problem: '' });
    this.send('glass-run', { run, text, changes, unknown: unknownIn(text, run.tokens) });
  }

  #fail(error: unknown): void {
    const problem = problemOf(error);
    this.figure.change({ status: 'failed', isExtending: false, problem });
    this.send('glass-error', { error });
  }

  #forgetRead(): void {
    this.#runs.forget();
    this.#lastRead = null;
  }

  #closeOwn(): void {
    this.#forgetRead();
    this.#share?.release();
    this.#share = null;
    if (this.model === this.#loadedHere) this.model = null;
    this.#loadedHere = null;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'glass-model': GlassModel;
  }
}
