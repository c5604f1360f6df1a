// Opens a page in Chromium, waits for its figure, and says what the reader and the console see.
import { chromium } from '@playwright/test';
import { installedBrowser } from '../../tools/lib/browser.mjs';

export const openBrowser = () =>
  chromium.launch({ executablePath: installedBrowser(), args: ['--no-sandbox', '--disable-gpu'] });

/**
 * { attention, written, complaints, requests } of the first figure and what stands in the page's `<output>` (null: there is
 * none); a page that shows no figure within a minute has complaints.
 * `until`: looks only until the console has said something like this. `isFramed`: the figure is in a frame of the page.
 * `act(page)`: what a reader does with the page after that.
 */
export async function look(browser, address, { until, isFramed = false, act } = {}) {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  const complaints = [];
  const requests = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  try {
    const said = until && page.waitForEvent('console', (message) => until.test(message.text()));
    await page.goto(address);
    if (until) return { complaints: [(await said).text()], requests };
    const place = isFramed ? page.mainFrame().childFrames()[0] : page;
    await place.waitForFunction(
      () => {
        const figure = document.querySelector('glass-attention');
        return (
          figure?.toJSON?.().weights !== undefined &&
          document.querySelector('output')?.textContent !== ''
        );
      },
      undefined,
      { timeout: 60_000 },
    );
    const seen = await place.evaluate(() => ({
      attention: document.querySelector('glass-attention').toJSON(),
      written: document.querySelector('output')?.textContent ?? null,
    }));
    await act?.(page);
    return { ...seen, complaints, requests };
  } catch (error) {
    const shown = await page
      .evaluate(() =>
        [...document.querySelectorAll('glass-attention, glass-tokens')]
          .map((each) => each.shadowRoot?.textContent.trim().slice(0, 300))
          .join(' | '),
      )
      .catch(() => '');
    return {
      complaints: [...complaints, error.message.split('\n')[0], `shown: ${shown}`],
      requests,
    };
  } finally {
    await page.close();
  }
}
