import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How far outside of the window an element still counts as near. */
const kMargin = '300px';
const kLongestWaitMs = 250;

const nearness = new WeakMap<Element, boolean>();
let observer: IntersectionObserver | null = null;

function watch(element: Element): void {
  observer ??= new IntersectionObserver(
    (entries) =>
      entries.forEach(({ target, isIntersecting }) => nearness.set(target, isIntersecting)),
    { rootMargin: kMargin },
  );
  observer.observe(element);
}

/** Whether its host is near the viewport. What is far may be rendered later, so that typing stays fast. */
export class NearnessController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  get isFar(): boolean {
    return nearness.get(this.#host) === false;
  }

  hostConnected(): void {
    watch(this.#host);
  }

  hostDisconnected(): void {
    observer?.unobserve(this.#host);
    nearness.delete(this.#host);
  }
}

/** On paper everything is in view. */
let isAllNear = false;
/**
 * Callbacks that wait for an element to come near. The map is weak, so that an element that is removed before it was seen is
 * not kept in memory.
 */
const waiting = new Set<WeakRef<() => void>>();
const collected = new FinalizationRegistry<WeakRef<() => void>>((each) => waiting.delete(each));

/** Everything counts as near, also what comes later, until the page has been printed. */
export function bringAllNear(): void {
  isAllNear = true;
  for (const each of [...waiting]) each.deref()?.();
}

if (typeof addEventListener === 'function') {
  addEventListener('beforeprint', bringAllNear);
  addEventListener('afterprint', () => (isAllNear = false));
}

/** Resolves when the element comes within `margin` of the viewport, or is to be printed. */
export function whenNear(element: Element, margin: string): Promise<void> {
  if (isAllNear) return Promise.resolve();
  return new Promise((resolve) => {
    const come = (event?: Event): void => {
      event?.preventDefault();
      own.disconnect();
      waiting.delete(held);
      resolve();
    };
    const held = new WeakRef(come);
    collected.register(come, held);
    const own = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && come(),
      { rootMargin: margin },
    );
    own.observe(element);
    // A picture is made of it (`export/arrival.ts`).
    element.addEventListener('glass-figure-near', come, { once: true });
    waiting.add(held);
  });
}

/**
 * Runs an action that needs the layout (scrolling to a place) when its host is in view: in the next frame, or when it
 * comes into view. Until then nothing is laid out, however often it is asked.
 */
export class WhenSeen {
  readonly #host: Element;
  readonly #act: () => void;
  #isWaiting = false;

  constructor(host: Element, act: () => void) {
    this.#host = host;
    this.#act = act;
  }

  ask(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    void whenNear(this.#host, '0px').then(() => {
      this.#isWaiting = false;
      this.#act();
    });
  }
}

/** Resolves when the browser is idle. */
export function idleMoment(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) {
      requestIdleCallback(() => resolve(), { timeout: kLongestWaitMs });
    } else setTimeout(resolve, 50);
  });
}
