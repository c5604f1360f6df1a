/** Keeps the page for when there is no network: itself, and the models that the reader has met. */
import type { GlassModel } from 'glassformer/elements';

/** Told of models that are met in other ways than through an element. */
export const kMetModel = 'met-model';
export interface MetModel {
  readonly model: string;
}

type Message = MetModel | { readonly training: true };

/** Begins once the first figure is live, so that it takes nothing from it. Where a browser does not allow it, the page
 * goes on without. */
export function keepForOffline(folder: string): void {
  if (!('serviceWorker' in navigator)) return;
  // What the reader meets before the worker is active is told of when it is.
  const waiting: Message[] = [];
  let send = (message: Message): void => void waiting.push(message);
  listen((message) => send(message));
  const begin = async (): Promise<void> => {
    await navigator.serviceWorker.register(`${folder}sw.js`);
    // A new version of the page's worker takes the place of the one that was active first.
    const registration = await navigator.serviceWorker.ready;
    send = (message) => registration.active?.postMessage(message);
    waiting.forEach(send);
  };
  document.addEventListener('glass-run', () => void begin().catch(() => {}), { once: true });
}

/** Each model is told of once. */
function listen(tell: (message: Message) => void): void {
  const told = new Set<string>();
  const tellOf = (model: string | undefined): void => {
    if (!model || told.has(model)) return;
    told.add(model);
    tell({ model });
  };
  for (const type of ['glass-run', 'glass-translated'])
    document.addEventListener(type, ({ target }) => {
      if (target instanceof Element) tellOf(target.closest<GlassModel>('glass-model')?.src);
    });
  document.addEventListener(kMetModel, (event) =>
    tellOf((event as CustomEvent<MetModel>).detail.model),
  );
  document.addEventListener('glass-train-step', () => tell({ training: true }), { once: true });
}
