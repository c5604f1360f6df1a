import { css, html, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Model } from '../../index.ts';
import { GlassformerError } from '../../shared/error.ts';
import type { Ablation, ForwardOptions, LoadProgress, Run, Token } from '../../shared/types.ts';
import type { HeadPlace } from '../../view/heads.ts';
import { unknownIn } from '../../view/label.ts';
import { sameSpot, type Spot } from '../../view/selection.ts';
import type { Json } from '../base/export/json.ts';
import { innerFigures } from '../base/export/shown-texts.ts';
import { GlassElement } from '../base/glass-element.ts';
import { kHeights } from '../base/heights.ts';
import { whenNear } from '../base/nearness.ts';
import { type Share, shareModel } from './shared-models.ts';
import { problemOf, problemSentence } from '../i18n/problem.ts';

/** A lazy model begins to load this far ahead of the reader. */
const kAhead = '900px 0px';
/** Events by which a reader asks for something. */
const kReaderEvents = ['click', 'input', 'keydown'];
/** Before the elements inside hear of an event: what they do at once must already count as asked for by the reader. */
const kCapture = { capture: true };
const kStopped = 'the engine has stopped again';

/**
 * Provides a model, its run on a text and the reader's selection to all elements inside. Without `src` it provides the
 * `run` that it is given: a figure whose elements light up together, with numbers from anywhere. Figures with the same
 * `src` share one loaded model. What an encoder–decoder makes of the text is up to the `<glass-translate>` inside.
 *
 * @element glass-model
 * @slot - the figures, and any other content
 * @fires glass-ready - the model is loaded; detail: { model }
 * @fires glass-selected - a token was pinned, or let go; detail: { pinned }, with `query` and `key` (tokens counted from 0, or null), or null
 * @fires glass-run - the model has read the text; detail: { run, text, changes, unknown }: what it reads otherwise than it is written (`start`, `end`, `from`, `to`), and what its list of tokens lacks
 * @fires glass-error - loading or running failed; detail: { error }
 * @csspart message - the sentence shown while loading and after a failure
 */
export class GlassModel extends GlassElement {
  /** What stands inside is the page's own. */
  static override styles = [
    ...[GlassElement.styles].flat(),
    css`
      :host {
        direction: inherit;
      }
    `,
  ];

  /** A shipped model's name or the URL of a model's folder. */
  @property() src = '';
  /** Loads the model only when the reader comes near. */
  @property({ type: Boolean }) lazy = false;
  /** What the model reads. An input inside changes it. */
  @property() text = '';
  /** Hooks to record, as names or globs, separated by blanks. */
  @property() capture = '*';
  /** The layer that its figures show at first. */
  @property({ type: Number }) layer = 0;
  /** The head that its figures show at first. */
  @property({ type: Number }) head = 0;
  /** Heads that are switched off or scaled at first. */
  @property({ attribute: false }) ablations: readonly Ablation[] = [];
  /** Of a longer text only the last so many tokens are read (null: as many as the model's context holds). */
  @property({ type: Number, attribute: 'most-tokens' }) mostTokens: number | null = null;
  /** Options for every run, besides `capture`. */
  @property({ attribute: false }) options: ForwardOptions = {};
  /** A model that is already loaded (in place of `src`). */
  @property({ attribute: false }) model: Model | null = null;
  /** A run that is already there (in place of a model). */
  @property({ attribute: false }) run: Run | null = null;

  /** How many tokens the text has, where they are more than are read. */
  @state() private tooMany: { readonly count: number; readonly limit: number } | null = null;

  #share: Share | null = null;
  #loadedHere: Model | null = null;
  #reading = false;
  /** The pinned token that was told of. */
  #told: Spot | null = null;
  /** Those of the figure at the last update. */
  #ablations: readonly Ablation[] | null = null;
  /** The reader has asked for what is loading. */
  #isRetry = false;
  /** A lost model was loaded again, and the reader has done nothing since. */
  #hasRecovered = false;

