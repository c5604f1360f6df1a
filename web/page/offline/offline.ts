/** Keeps the page for when there is no network: itself, and the models that the reader has met. */
import type { GlassModel } from 'glassformer/elements';

/** Told of models that are met in other ways than through an element. */
export const kMetModel = 'met-model';
export interface MetModel {
  readonly model: string;
}

/** Begins once the first figure is live, so that it takes nothing from it. Where a browser does not allow it, the page
 * goes on without. */
export function keepForOffline(folder: string): void {
  if (!('serviceWorker' in navigator)) return;
  const begin = (): void => void start(folder).catch(() => {});
  document.addEventListener('glass-run', begin, { once: true });
}

async function start(folder: string): Promise<void> {
  await navigator.serviceWorker.register(`${folder}sw.js`);
  const { active } = await navigator.serviceWorker.ready;
  const told = new Set<string>();
  const tell = (model: string | undefined): void => {
    if (!model || told.has(model)) return;
    told.add(model);
    active?.postMessage({ model });
  };
  const tellOf = (element: EventTarget | null): void => {
    if (element instanceof Element) tell(element.closest<GlassModel>('glass-model')?.src);
  };
  for (const type of ['glass-run', 'glass-translated'])
    document.addEventListener(type, ({ target }) => tellOf(target));
  document.addEventListener(kMetModel, (event) =>
    tell((event as CustomEvent<MetModel>).detail.model),
  );
  const tellOfTraining = (): void => active?.postMessage({ training: true });
  document.addEventListener('glass-train-step', tellOfTraining, { once: true });
  tellOf(document.querySelector('main glass-model'));
}
