import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { onLanguage } from '../i18n/languages.ts';
import { WhenSeen } from './nearness.ts';
import { isShadowRoot } from './node-kinds.ts';

/** Every element watches the language of its document through this one observer. */
const listeners = new Set<() => void>();
let observer: MutationObserver | null = null;

function watch(listener: () => void, page: Document): void {
  listeners.add(listener);
  observer ??= new MutationObserver(() => listeners.forEach((notify) => notify()));
  observer.observe(page.documentElement, {
    attributes: true,
    attributeFilter: ['lang', 'class', 'style', 'data-theme'],
  });
}

function unwatch(listener: () => void): void {
  listeners.delete(listener);
  if (listeners.size === 0) observer?.disconnect();
}

/** Renders the host anew when the document's language, theme or width class changes; finds the nearest `lang`. */
export class SurroundingsController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #inked: () => Element;
  readonly #scheme = matchMedia('(prefers-color-scheme: dark)');
  readonly #narrow = matchMedia('(max-width: 40rem)');
  #endLanguages: (() => void) | null = null;

  /** The colour of the host's text, once that was asked for. */
  #ink: string | null = null;
  #guess = '';
  readonly #seen: WhenSeen;

  /** @param inked what has the colour of the host's text */
  constructor(host: ReactiveControllerHost & HTMLElement, inked: () => Element = () => host) {
    this.#host = host;
    this.#inked = inked;
    this.#seen = new WhenSeen(host, () => this.#verifyInk());
    host.addController(this);
  }

  /** The tag of the language around the host. */
  get language(): string {
    return languageOf(this.#host);
  }

  /**
   * The colour of the host's text, as the browser has it: what is painted on a canvas follows it. To ask for it makes the
   * browser work out styles, those of what is out of view too; so until the host is seen it is taken for the colour
   * around it (null: nothing of ours is there), and it is asked for again only when the theme may have changed.
   */
  inkWithin(around: string | null): string {
    if (this.#ink !== null) return this.#ink;
    if (around === null) return (this.#ink = getComputedStyle(this.#inked()).color);
    this.#guess = around;
    this.#seen.ask();
    return around;
  }

  #verifyInk(): void {
    if (!this.#host.isConnected) return;
    this.#ink = getComputedStyle(this.#inked()).color;
    if (this.#ink !== this.#guess) this.#host.requestUpdate();
  }

  /** As on a phone. */
  get isNarrow(): boolean {
    return this.#narrow.matches;
  }

  hostConnected(): void {
    this.#ink = null;
    watch(this.#changed, this.#host.ownerDocument);
    this.#endLanguages = onLanguage(this.#changed);
    this.#scheme.addEventListener('change', this.#changed);
    this.#narrow.addEventListener('change', this.#changed);
  }

  hostDisconnected(): void {
    unwatch(this.#changed);
    this.#endLanguages?.();
    this.#scheme.removeEventListener('change', this.#changed);
    this.#narrow.removeEventListener('change', this.#changed);
  }

  readonly #changed = (): void => {
    this.#ink = null;
    this.#host.requestUpdate();
  };
}

/** The nearest `lang`. */
export function languageOf(element: Element): string {
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const language = at.getAttribute('lang');
    if (language) return language;
  }
  return 'en';
}

/** The parent element, or the host of the shadow root that this element is the top of. */
export function parentOf(element: Element): Element | null {
  if (element.parentElement !== null) return element.parentElement;
  const root = element.parentNode;
  return isShadowRoot(root) ? root.host : null;
}
