import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import type { Model } from '../../../index.ts';
import { asError } from '../../../shared/error.ts';
import type { Ablation, Run } from '../../../shared/run-types.ts';
import { unknownIn } from '../../../view/label.ts';
import { fit, sameSpot, type Spot } from '../../../view/selection.ts';
import { mayPass, problemOf, problemSentence } from '../../i18n/problem.ts';
import { isEncoderDecoder, layersOf } from '../../../shared/architecture.ts';
import { checkWhole, wordsIn } from '../attributes.ts';
import type { FigureContext } from '../figure-context.ts';
import { kHeights } from '../heights.ts';
import { LatestAnswer } from '../latest.ts';
import { whenNear } from '../nearness.ts';
import { cutNote, unreadNote } from '../unread.ts';
import type { Voice } from '../voice.ts';
import { copyOf, type Provided } from './provided.ts';
import { isSameQuestion, lacking, type Question, read, type Reading } from './reading.ts';
import { Recovery, type RecoveryHost } from './recovery.ts';
import { type Share, type Sharer, shareModel } from './shared-models.ts';

/** A lazy model begins to load this far from the viewport. */
const kAhead = '900px 0px';
/** What says which head is picked: another model has other heads. */
const kOfHead = ['src', 'layer', 'head'] as const;
/** Settings that a reader's choice may have changed. */
const kOfReader = ['text', 'options', 'maxTokens'] as const;

export interface ProviderHost extends RecoveryHost {
  readonly voice: Voice;
}

type Message = TemplateResult | typeof nothing;

/**
 * Provides the context of its host with a model, its run on a text and the reader's selection: loads the model, reads
 * the text anew when something changes that the run depends on, and tells what comes of it by events of the host.
 */
export class ModelProvider implements ReactiveController {
  readonly #host: ProviderHost;
  readonly #provided: Provided;
  readonly #figure: FigureContext;
  /** What was provided at the last update. */
  #before: Partial<Provided> = { capture: null };

  #share: Share | null = null;
  #loadedHere: Model | null = null;
  /** The model that the page has set in place of that of `src`. */
  #given: Model | null = null;
  /** What the context's run came from. */
  #lastRead: Reading | null = null;
  readonly #runs: LatestAnswer<Question, Reading>;
  /** What `pinned` says waits for the run that it is about. */
  #isPinDue = false;
  /** So do `layer` and `head`. */
  #isHeadDue = false;
  /** The run that lacks the token which an author has pinned. */
  #unfit: Run | null = null;
  /** The pinned token of the last `glass-selected`. */
  #told: Spot | null = null;
  /** The context's ablations at the last update. */
  #ablations: readonly Ablation[] | null = null;
  /** The reader has pressed the retry button. */
  #isRetry = false;
  /** A run with the elements' new needs is about to be asked for. */
  #hasNewNeeds = false;
  readonly #recovery: Recovery;

