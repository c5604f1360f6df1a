import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Words } from '../i18n/en.ts';
import type { Theme } from '../../view/colour.ts';
import { onLanguage, wordsFor } from '../i18n/languages.ts';

/** Every element watches the document's language through this one observer. */
const listeners = new Set<() => void>();
let observer: MutationObserver | null = null;

function watch(listener: () => void): void {
  listeners.add(listener);
  observer ??= new MutationObserver(() => listeners.forEach((notify) => notify()));
  observer.observe(document.documentElement, {
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
  readonly #scheme = matchMedia('(prefers-color-scheme: dark)');
  readonly #narrow = matchMedia('(max-width: 40rem)');
  #endLanguages: (() => void) | null = null;

  #ink: string | null = null;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  get words(): Words {
    return wordsFor(languageOf(this.#host));
  }

  /**
   * The colour of the host's text, as the browser has it: what is painted on a canvas follows it. Asked for only when the
   * theme may have changed, because the answer makes the browser work out the styles of all that is on the page.
   */
  get ink(): string {
    return (this.#ink ??= getComputedStyle(this.#host).color);
  }

  /** Dark where the text is light: right under any page's colours and either way of choosing a theme. */
  get theme(): Theme {
    const [r = 0, g = 0, b = 0] = (this.ink.match(/\d+/g) ?? []).map(Number);
    return r + g + b > 382 ? 'dark' : 'light';
  }

  /** As on a phone. */
  get isNarrow(): boolean {
    return this.#narrow.matches;
  }

  hostConnected(): void {
    this.#ink = null;
    watch(this.#changed);
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

function languageOf(element: HTMLElement): string {
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
  return root instanceof ShadowRoot ? root.host : null;
}
