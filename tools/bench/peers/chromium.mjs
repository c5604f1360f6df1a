// One measurement in a browser of its own, so that none finds another's memory, caches or compiled code.
import { chromium } from '@playwright/test';
import { installedBrowser } from '../../lib/browser.mjs';
import { largestPeak } from './memory.mjs';
import { phases } from './page/clock.js';
import { slowDown } from './slow.mjs';

// Nothing else of the browser shall run beside it.
const browserArguments = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

const longest = 5; // minutes of one measurement

/** Opens `address` and asks its `visit` for what is wanted; `slow`: how many times slower the page's process shall be. */
export async function visit(address, wanted, { slow = 1, call = 'visit' } = {}) {
  const browser = await chromium.launch({
    executablePath: installedBrowser(),
    args: browserArguments,
  });
  let restore = async () => {};
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(address);
    await page.waitForFunction((name) => name in window, call);
    const renderers = await renderersOf(browser);
    if (slow > 1) {
      const slowed = await slowDown(renderers, slow);
      restore = slowed.end;
      // While it warms up it is not slowed: compilers would take all the time.
      page.on('console', (message) => {
        if (message.text() === phases.warming) slowed.pause();
        if (message.text() === phases.warm) slowed.resume();
      });
    }
    const asked = page.evaluate(([name, given]) => window[name](given), [call, wanted]);
    const result = await Promise.race([asked, tooLong(longest)]);
    return { ...result, version: browser.version(), peak: largestPeak(renderers) };
  } finally {
    await restore();
    await browser.close();
  }
}

/** Rejects after so many minutes; the browser is closed then, which ends what still runs. */
const tooLong = (minutes) =>
  new Promise((_, reject) => {
    const late = () => reject(new Error(`did not end within ${minutes} minutes`));
    setTimeout(late, minutes * 60_000).unref();
  });

async function renderersOf(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}
