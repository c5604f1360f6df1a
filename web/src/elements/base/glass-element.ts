import {
  html,
  nothing,
  render as renderInto,
  type CSSResultGroup,
  type CSSResultOrNative,
  type TemplateResult,
} from 'lit';
import { property } from 'lit/decorators.js';
import { asError, GlassformerError } from '../../shared/error.ts';
import { mayPass, type Problem, problemOf, problemSentence, sayProblem } from '../i18n/problem.ts';
import { classifies, isEncoderDecoder } from '../../shared/architecture.ts';
import {
  asAddress,
  asSwitchOrText,
  controls,
  type ControlsRule,
  kOfMostTags,
  type Rule,
  wordsIn,
} from './attributes.ts';
import { baseStyles } from './base.styles.ts';
import { ContextElement } from './context-element.ts';
import { fixedStyles } from './fixed.ts';
import { withoutModel, withoutText } from './missing.ts';
import { OwnModel } from './own-model.ts';
import { palette } from './palette.ts';
import { ReaderChoices } from './reader-choices.ts';
import { SpaceController, spaceStyles } from './space.ts';
import { modelAround } from './export/context.ts';
import type { Voice } from './voice.ts';

/**
 * The base class of all elements: a language, the context that they share, and placeholders for "empty", "loading" and
 * "failed". The context is that of the surrounding `<glass-model>`; an element that stands alone has its own. Every
 * element exports what it shows: `toSVG()`, `toPNG({ scale })`, `toJSON()`.
 *
 * The events are those of an element with a model of its own; `<glass-model>` is one.
 *
 * @fires glass-progress - more of its model's weights has come; detail: { loaded, total, secondsLeft } (bytes; total: undefined and secondsLeft: null where they are not known)
 * @fires glass-ready - its model is loaded; detail: { model }
 * @fires glass-selected - a token was pinned, or let go; detail: { pinned }, with `query` and `key` (tokens counted from 0, or null), or null
 * @fires glass-run - its model has read the text; detail: { run, text, changes, unknown }: what it reads otherwise than it is written (`start`, `end`, `from`, `to`), and what its list of tokens lacks
 * @fires glass-error - loading or running its model failed, or an attribute or property is refused; detail: { error }
 * @fires glass-choice - the reader has set a control that an attribute sets, too; detail: { attribute, value }: what a tag needs to show the same (null: without the attribute)
 * @csspart message - the sentence that stands in the figure's place while it is empty or loading, and after a failure
 * @csspart retry - the button that tries again what has failed
 * @cssprop [--glass-font-size=0.8125rem] - size of the type
 * @cssprop --glass-font - typeface
 * @cssprop --glass-mono - typeface of code
 * @cssprop --glass-ink - colour of text
 * @cssprop --glass-soft - colour of secondary text
 * @cssprop --glass-line - colour of frames and rules
 * @cssprop --glass-paper - background of figures
 * @cssprop --glass-wash - a background slightly darker than the paper
 * @cssprop --glass-accent - colour of the selection
 * @cssprop --glass-on-accent - colour of text on the accent
 * @cssprop --glass-bad - colour of failures and changes
 * @cssprop --glass-scale-low - colour of the lowest value in a matrix or a strip; with a zero and an end of your own nothing of ours stands between
 * @cssprop --glass-scale-zero - colour of zero, of values and of weights
 * @cssprop --glass-scale-high - colour of the highest value
 * @cssprop --glass-scale-weight - colour of the weight, or probability, 1
 * @cssprop --glass-token-0 - colour of the first token, and of every eighth from there
 * @cssprop --glass-token-1 - colour of the second token, and of every eighth from there
 * @cssprop --glass-token-2 - colour of the third token, and of every eighth from there
 * @cssprop --glass-token-3 - colour of the fourth token, and of every eighth from there
 * @cssprop --glass-token-4 - colour of the fifth token, and of every eighth from there
 * @cssprop --glass-token-5 - colour of the sixth token, and of every eighth from there
 * @cssprop --glass-token-6 - colour of the seventh token, and of every eighth from there
 * @cssprop --glass-token-7 - colour of the eighth token, and of every eighth from there
 */
export abstract class GlassElement extends ContextElement {
  static override styles: CSSResultGroup = [palette, baseStyles, spaceStyles];
  /** That of `fixed` has the names of its controls, each of which is the `data-control` of what makes one up. */
  static override readonly rules: Readonly<Record<string, Rule>> & {
    readonly fixed: ControlsRule;
  } = { fixed: controls() };
  /** Whether what it shows is what a model writes: of one that classifies it says so instead. */
  static readonly ofWriters: boolean = false;
  /** A shipped model that it can show. */
  static readonly exampleModel: string = 'stories';

