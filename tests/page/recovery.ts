/** Tests that let the engine stop: every worker of the page is at hand, and says that it has failed when it is told to. */
import { expect, type Locator, type Page, test as base } from './fixture.ts';

export { expect, type Page } from './fixture.ts';

interface Crash {
  /** A text that is being read just then. */
  readonly whileReading?: string;
  /** Random vectors are being drawn just then. */
  readonly whileDrawing?: boolean;
}

export const test = base.extend<{ crash: (when?: Crash) => Promise<void> }>({
  page: async ({ page }, use) => {
    await page.addInitScript(() => {
      const workers: Worker[] = [];
      Object.assign(globalThis, {
        workers,
        Worker: class extends Worker {
          constructor(...all: ConstructorParameters<typeof Worker>) {
            super(...all);
            workers.push(this);
          }

          override postMessage(...all: unknown[]): void {
            super.postMessage(...(all as [unknown]));
            this.dispatchEvent(new Event('asked'));
          }
        },
      });
    });
    await use(page);
  },
  crash: async ({ page }, use) => {
    await use((when = {}) =>
      page.evaluate(async ({ whileReading, whileDrawing }) => {
        const { workers } = globalThis as unknown as { workers: Worker[] };
        const newest = workers.at(-1) as Worker;
        type Updating = HTMLElement & { text: string; seed: number };
        const written = document.querySelector<Updating>('glass-model');
        const drawn = document.querySelector<Updating>('glass-variance');
        const asked = new Promise((done) => newest.addEventListener('asked', done, { once: true }));
        if (whileReading !== undefined && written) written.text = whileReading;
        if (whileDrawing && drawn) drawn.seed += 1;
        if (whileReading !== undefined || whileDrawing) {
          // What it asks for stays without an answer.
          newest.terminate();
          await asked;
        }
        newest.dispatchEvent(
          new ErrorEvent('error', { message: 'crashed for this test', cancelable: true }),
        );
      }, when),
    );
  },
});

/** Goes on with the Tab key until this has the focus. */
export async function goOn(page: Page, to: Locator): Promise<void> {
  await expect(to).toBeVisible();
  const isThere = () => to.evaluate((element) => element.matches(':focus'));
  for (let i = 0; i < 20 && !(await isThere()); ++i) await page.keyboard.press('Tab');
  await expect(to).toBeFocused();
}
