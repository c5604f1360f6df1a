/** Counts the updates (renderings) of every element, by tag; of those inside a figure that have a class, by tag and class. */
import type { Page } from './fixture.ts';
import { settled } from './settled.ts';

/** From here on; all elements have one prototype that renders them. */
export async function countUpdates(page: Page): Promise<void> {
  await page.evaluate(() => {
    const counts: Record<string, number> = {};
    let prototype = customElements.get('glass-tokens')!.prototype as object;
    while (!Object.hasOwn(prototype, 'performUpdate')) prototype = Object.getPrototypeOf(prototype);
    const all = prototype as { performUpdate(): void };
    const { performUpdate } = all;
    all.performUpdate = function (this: HTMLElement) {
      const name = [this.localName, ...this.classList].join('.');
      if ((this as { isUpdatePending?: boolean }).isUpdatePending)
        counts[name] = (counts[name] ?? 0) + 1;
      performUpdate.call(this);
    };
    Object.assign(globalThis, { updateCounts: counts });
  });
}

/** The updates that follow from what `act` does, until nothing more follows. */
export async function updatesOf(
  page: Page,
  act: () => Promise<void>,
): Promise<Readonly<Record<string, number>>> {
  await settled(page);
  const counts = () =>
    page.evaluate(() => ({
      ...(globalThis as { updateCounts?: Record<string, number> }).updateCounts,
    }));
  const before = await counts();
  await act();
  await settled(page);
  const after = Object.entries(await counts()).map(
    ([tag, count]) => [tag, count - (before[tag] ?? 0)] as const,
  );
  return Object.fromEntries(after.filter(([, count]) => count > 0));
}
