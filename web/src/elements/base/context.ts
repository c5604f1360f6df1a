/** Finds the context that an element shares: an event asks the elements around it, through slots and shadow roots. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { FigureContext, type Subject } from './figure-context.ts';

const kRequest = 'glass-figure-request';

/** Collects the controllers that it passes, from the asking element outwards. A second copy of the package has another class. */
class FigureRequest extends Event {
  readonly passed: FigureController[] = [];

  constructor() {
    super(kRequest, { bubbles: true, composed: true });
  }
}

/** The controllers of all elements that are in a document. */
const connected = new Set<FigureController>();
let willAskAgain = false;

/**
 * An element that is upgraded after the elements inside it (its class was defined later) may change their context. All
 * elements ask again, once for any number of such upgrades.
 */
function askAgainSoon(): void {
  if (willAskAgain) return;
  willAskAgain = true;
  queueMicrotask(() => {
    willAskAgain = false;
    for (const each of connected) each.ask();
  });
}

interface Host extends ReactiveControllerHost, HTMLElement {
  /** Whether it has a context of its own, whatever is around it. */
  readonly ownsFigure: boolean;
  /** The subjects that it subscribes to. */
  readonly subjects: readonly Subject[];
  /** The hook names and globs of the activations that it shows. */
  readonly neededHooks: readonly string[];
}

/**
 * The context of its host: that of the nearest owner (a `<glass-model>` around it, or the host itself), or else that of
 * the outermost of our elements around it. Subscribes the host to its subjects there and declares its needs.
 */
export class FigureController implements ReactiveController {
  readonly #host: Host;
  readonly #changed: (event: Event) => void;
  readonly #emptied: () => void;
  #figure: FigureContext | null = null;
  #own: FigureContext | null = null;
  #around: FigureController | null = null;
  /** Whether the host had a context of its own when it asked last. */
  #wasOwner = false;

  /**
   * `changed` is called at each change of a subject of the host, `emptied` when there is no text any more. The host is updated
   * when its context becomes another.
   */
  constructor(host: Host, changed: (subject: Subject) => void, emptied: () => void) {
    this.#host = host;
    this.#changed = ({ type }) => changed(type as Subject);
    this.#emptied = emptied;
    host.addController(this);
  }

  get figure(): FigureContext {
    return (this.#figure ??= this.#ownFigure);
  }

  /** The nearest of our elements around the host. */
  get around(): HTMLElement | null {
    return this.#around === null ? null : this.#around.#host;
  }

  hostConnected(): void {
    connected.add(this);
    this.#host.addEventListener(kRequest, this.#answer);
    this.ask();
    this.#listen();
    if (this.#host.firstElementChild !== null) askAgainSoon();
  }

  hostDisconnected(): void {
    connected.delete(this);
    this.#host.removeEventListener(kRequest, this.#answer);
    this.#around = null;
    this.#unlisten();
  }

  /** Properties that the needs follow from may have changed. */
  hostUpdate(): void {
    if (this.#host.ownsFigure !== this.#wasOwner) {
      this.ask();
      // Those inside have another context, too.
      askAgainSoon();
    }
    if (this.#host.isConnected) this.figure.need(this, this.#host.neededHooks);
  }

  ask(): void {
    this.#wasOwner = this.#host.ownsFigure;
    const request = new FigureRequest();
    this.#host.dispatchEvent(request);
    const { passed } = request;
    this.#around = passed[1] ?? null;
    const figure = (passed.at(-1) ?? this).#ownFigure;
    if (figure === this.#figure) return;
    this.#unlisten();
    this.#figure = figure;
    this.#listen();
  }

  get #ownFigure(): FigureContext {
    return (this.#own ??= new FigureContext());
  }

  #listen(): void {
    const { figure } = this;
    for (const subject of this.#host.subjects) figure.addEventListener(subject, this.#changed);
    figure.addEventListener('emptied', this.#emptied);
    figure.need(this, this.#host.neededHooks);
    this.#host.requestUpdate();
  }

  #unlisten(): void {
    const figure = this.#figure;
    if (figure === null) return;
    for (const subject of this.#host.subjects) figure.removeEventListener(subject, this.#changed);
    figure.removeEventListener('emptied', this.#emptied);
    figure.need(this, []);
  }

  readonly #answer = (event: Event): void => {
    if (!(event instanceof FigureRequest)) return;
    event.passed.push(this);
    // The nearest owner decides.
    if (this.#host.ownsFigure) event.stopImmediatePropagation();
  };
}
