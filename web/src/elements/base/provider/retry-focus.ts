/**
 * The focus of a button for another try: when the button goes, the focus stays with its element, so that the Tab key
 * continues there.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

interface Host extends ReactiveControllerHost, HTMLElement {
  readonly renderRoot: HTMLElement | DocumentFragment;
}

export class RetryFocus implements ReactiveController {
  readonly #host: Host;
  /** The button had the focus at the last update. */
  #hadFocus = false;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdated(): void {
    const host = this.#host;
    const hadFocus = this.#hadFocus;
    const button = host.renderRoot.querySelector('[part="retry"]');
    this.#hadFocus = button !== null && host.shadowRoot?.activeElement === button;
    if (!hadFocus || button !== null || document.activeElement !== document.body) return;
    if (!host.hasAttribute('tabindex')) {
      host.tabIndex = -1;
      host.addEventListener('blur', () => host.removeAttribute('tabindex'), { once: true });
    }
    host.focus({ preventScroll: true });
  }
}
