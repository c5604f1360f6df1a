/** Which figure an element belongs to: it asks those around it, by an event that crosses slots and shadow roots. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { Figure } from './figure.ts';

const kRequest = 'glass-figure-request';

/** Collects those that it passes, from the asking element outwards. Another copy of the package has a class of its own. */
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
 * An element that comes after those inside it (its class was defined later) changes where they belong. All ask once more,
 * whatever number of elements came.
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
  /** Whether it starts a figure of its own wherever it stands. */
  readonly ownsFigure: boolean;
}

/**
 * The figure that its host shares with others: that of the nearest owner around (a `<glass-model>`, or the host itself),
 * or else that of the outermost element of ours, which belongs to nobody.
 */
export class FigureController implements ReactiveController {
  readonly #host: Host;
  readonly #written: () => void;
  #figure: Figure | null = null;
  #own: Figure | null = null;
  #around: FigureController | null = null;

  /** `written` is called when the figure's text changed; the host is updated at every other change. */
  constructor(host: Host, written: () => void) {
    this.#host = host;
    this.#written = written;
    host.addController(this);
  }

  get figure(): Figure {
    return (this.#figure ??= this.#ownFigure);
  }

  /** The nearest element of ours around the host. */
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

  ask(): void {
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

  get #ownFigure(): Figure {
    return (this.#own ??= new Figure());
  }

  #listen(): void {
    this.figure.addEventListener('change', this.#changed);
    this.figure.addEventListener('text', this.#written);
    this.#host.requestUpdate();
  }

  #unlisten(): void {
    this.#figure?.removeEventListener('change', this.#changed);
    this.#figure?.removeEventListener('text', this.#written);
  }

  readonly #changed = (): void => this.#host.requestUpdate();

  readonly #answer = (event: Event): void => {
    if (!(event instanceof FigureRequest)) return;
    event.passed.push(this);
    // Whoever is farther out has no say.
    if (this.#host.ownsFigure) event.stopImmediatePropagation();
  };
}
