import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * The width of its host in whole pixels; 0 while it is unknown. It comes from a ResizeObserver: reading it during an update
 * would force a layout of the whole page. A host that is not laid out, because it is far from the viewport, keeps its width.
 */
export class WidthController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #matters: () => boolean;
  readonly #sizes = new ResizeObserver(([entry]) => this.#take(entry?.contentRect.width ?? 0));
  #width = 0;

  /** The host is updated when its width changes, unless that does not matter to it. */
  constructor(host: ReactiveControllerHost & Element, matters: () => boolean = () => true) {
    this.#host = host;
    this.#matters = matters;
    host.addController(this);
  }

  get width(): number {
    return this.#width;
  }

  hostConnected(): void {
    this.#sizes.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#sizes.disconnect();
  }

  #take(width: number): void {
    const whole = Math.round(width);
    if (whole === 0 || whole === this.#width) return;
    this.#width = whole;
    if (this.#matters()) this.#host.requestUpdate();
  }
}