  /** Data is being loaded: the last good state stays visible, marked as busy. */
  @property({ type: Boolean, reflect: true }) loading = false;
  /** What went wrong, as a sentence or as an error that the element says in its language; shown instead of its figure. */
  @property() problem: Problem = '';
  /** A model of its own, for an element alone: a shipped model's name or the URL of a model's folder. */
  @property({ attribute: 'model', converter: asAddress }) modelName = '';
  /** What its own model reads. */
  @property() text = '';
  /** Loads its own model only when the element comes near the viewport. */
  @property({ type: Boolean }) lazy = false;
  /**
   * Without the controls with which a reader changes what it shows: views, layers, tokens, settings; where it names some, with
   * blanks between ("layer token"), without these alone. Buttons that begin something and the field of a `<glass-input>`
   * stay, and cells and tokens can be pointed at and pinned. Each figure has its own: of an element around figures it takes
   * nothing away.
   */
  @property({ type: Boolean, reflect: true, converter: asSwitchOrText }) fixed: boolean | string =
    false;

  readonly #space = new SpaceController(this);
  /** Why the last update was refused; empty: it was not. */
  #whyRefused = '';
  constructor() {
    super();
    new OwnModel(this);
  }

  /** @ignore Whether it has a context of its own, whatever is around it. */
  override get ownsFigure(): boolean {
    return this.modelName !== '';
  }

  /** @ignore Whether it has nothing of its own to show before its reader runs it, and they have not. */
  get awaitsReader(): boolean {
    return false;
  }

  /** Whether `fixed` takes this control away. */
  protected hasFixed(name: string): boolean {
    return this.fixed === true || wordsIn(String(this.fixed)).includes(name);
  }

  /** @ignore For the controllers that speak in its place. */
  get voice(): Voice {
    const { words, loadingText } = this;
    return {
      words,
      loadingText,
      retryButton: (again, isBusy) => this.retryButton(again, isBusy),
      send: (type, detail) => this.send(type, detail),
    };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { observedAttributes: known } = this.constructor as typeof GlassElement;
    const odd = this.getAttributeNames().filter(
      (name) => !known.includes(name) && !kOfMostTags.test(name),
    );
    // A file that is fetched then tells whether it is a mistake.
    if (!this.hasUpdated && odd.length > 0)
      void import('./misspelt.ts').then(({ warnOfMisspelt }) => warnOfMisspelt(this, odd));
  }

  protected static override finalizeStyles(styles?: CSSResultGroup): CSSResultOrNative[] {
    return [...super.finalizeStyles(styles), fixedStyles(this.rules.fixed.names)];
  }

