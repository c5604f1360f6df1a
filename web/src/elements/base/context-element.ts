import type { PropertyValues } from 'lit';
import type { Shades } from '../../view/colour.ts';
import type { GlassEvents } from '../events.ts';
import type { Vocabulary } from '../i18n/languages.ts';
import { common, type Common } from '../i18n/subjects/common.ts';
import { FigureController } from './context.ts';
import { modelAround } from './export/context.ts';
import { ExportedElement } from './exported-element.ts';
import type { FigureContext, Subject } from './figure-context.ts';
import { inkIn } from './ink.ts';
import { SurroundingsController } from './locale.ts';
import { idleMoment, NearnessController } from './nearness.ts';
import { isShadowRoot } from './node-kinds.ts';
import { shadesOf } from './shades.ts';
import { TrackedValues } from './tracked.ts';
import { isComposingKey } from './typed.ts';
import { inTurn } from './update-queue.ts';

/** An element of a context: what it subscribes to there, when it is rendered, its language and theme, and its events. */
export abstract class ContextElement extends ExportedElement {
  /** The subjects of the shared context that it depends on: no other change reaches it. */
  static readonly subjects: readonly Subject[] = ['run'];
  /** Hook names and globs of the activations that it shows; the surrounding `<glass-model>` captures them. */
  static readonly needs: readonly string[] = [];
  /** Whether it shows its children; otherwise they are what stands in its place until it is defined. */
  static readonly hasSlot: boolean = false;

  readonly #forgetting: (() => void)[] = [];
  readonly #asking: (() => void)[] = [];
  readonly #surroundings: SurroundingsController = new SurroundingsController(this, {
    inked: (): Element => (this.keepsContent ? inkIn(this.renderRoot) : this),
    updateNow: () => this.performUpdate(),
  });
  readonly #nearness = new NearnessController(this);
  readonly #context = new FigureController(
    this,
    (subject) => this.figureChanged(subject),
    () => {
      for (const forget of this.#forgetting) forget();
    },
  );

  /** Values of its template that depend on what is looked at: a hover writes these, without an update. */
  protected readonly tracked = new TrackedValues(this, {
    turn: (write) => this.#inTurn(write),
    written: () => this.afterDrawing(),
  });

  /** @ignore The context that it shares with the elements around it. */
  get figure(): FigureContext {
    return this.#context.figure;
  }

  /** @ignore Whether it has a context of its own, whatever is around it. */
  abstract get ownsFigure(): boolean;

  /** The nearest of our elements around it. */
  protected get around(): HTMLElement | null {
    return this.#context.around;
  }

  get subjects(): readonly Subject[] {
    return (this.constructor as typeof ContextElement).subjects;
  }

  /** @ignore `needs`, as far as its properties do not give it the data. */
  get neededHooks(): readonly string[] {
    return (this.constructor as typeof ContextElement).needs;
  }

  /** What it says, in the language around it. An element with subjects of its own has theirs, too. */
  protected get words(): Common {
    return this.wordsIn(common);
  }

  protected wordsIn<T extends object>(vocabulary: Vocabulary<T>): T {
    return vocabulary.in(this.#surroundings.language);
  }

  /** The colour of its text and those of its page's scales. */
  protected get look(): string {
    // Its context knows none around an element that has a model of its own.
    const around = this.around ?? modelAround(this);
    return this.#surroundings.lookWithin(around instanceof ContextElement ? around.look : null);
  }

  /** The colours of its scales. Dark where the text is light: right under any page's colours and either way of choosing a theme. */
  protected get shades(): Shades {
    return shadesOf(this.look);
  }

  protected get isNarrow(): boolean {
    return this.#surroundings.isNarrow;
  }

  /** Whether it stands around content of the page, which stays visible when it cannot be drawn itself. */
  protected get keepsContent(): boolean {
    return false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('keydown', this.#onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener('keydown', this.#onKey);
    // An element that is only moved is connected again by then.
    queueMicrotask(() => this.isConnected || this.removed());
  }

  /** Called after the element was taken out of the page, but not when it was only moved. */
  protected removed(): void {}

  /** Updates are spread over frames, and an element far out of view is updated when the browser is idle, so that typing stays fast. */
  protected override scheduleUpdate(): void | Promise<unknown> {
    // Slotted content is invisible until the slot is rendered.
    const { hasSlot } = this.constructor as typeof ContextElement;
    if (!this.hasUpdated && hasSlot && this.firstElementChild !== null)
      return super.scheduleUpdate();
    return this.#inTurn(() => super.scheduleUpdate()) as void | Promise<unknown>;
  }

  #inTurn(update: () => unknown): unknown {
    const mayWait = this.hasUpdated && this.#nearness.isFar;
    return mayWait ? idleMoment().then(() => inTurn(update)) : inTurn(update);
  }

  protected override updated(_changed: PropertyValues<this>): void {
    this.afterDrawing();
  }

  /** Called after each update, and after the tracked values were written without one: for canvases, and marks on nodes that are there. */
  protected afterDrawing(): void {}

  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    await this.tracked.complete();
    return isComplete;
  }

  /**
   * Called when one of its subjects has changed. By default it is rendered; at a hover only what is tracked, and where it asks
   * about the text, only that is done when the text changes: the answer renders it.
   */
  protected figureChanged(subject: Subject): void {
    if (subject === 'hover') this.tracked.write();
    else if (subject === 'text' && this.#asking.length > 0) for (const ask of this.#asking) ask();
    else this.requestUpdate();
  }

  /** @ignore What it asks about the text is asked when the text changes. */
  whenTextChanges(ask: () => void): void {
    this.#asking.push(ask);
  }

  /** @ignore What was computed of the text is forgotten when the page takes the text away. */
  whenEmptied(forget: () => void): void {
    this.#forgetting.push(forget);
  }

  /** Dispatches an event that bubbles, also through shadow roots. */
  protected send<Type extends keyof GlassEvents>(type: Type, detail: GlassEvents[Type]): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !isComposingKey(event)) this.figure.clearSelection();
    // A key that a figure has handled is not passed on, so that a deck of slides does not turn.
    if (this.around === null && event.defaultPrevented && isOfFigure(event))
      event.stopPropagation();
  };
}

/** Whether it was pressed inside one of our elements, and not in content of the page. */
function isOfFigure(event: Event): boolean {
  const root = (event.composedPath()[0] as Node).getRootNode();
  return isShadowRoot(root) && root.host instanceof ContextElement;
}
