/** Keeps the page for when there is no network: itself, and the models that the reader has met. */
import type { GlassModel } from 'glassformer/elements';

/** Begins once the first figure is live, so that it takes nothing from it. Where a browser does not allow it, the page
 * goes on without. */
export function keepForOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  const begin = (): void => void start().catch(() => {});
  document.addEventListener('glass-run', begin, { once: true });
}

async function start(): Promise<void> {
  await navigator.serviceWorker.register('./sw.js');
  const { active } = await navigator.serviceWorker.ready;
  const told = new Set<string>();
  const tell = (element: EventTarget | null): void => {
    const model = element instanceof Element && element.closest<GlassModel>('glass-model')?.src;
    if (!model || told.has(model)) return;
    told.add(model);
    active?.postMessage({ model });
  };
  for (const type of ['glass-run', 'glass-translated'])
    document.addEventListener(type, ({ target }) => tell(target));
  tell(document.querySelector('main glass-model'));
  active?.postMessage({ model: 'aab' });
}