  /** An error while drawing (numbers without a shape, an unknown head) is shown in place of the figure. */
  protected override performUpdate(): void {
    if (!this.isUpdatePending) return;
    try {
      super.performUpdate();
      this.#refuse('');
    } catch (error) {
      if (this.#choices.letGoFor(error)) return;
      this.#space.refused();
      const sentence = html`<p class="placeholder failed" role="alert" part="message">
          ${problemSentence(problemOf(error), this.words, this.keepsContent ? undefined : this.words.notDrawn)}
        </p>
        ${this.keepsContent ? html`<slot></slot>` : nothing}`;
      renderInto(sentence, this.renderRoot, this.renderOptions);
      if (!(error instanceof GlassformerError)) reportError(error);
      // Each update is refused until what is wrong is mended: that is told once.
      if (this.#refuse(String(error))) this.send('glass-error', { error: asError(error) });
    }
  }

  /** Tells the figures inside, too; whether that is news. */
  #refuse(why: string): boolean {
    if (why === this.#whyRefused) return false;
    this.#whyRefused = why;
    if (this.ownsFigure) this.figure.change({});
    return true;
  }

  /** The placeholder while there is nothing to show, or null if there is. `isBusy`: the element computes what it shows. */
  protected renderPlaceholder(
    isEmpty: boolean,
    emptyText = this.words.empty,
    isBusy = false,
  ): TemplateResult | null {
    const { status, problem, isExtending, model } = this.figure.state;
    if (this.isOfWriter && (isEmpty || this.needsModel))
      [isEmpty, emptyText, isBusy] = [true, this.words.ofClasses, false];
    else if (this.problem)
      return html`<p class="placeholder failed" role="alert" part="message">
          ${this.said(this.problem)}
        </p>
        ${this.tryAgain !== null && mayPass(this.problem) ? this.retryButton(this.tryAgain) : nothing}`;
    // What provides its own model has said why, above it.
    if (isEmpty && status === 'failed' && this.modelName !== '') return html``;
    // Only the surrounding model has role=alert, so that a failure is announced once.
    if (isEmpty && (status === 'failed' || this.#isRefusedAround))
      return html`<p
        class="placeholder"
        part="message"
        title=${sayProblem(problem, this.words).sentence}
      >
        ${this.words.notShown}
      </p>`;
    if (!isEmpty) return null;
    if (emptyText === this.words.empty)
      emptyText = this.isUnread ? this.words.ofPair : this.orTextless(emptyText);
    if (status === 'empty' && model === null) emptyText = this.#withoutModel ?? emptyText;
    const isLoading = this.loading || status === 'loading' || isExtending || isBusy;
    this.#space.isWaiting = isLoading;
    const isFailure = emptyText === this.words.otherCopy;
    return html`<p
      class="placeholder ${isFailure ? 'failed' : ''}"
      part="message"
      aria-busy=${isLoading}
    >
      ${isLoading ? this.loadingText : emptyText}
    </p>`;
  }

  /** Whether the surrounding model has no right attributes, and says so. */
  get #isRefusedAround(): boolean {
    const around = modelAround(this);
    return around instanceof GlassElement && around.#whyRefused !== '';
  }

  /** The same of an element that cannot show every model: `lacking` is what it says of this one; null where it can show it. */
  protected renderPlaceholderOf(
    lacking: string | null,
    isEmpty: boolean,
    isBusy: boolean,
  ): TemplateResult | null {
    return lacking === null
      ? this.renderPlaceholder(isEmpty, this.words.empty, isBusy)
      : this.renderPlaceholder(true, lacking);
  }

  /** What it says while it is empty: what to give where its page has forgotten the text, which no reader can type. */
  protected orTextless(sentence: string): string {
    return withoutText(this, this.around, this.words) ?? sentence;
  }

  /** Whether it shows what a model writes, while the surrounding one classifies. */
  protected get isOfWriter(): boolean {
    const { model } = this.figure.state;
    const { ofWriters } = this.constructor as typeof GlassElement;
    return ofWriters && model !== null && classifies(model);
  }

  /** Whether the text is the source of an encoder–decoder, which nothing but a translation reads. */
  protected get isUnread(): boolean {
    const { model, text } = this.figure.state;
    return model !== null && isEncoderDecoder(model) && text !== '';
  }

  /** @ignore Whether what it shows comes from a model: not where its properties give it the data. */
  get needsModel(): boolean {
    return true;
  }

  /**
   * @ignore Attributes for what its reader has chosen in it: what it shows at first where they are given. Null: without that
   * one. What is written of its properties (a tag, a page) has these in place of the properties' own.
   */
  get chosenAttributes(): Readonly<Record<string, string | null>> {
    return {};
  }

  readonly #choices = new ReaderChoices(this, (attribute, value) =>
    this.send('glass-choice', { attribute, value }),
  );

  /** @ignore What its reader has chosen, by the attributes with which a tag shows the same; null: without that one. */
  get readerChoices(): Readonly<Record<string, string | null>> {
    const choices = new Map(Object.entries(this.#choices.all));
    for (const [attribute, text] of Object.entries(this.chosenAttributes))
      if (text === null) choices.delete(attribute);
      else choices.set(attribute, text);
    return Object.fromEntries(choices);
  }

  /**
   * @ignore Chooses in its reader's place what `readerChoices` has had; what the model has no place for is let go. After the
   * first update, which gives a property that a page has set before the element was defined.
   * @returns whether the attribute may be so; `refused` is called when it is let go
   */
  restoreChoice(attribute: string, text: string | null, refused = (): void => undefined): boolean {
    return this.#choices.restore(attribute, text, refused);
  }

  /** @ignore As if its reader had not chosen. */
  letGoChoice(attribute: string): void {
    this.#choices.letGo(attribute);
  }

  /** @ignore Sets a property as its reader has chosen, and tells of it; not where `fixed` takes the control of its name away. */
  choose<Name extends keyof this & string>(name: Name, value: this[Name]): void {
    if (!this.hasFixed(name)) this.#choices.set(name, value);
  }

  /** Whether a property is as its reader has chosen. */
  protected isByReader(name: keyof this & string): boolean {
    return this.#choices.has(name);
  }

  /** Refuses a place that the model lacks, or lets it go where the reader has chosen it (`ReaderChoices.checkPlace`). */
  protected checkPlace(name: keyof this & string, count: number): void {
    this.#choices.checkPlace(name, count, this.asWritten(name, this[name]));
  }

  /** Tells of a choice that stands among `chosenAttributes`. */
  protected tellChosen(attribute: string): void {
    const value = this.chosenAttributes[attribute];
    if (value !== undefined) this.send('glass-choice', { attribute, value });
  }

  /** Why it has no model; null where one may still come. */
  get #withoutModel(): string | null {
    const around = modelAround(this);
    if (around === null) {
      const { exampleModel } = this.constructor as typeof GlassElement;
      return withoutModel(this, exampleModel, this.words);
    }
    if (around.matches(':defined'))
      return around instanceof GlassElement ? null : this.words.otherCopy;
    void customElements.whenDefined(around.localName).then(() => this.requestUpdate());
    return null;
  }

  /** Repeats the call that failed with `problem`; null where there is nothing to repeat. */
  protected get tryAgain(): (() => void) | null {
    return null;
  }

  protected retryButton(again: () => void, isBusy = false): TemplateResult {
    return html`<button
      part="retry"
      data-control
      aria-disabled=${isBusy}
      @click=${() => (isBusy ? undefined : again())}
    >
      ${this.words.tryAgain}
    </button>`;
  }

  /** A problem in the element's language. */
  protected said(problem: Problem): TemplateResult {
    return problemSentence(problem, this.words);
  }

  /** "Loading…", with the bytes that have come. */
  protected get loadingText(): string {
    const { progress } = this.figure.state;
    return progress === null
      ? this.words.loading
      : this.words.loadingPart(progress.loaded, progress.total, progress.secondsLeft);
  }
}

export { html, nothing };
