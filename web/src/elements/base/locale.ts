import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { onLanguage } from '../i18n/languages.ts';
import { WhenSeen } from './nearness.ts';
import { parentOf } from './node-kinds.ts';
import { followPage } from './page-theme.ts';
import { lookOf, lookOnPaper, shadesOf } from './shades.ts';

/** Attributes in which pages keep their language and theme; the last three are those of Bootstrap, Material for MkDocs and Primer. */
const kWatched = [
  ...['lang', 'class', 'style', 'data-theme', 'theme'],
  ...['data-bs-theme', 'data-md-color-scheme', 'data-color-mode'],
];

/** Every element watches its document through the one observer. */
const controllers = new Set<SurroundingsController>();
const documents = new WeakSet<Document>();
let observer: MutationObserver | null = null;

function watch(controller: SurroundingsController, page: Document): void {
  controllers.add(controller);
  observer ??= new MutationObserver(pageChanged);
  for (const root of [page.documentElement, page.body] as (Element | null)[])
    if (root !== null) observer.observe(root, { attributes: true, attributeFilter: kWatched });
  if (documents.has(page)) return;
  documents.add(page);
  page.addEventListener('transitionend', pageFaded);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', pageChanged);
  matchMedia('print').addEventListener('change', mediumChanged);
  for (const type of ['beforeprint', 'afterprint']) addEventListener(type, mediumChanged);
  page.addEventListener('touchend', touched, { once: true });
}

function touched({ currentTarget: page }: Event): void {
  void import('./finger-steps.ts').then(({ followFinger }) =>
    followFinger(page as Document, languageOf),
  );
}

function unwatch(controller: SurroundingsController): void {
  controllers.delete(controller);
  if (controllers.size === 0) observer?.disconnect();
}

function pageChanged(): void {
  followPage([...controllers].map(({ host }) => host));
  for (const each of controllers) each.renew();
}

/** A transition may change the colour of a page's text slowly: it is read again when this ends. */
function pageFaded({ propertyName, target }: TransitionEvent): void {
  if (propertyName !== 'color') return;
  const hosts = [...controllers].map(({ host }) => host).filter((host) => isAround(target, host));
  if (followPage(hosts)) for (const each of controllers) each.renew();
}

/** Styles are still those of the screen: not every browser has those of paper before it prints, nor says when it has. */
let isBeforePrint = false;

function mediumChanged({ type }: Event): void {
  isBeforePrint = type === 'beforeprint';
  for (const each of controllers) {
    try {
      if (type !== 'change') each.host.showPrinted(isBeforePrint);
      each.followMedium();
    } catch (error) {
      // The figures after it are printed all the same.
      reportError(error);
    }
  }
}

function isAround(target: EventTarget | null, host: Element): boolean {
  for (let at: Element | null = host; at !== null; at = parentOf(at))
    if (at === target) return true;
  return false;
}

type Host = ReactiveControllerHost & HTMLElement & { showPrinted(isPrinted: boolean): void };

/** Renders the host anew when the document's language, theme or width class changes; finds the nearest `lang`. */
export class SurroundingsController implements ReactiveController {
  readonly host: Host;
  readonly #inked: () => Element;
  readonly #narrow = matchMedia('(max-width: 40rem)');
  #endLanguages: (() => void) | null = null;

  /** The colour of the host's text and those of the page's scales, once they were asked for. */
  #look: string | null = null;
  #guess = '';
  /** The last answer to that. */
  #told: string | null = null;
  readonly #seen: WhenSeen;
  readonly #updateNow: () => void;

  /**
   * @param inked what has the colour of the host's text
   * @param updateNow makes the host's pending update at once
   */
  constructor(host: Host, { inked, updateNow }: { inked: () => Element; updateNow: () => void }) {
    this.host = host;
    this.#inked = inked;
    this.#updateNow = updateNow;
    this.#seen = new WhenSeen(host, () => this.#verifyLook());
    host.addController(this);
  }

  /** The tag of the language around the host. */
  get language(): string {
    return languageOf(this.host);
  }

  /**
   * The colour of the host's text, and those of its page's scales, as the browser has them: what is painted on a canvas follows
   * them. To ask for them makes the browser work out styles, those of what is out of view too; so until the host is seen they
   * are taken for those around it (null: nothing of ours is there), and are asked for again only when the theme may have changed.
   */
  lookWithin(around: string | null): string {
    const look = this.#lookWithin(around);
    return (this.#told = isBeforePrint ? lookOnPaper(look) : look);
  }

  #lookWithin(around: string | null): string {
    if (this.#look !== null) return this.#look;
    if (around === null) return (this.#look = this.#asked());
    this.#guess = around;
    this.#seen.ask();
    return around;
  }

  #asked(): string {
    return lookOf(getComputedStyle(this.#inked()));
  }

  #verifyLook(): void {
    if (!this.host.isConnected) return;
    this.#look = this.#asked();
    if (shadesOf(this.#look) !== shadesOf(this.#guess)) this.host.requestUpdate();
  }

  /** A canvas has the theme of the paper before the browser prints, which is when its event has been handled. */
  followMedium(): void {
    if (this.#told === null) return;
    this.#look = isBeforePrint ? null : this.#asked();
    const look = this.#look ?? lookOnPaper(this.#told);
    if (shadesOf(look) === shadesOf(this.#told)) return;
    this.host.requestUpdate();
    this.#updateNow();
  }

  /** As on a phone. */
  get isNarrow(): boolean {
    return this.#narrow.matches;
  }

  hostConnected(): void {
    this.#look = null;
    watch(this, this.host.ownerDocument);
    // Elements inside the host may have been connected before it.
    if (followPage([this.host])) for (const each of controllers) each.renew();
    this.#endLanguages = onLanguage(this.renew);
    this.#narrow.addEventListener('change', this.renew);
  }

  hostDisconnected(): void {
    unwatch(this);
    this.#endLanguages?.();
    this.#narrow.removeEventListener('change', this.renew);
  }

  /** Language, theme or width of the page are others. */
  readonly renew = (): void => {
    this.#look = null;
    this.host.requestUpdate();
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