  override get ownsFigure(): boolean {
    return true;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.figure.addEventListener('lost', this.#onLost);
    for (const name of kReaderEvents) this.addEventListener(name, this.#onReaderEvent, kCapture);
    // What was given back when it was taken out of the page.
    if (this.hasUpdated && this.src && this.#share === null) void this.#open(this.src);
  }

  protected override removed(): void {
    if (this.#loadedHere !== null) this.figure.change({ model: null });
    this.#closeOwn();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('loading'))
      this.figure.change({ status: this.loading ? 'loading' : this.run ? 'ready' : 'empty' });
    if (changed.has('src')) this.#takeSource(this.src);
    if (changed.has('model') && this.model) this.figure.change({ model: this.model });
    if (changed.has('run') && this.run)
      this.figure.change({ run: this.run, read: null, status: 'ready' });
    if (changed.has('layer') || changed.has('head')) this.figure.pickHead(this.#place);
    if (changed.has('ablations')) this.figure.ablate(this.ablations);
    if (changed.has('text')) this.figure.write(this.text);
    const { ablations } = this.figure;
    const isAsked = ablations !== this.#ablations || changed.has('text') || changed.has('options');
    this.#ablations = ablations;
    if (isAsked) this.#hasRecovered = false;
    if (isAsked || changed.has('model')) void this.#read();
  }

  protected override updated(_changed: PropertyValues<this>): void {
    const { pinned } = this.figure.selection;
    if (sameSpot(pinned, this.#told)) return;
    this.#told = pinned;
    this.send('glass-selected', { pinned });
  }

  protected override textChanged(): void {
    this.text = this.figure.state.text;
  }

  protected override render(): TemplateResult {
    const { status, problem } = this.figure.state;
    const isLost = status === 'failed' && this.#isLost;
    return html`${status === 'loading' && this.src ? html`<p class=${this.#hasFigures ? 'unseen' : 'face'} part="message" role="status">${this.loadingText}</p>` : ''}
      ${status === 'failed' ? html`<p class="face failed" role="alert" part="message">${problemSentence(problem, this.words, this.words.modelFailed)}</p>` : ''}
      ${isLost ? html`<p class="face" part="message">${this.words.startsAgain}</p>` : ''}${this.#retry()}${this.#cutNote()}<slot
      ></slot>`;
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
      this.#hasRecovered = false;
      void this.#load(this.src);
    };
    return this.retryButton(again, isBusy);
  }

  #cutNote(): TemplateResult | string {
    if (this.tooMany === null) return '';
    const { count, limit } = this.tooMany;
    return html`<p class="face" part="message" role="status">
      ${this.words.readsLast(count, limit)}
    </p>`;
  }

  protected override numbers(): Readonly<Record<string, Json>> {
    const figures = innerFigures(this).filter((each) => each instanceof GlassElement);
    return {
      model: this.src,
      text: this.text,
      figures: figures.map((each) => each.toJSON() as unknown as Json),
    };
  }

  #takeSource(src: string): void {
    const hadOwn = this.#loadedHere !== null;
    this.#closeOwn();
    // What is closed can be asked nothing more.
    if (hadOwn) this.figure.change({ model: null, ...(src ? {} : { run: null, status: 'empty' }) });
    if (!src) return;
    // Another model has other heads.
    this.figure.ablate(this.ablations);
    this.figure.pickHead(this.#place);
    void this.#open(src);
  }

  /** Loads what is not loaded yet, as soon as it should be. */
  async #open(src: string): Promise<void> {
    if (this.lazy) await whenNear(this, kAhead);
    if (src === this.src && this.isConnected && this.#share === null) await this.#load(src);
  }

  /** Loads the model, in place of one that has failed or stopped. */
  async #load(src: string): Promise<void> {
    this.figure.change({ status: 'loading', progress: null });
    const share = shareModel(src, this.#progressed);
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

  /** Figures that have nothing to show yet, and say themselves that they load. */
  get #hasFigures(): boolean {
    if (this.figure.state.run !== null) return false;
    return Object.keys(kHeights).some((tag) => this.querySelector(tag) !== null);
  }

  #willRead(model: Model): boolean {
    const isPair = model.config.resolved.architecture === 'encoder-decoder';
    return !isPair && this.text !== '' && this.run === null;
  }

  /** Its own model's engine has stopped. */
  get #isLost(): boolean {
    return this.#share !== null && this.model === this.#loadedHere && this.model?.closed === true;
  }

  /** Loads a lost model again, once; what stops the engine each time is not asked for ever. False: it is not lost, or not its own. */
  #recover(): boolean {
    if (!this.#isLost) return false;
    const { status } = this.figure.state;
    if (status === 'loading') return true;
    if (!this.#hasRecovered) {
      this.#hasRecovered = true;
      void this.#load(this.src);
    } else if (status !== 'failed')
      this.#fail(new GlassformerError('Closed', kStopped, { details: { kind: 'stopped' } }));
    return true;
  }

  readonly #onReaderEvent = (): void => {
    this.#hasRecovered = false;
  };

  readonly #onLost = (event: Event): void => {
    if (this.#recover()) event.preventDefault();
  };

  readonly #progressed = ({ loaded, total }: LoadProgress): void => {
    if (this.figure.state.status === 'loading' && total)
      this.figure.change({ progress: Math.min(1, loaded / total) });
  };

  /** Reads the text; while one run is under way only the newest text waits. */
  async #read(): Promise<void> {
    const model = this.model;
    if (model === null || this.run !== null || this.#reading || this.text === '') return;
    if (model.config.resolved.architecture === 'encoder-decoder' || this.#recover()) return;
    this.#reading = true;
    const { text, options } = this;
    const { ablations } = this.figure;
    try {
      const run = await model.forward(await this.#readable(model, text), {
        ...options,
        ablate: [...(options.ablate ?? []), ...ablations],
        capture: this.capture.split(' '),
      });
      if (model !== this.model) return; // the source has changed meanwhile
      const changes = model.hasTokenizer ? model.tokenizer.changes(text) : [];
      this.figure.change({ run, read: text, status: 'ready', problem: '' });
      this.send('glass-run', { run, text, changes, unknown: unknownIn(text, run.tokens) });
    } catch (error) {
      if (model === this.model) this.#fail(error);
    } finally {
      this.#reading = false;
      const isStale =
        this.model !== model ||
        this.text !== text ||
        this.options !== options ||
        this.figure.ablations !== ablations;
      if (isStale) void this.#read();
    }
  }

  /** The text, or the last of its tokens if there are more than can be read. */
  async #readable(model: Model, text: string): Promise<string | readonly Token[]> {
    const context = model.config.resolved.max_positions || Infinity;
    const limit = Math.min(this.mostTokens ?? Infinity, context);
    // A token is at least one byte, and a UTF-16 unit at most three of them.
    const isShort = text.length * 3 <= limit;
    if (isShort) this.tooMany = null;
    if (isShort || limit === Infinity || !model.hasTokenizer) return text;
    const tokens = await model.tokenizer.encode(text);
    const isLong = tokens.length > limit;
    this.tooMany = isLong ? { count: tokens.length, limit } : null;
    return isLong ? tokens.slice(-limit) : text;
  }

  #fail(error: unknown): void {
    const problem = problemOf(error);
    this.figure.change({ status: 'failed', problem });
    this.send('glass-error', { error });
  }

  #closeOwn(): void {
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