  /** `host` has a context of its own. */
  constructor(host: ProviderHost, provided: Provided) {
    this.#host = host;
    this.#provided = provided;
    this.#figure = host.figure;
    this.#recovery = new Recovery(host, {
      isLost: () => this.#isLost,
      load: () => void this.#load(provided.src),
      fail: (error) => this.#fail(error),
    });
    // With another `src` the model is about to be released: a listener would take its run for the next model's.
    const isOfModel = ({ model }: Question) =>
      model === provided.model && this.#before.src === provided.src;
    this.#runs = new LatestAnswer(host, {
      answer: (question) => read(question, this.#lastRead),
      same: isSameQuestion,
      isReady: () => !this.#recovery.recover(),
      isStillShown: isOfModel,
      take: (reading, question) => {
        if (isOfModel(question)) this.#take(reading);
      },
      fail: (error, question) => {
        if (isOfModel(question)) this.#fail(error);
      },
    });
    host.addController(this);
  }

  hostConnected(): void {
    const figure = this.#figure;
    for (const subject of ['run', 'pin', 'changes'])
      figure.addEventListener(subject, this.#onChange);
    figure.addEventListener('pin', this.#onPin);
    figure.addEventListener('text', this.#onText);
    figure.addEventListener('needs', this.#onNeeds);
    // The model was released when the element was removed from the page.
    const { src } = this.#provided;
    if (this.#before.src === src && src !== '' && this.#share === null) void this.#open(src);
  }

  hostDisconnected(): void {
    // An element that is only moved is connected again by then.
    queueMicrotask(() => this.#host.isConnected || this.#closeOwn());
  }

  hostUpdate(): void {
    const provided = this.#provided;
    const before = this.#before;
    const isOther = (name: keyof Provided) =>
      !(name in before) || !Object.is(before[name], provided[name]);
    if (isOther('src') || (isOther('dtype') && provided.src !== '')) this.#takeSource(provided.src);
    if (isOther('model')) this.#takeModel();
    if (isOther('run')) this.#takeRun(before.run ?? null);
    this.#isHeadDue ||= kOfHead.some(isOther);
    this.#pickHead();
    if (isOther('ablations')) this.#figure.ablate(provided.ablations);
    if (isOther('text')) this.#write(provided.text);
    const { ablations } = this.#figure;
    const isAsked = ablations !== this.#ablations || kOfReader.some(isOther);
    this.#ablations = ablations;
    if (isAsked) this.#recovery.allow();
    const isToRead = isAsked || isOther('model') || isOther('run') || isOther('capture');
    this.#foresee();
    const isUnfit = this.#unfit !== null && this.#unfit !== this.#figure.state.run;
    if (isOther('pinned') || isUnfit) this.#isPinDue = true;
    this.#pin();
    this.#before = copyOf(provided);
    this.#checkAblations();
    if (isToRead) this.#read();
  }

  /** A reader who deletes a line is about to write another, and sees the figure of the one before until then. */
  #write(text: string): void {
    const isByPage = text !== this.#figure.state.text;
    if (text !== '' || !isByPage || this.#provided.run !== null) return this.#figure.write(text);
    this.#forgetRead();
    this.#figure.empty();
  }

  hostUpdated(): void {
    const { pinned } = this.#figure.selection;
    if (sameSpot(pinned, this.#told)) return;
    this.#told = pinned;
    this.#host.voice.send('glass-selected', { pinned });
  }

  /** Pins what `pinned` says, where the text has it. */
  #pin(): void {
    const { run, read, preview } = this.#figure.state;
    const { pinned: spot, text, run: given } = this.#provided;
    // An attribute may leave one of them out.
    const pinned = spot && { query: spot.query ?? null, key: spot.key ?? null };
    const isRead = run !== null && (given !== null || read === text);
    if (!this.#isPinDue || (pinned !== null && !isRead)) return;
    const { looked } = this.#figure.selection;
    const fitting = fit({ looked, pinned }, run?.tokens.length ?? 0);
    const isUnfit = fitting.pinned !== pinned;
    // Who gives the preview may not know how many tokens the text has.
    if (isUnfit && run === preview?.run) return;
    this.#unfit = isUnfit ? run : null;
    this.#figure.follow(fitting);
    this.#isPinDue = false;
  }

  /** Throws where an author has pinned a token that their text does not have. */
  #checkPinned(): void {
    if (this.#unfit === null) return;
    for (const name of ['query', 'key'] as const) {
      const token = this.#provided.pinned?.[name] ?? 0;
      checkWhole(`pinned.${name}`, token, 0, this.#unfit.tokens.length - 1);
    }
  }

  /** Throws where the model has no head that an author has changed: before a run, which would be refused in the engine's words. */
  #checkAblations(): void {
    const { model, ablations } = this.#provided;
    if (model === null) return;
    const { resolved } = model.config;
    for (const { layer, head, stack } of ablations) {
      checkWhole('ablations: layer', layer, 0, layersOf(resolved, stack) - 1);
      checkWhole('ablations: head', head, 0, resolved.num_heads - 1);
    }
  }

  /** What is to be said of the model above its figures, and of the text below them. */
  messages(): { readonly state: TemplateResult; readonly reading: Message } {
    this.#checkPinned();
    return { state: this.#stateNote(), reading: this.#readingNote() };
  }

  /** One template for all states: the button that was pressed keeps its place in it. */
  #stateNote(): TemplateResult {
    const { status, problem } = this.#figure.state;
    const { words, loadingText } = this.#host.voice;
    const isLoading = status === 'loading' && this.#provided.src !== '';
    const isLost = status === 'failed' && this.#isLost;
    return html`${isLoading ? html`<p class="${this.#hasFigures ? 'unseen' : 'placeholder'} coming" part="message" role="status">${loadingText}</p>` : nothing}
    ${status === 'failed' ? html`<p class="placeholder failed" role="alert" part="message">${problemSentence(problem, words, words.modelFailed)}</p>` : nothing}
    ${isLost ? html`<p class="placeholder" part="message">${words.startsAgain}</p>` : nothing}${this.#retry()}`;
  }

  /**
   * Loading can be tried again where that may help, reading the same text cannot. The button stays while that goes on, and
   * keeps the focus.
   */
  #retry(): Message {
    const { status, problem } = this.#figure.state;
    const isBusy = status === 'loading';
    const isOffered = isBusy
      ? this.#isRetry
      : this.#lacksModel && (this.#isLost || mayPass(problem));
    if (this.#provided.src === '' || !isOffered) return nothing;
    return this.#host.voice.retryButton(() => this.retry(), isBusy);
  }

  /** Loads the model of `src` again, where it did not come or was lost. */
  retry(): void {
    if (this.#provided.src === '' || !this.#lacksModel) return;
    this.#isRetry = true;
    this.#recovery.allow();
    void this.#load(this.#provided.src);
  }

  /** How much of the text is read, and as what. A `<glass-input>` says it itself, under its line. */
  #readingNote(): Message {
    if (this.#has('glass-input')) return nothing;
    const { state } = this.#figure;
    const { words } = this.#host.voice;
    return html`${cutNote(state, words)}${unreadNote(state, words)}`;
  }

  /** Whether the host is an element of this tag, or has one inside. */
  #has(tag: string): boolean {
    return this.#host.localName === tag || this.#host.querySelector(tag) !== null;
  }

  /** Without a model of the page's own it is again that of `src`. */
  #takeModel(): void {
    const provided = this.#provided;
    const given = this.#given;
    if (provided.model === null && given !== null) {
      this.#forgetRead();
      provided.model = this.#loadedHere;
      this.#figure.change({ model: provided.model });
      this.#clear();
    } else if (provided.model !== null) this.#figure.change({ model: provided.model });
    this.#given = provided.model === this.#loadedHere ? null : provided.model;
  }

  #takeRun(before: Run | null): void {
    const { run } = this.#provided;
    if (run === null && before === null) return;
    this.#forgetRead();
    if (run === null) this.#clear();
    else this.#figure.change({ run, read: null, cut: null, isExtending: false, status: 'ready' });
  }

  /** The run that a script had set was taken away: the text is read instead. */
  #clear(): void {
    const { src, model, run } = this.#provided;
    if (run !== null) return;
    const status = model !== null && this.#willRead(model) ? 'loading' : 'empty';
    this.#figure.change({ run: null, read: null, cut: null, isExtending: false, status });
    if (this.#share !== null && this.#loadedHere === null) void this.#load(src);
  }

  #takeSource(src: string): void {
    const hadOwn = this.#loadedHere !== null;
    this.#closeOwn();
    if (src) {
      this.#figure.ablate(this.#provided.ablations);
      void this.#open(src);
    } else if (hadOwn) this.#figure.change({ run: null, cut: null, status: 'empty' });
  }

  /** While the figures keep the run of the model before, they keep its head: the next model's may be none of it. */
  #pickHead(): void {
    const { layer, head, run } = this.#provided;
    if (!this.#isHeadDue || (run === null && this.#figure.isBehind)) return;
    this.#isHeadDue = false;
    this.#figure.pickHead({ layer, head });
  }

  /** Loads the model if it is not loaded, at once or (lazy) when the element comes near. */
  async #open(src: string): Promise<void> {
    if (this.#provided.lazy) await whenNear(this.#host, kAhead);
    if (src === this.#provided.src && this.#host.isConnected && this.#share === null)
      await this.#load(src);
  }

  /** Loads the model, in place of one that has failed or stopped. */
  async #load(src: string): Promise<void> {
    this.#forgetRead();
    this.#figure.change({ status: 'loading', isExtending: false, progress: null });
    const share = shareModel({ src, dtype: this.#provided.dtype }, this.#sharer);
    this.#share?.release();
    this.#share = share;
    try {
      const model = await share.model;
      if (share !== this.#share) return;
      this.#isRetry = false;
      this.#loadedHere = model;
      this.#provided.model = model;
      this.#figure.change({
        status: this.#willRead(model) ? 'loading' : 'empty',
        progress: null,
      });
      this.#host.voice.send('glass-ready', { model });
    } catch (error) {
      if (share !== this.#share) return;
      this.#isRetry = false;
      this.#fail(error);
    }
  }

  /** Whether there are elements that show placeholders of their own. */
  get #hasFigures(): boolean {
    const { run, preview } = this.#figure.state;
    if (run !== null && run !== preview?.run) return false;
    return Object.keys(kHeights).some((tag) => this.#has(tag));
  }

  #willRead(model: Model): boolean {
    return !isEncoderDecoder(model) && this.#provided.text !== '' && this.#provided.run === null;
  }

  /** The model did not come, or was lost; a text that could not be read leaves it as it was. */
  get #lacksModel(): boolean {
    const { model } = this.#provided;
    return this.#figure.state.status === 'failed' && (model === null || this.#isLost);
  }

  /** Its own model's engine has stopped. */
  get #isLost(): boolean {
    const { model } = this.#provided;
    return this.#share !== null && model === this.#loadedHere && model?.closed === true;
  }

  readonly #onChange = (): void => this.#host.requestUpdate();

  readonly #onPin = (): void => {
    if (this.#isPinDue) return;
    // What the reader has pinned is in the text that they see, and let go with it.
    const { pinned } = this.#figure.selection;
    this.#provided.pinned = pinned;
    this.#before = { ...this.#before, pinned };
    this.#unfit = null;
  };

  readonly #onText = (): void => {
    const { text } = this.#figure.state;
    if (text === this.#provided.text) return;
    this.#provided.text = text;
    // What an author has pinned was in another text.
    this.#isPinDue = false;
    this.#unfit = null;
  };

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
    if (this.#read() && this.#figure.state.run !== null) this.#figure.change({ isExtending: true });
  }

  get #hooks(): readonly string[] {
    // What was refused since the last update does not count.
    const hooks = this.#before.capture ?? this.#figure.needs;
    return typeof hooks === 'string' ? wordsIn(hooks) : hooks;
  }

  readonly #sharer: Sharer = {
    progressed: (progress) => {
      if (this.#figure.state.status !== 'loading') return;
      this.#figure.change({ progress });
      this.#host.voice.send('glass-progress', progress);
    },
    renewed: () => {
      if (this.#figure.state.status === 'failed') void this.#load(this.#provided.src);
    },
  };

  /** Shows what is known beforehand of the text, and takes it away when it is the text's no more. */
  #foresee(): void {
    const figure = this.#figure;
    const { text, preview, model, run: given } = this.#provided;
    const { run, preview: before } = figure.state;
    const isOfText = preview?.text === text && figure.ablations.length === 0;
    const known = isOfText ? preview : null;
    const isEarly = model === null && this.#lastRead === null && given === null;
    const isShown = run !== null && run === before?.run;
    if (isEarly && known !== null && (run === null || isShown))
      figure.change({ preview: known, run: known.run, read: text });
    else if (isShown && known !== before) figure.change({ preview: known, run: null, read: null });
    else if (known !== before) figure.change({ preview: known });
  }

  /** Reads the newest text. Returns whether a reading is under way. */
  #read(): boolean {
    const { model, text, options, maxTokens, run } = this.#provided;
    if (model === null || run !== null || text === '' || isEncoderDecoder(model)) return false;
    const { ablations } = this.#figure;
    const areGiven = this.#before.capture !== null;
    this.#runs.ask({ model, text, options, maxTokens, ablations, hooks: this.#hooks, areGiven });
    return this.#runs.isBusy;
  }

  #take(reading: Reading): void {
    const { run, cut, lacked } = reading;
    const { model, text } = reading.question;
    this.#lastRead = reading;
    const changes = model.hasTokenizer ? model.tokenizer.changes(text) : [];
    const isExtending = this.#runs.isBusy && lacking(this.#hooks, reading).length > 0;
    const status = 'ready';
    this.#figure.change({ run, read: text, cut, lacked, isExtending, status, problem: '' });
    this.#pickHead();
    const unknown = unknownIn(text, run.tokens);
    this.#host.voice.send('glass-run', { run, text, changes, unknown });
  }

  #fail(thrown: unknown): void {
    const problem = problemOf(thrown);
    // A run of another model is not shown for this one.
    if (this.#provided.run === null && this.#figure.isBehind) this.#figure.forget();
    this.#figure.change({ status: 'failed', isExtending: false, problem });
    this.#host.voice.send('glass-error', { error: asError(thrown) });
  }

  #forgetRead(): void {
    this.#runs.forget();
    this.#lastRead = null;
  }

  #closeOwn(): void {
    this.#forgetRead();
    this.#share?.release();
    this.#share = null;
    if (this.#loadedHere === null) return;
    if (this.#provided.model === this.#loadedHere) this.#provided.model = null;
    this.#loadedHere = null;
    // A closed model can compute nothing.
    this.#figure.change({ model: null, isExtending: false });
  }
}
