import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Pixels: the size of the type for which figures are measured out (`--glass-font-size`). */
const kUsualType = 13;

/** A length of a figure in the usual type, as a style: it grows with the type of what it is a style of. */
export function inType(pixels: number): string {
  return `calc(${pixels}em / ${kUsualType})`;
}

/**
 * The width of its host, as so many pixels as it would be in the usual type; 0 while it is unknown. It comes from a
 * ResizeObserver: reading it during an update would force a layout of the whole page. A host that is not laid out, because it
 * is far from the viewport, keeps its width. Larger type makes a figure higher, so that the observer tells of it, too.
 */
export class WidthController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #matters: () => boolean;
  readonly #sizes = new ResizeObserver(([entry]) => this.#take(entry?.contentRect.width ?? 0));
  #width = 0;
  #type = 1;

  /** The host is updated when its width changes, unless that does not matter to it. */
  constructor(host: ReactiveControllerHost & Element, matters: () => boolean = () => true) {
    this.#host = host;
    this.#matters = matters;
    host.addController(this);
  }

  get width(): number {
    return this.#width / this.#type;
  }

  /** Pixels for each that a figure has in the usual type. */
  get type(): number {
    return this.#type;
  }

  hostConnected(): void {
    this.#sizes.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#sizes.disconnect();
  }

  #take(width: number): void {
    const whole = Math.round(width);
    if (whole === 0) return;
    const type = Number.parseFloat(getComputedStyle(this.#host).fontSize) / kUsualType;
    if (whole === this.#width && type === this.#type) return;
    this.#width = whole;
    this.#type = type;
    if (this.#matters()) this.#host.requestUpdate();
  }
}
