/** Events after which nothing more follows from what was done, so that what is not there by then is never there. */
import type { Page } from './fixture.ts';

/** Every element shows what it was told: in two frames one after the other none had an update before it. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const hasUpdate = (element: Element): boolean =>
      (element as { isUpdatePending?: boolean }).isUpdatePending === true ||
      (element.shadowRoot !== null && anyUpdate(element.shadowRoot));
    const anyUpdate = (root: ParentNode): boolean =>
      [...root.querySelectorAll('*')].some(hasUpdate);
    for (let quiet = 0; quiet < 2;) {
      await new Promise(requestAnimationFrame);
      quiet = anyUpdate(document) ? 0 : quiet + 1;
    }
  });
}

/**
 * Besides: all elements have been told whether they are near the view (the observer of this function is told after all
 * older ones), and what was put off until the browser is idle has had its turn (the callbacks are served in order).
 * With a timeout longer than theirs: on a page that draws no frame, Chromium may begin no idle time (once in about 100
 * loads it called nothing back for 12 s, and then within 5 ms of the next frame).
 */
export async function settled(page: Page): Promise<void> {
  await drawn(page);
  await page.evaluate(async () => {
    await new Promise<void>((done) => {
      const observer = new IntersectionObserver(() => {
        observer.disconnect();
        done();
      });
      observer.observe(document.body);
    });
    for (let i = 0; i < 2; ++i)
      await new Promise((done) => requestIdleCallback(done, { timeout: 1000 }));
  });
  await drawn(page);
}

/** Waits until the page was drawn so often. */
export function frames(page: Page, count: number): Promise<void> {
  return page.evaluate(async (times) => {
    for (let i = 0; i < times; ++i) await new Promise(requestAnimationFrame);
  }, count);
}
