/** Who has been here once can come back without a network. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { expect, isLive, open, type Page, sentenceField, test, typeAnother } from './fixture.ts';
import { goToLearning } from './learning.ts';
import { goTo } from './models.ts';

test.use({
  serviceWorkers: 'allow',
  allowed: /^request failed|ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
});

/** The address of a model's file, as seen from the page: it has a version. */
function addressOf(model: string, file: string): string {
  const versions = readdirSync('build/page/assets/models');
  const paths = versions.map((version) => `assets/models/${version}/${model}/${file}`);
  const found = paths.filter((path) => existsSync(`build/page/${path}`));
  expect(found).toHaveLength(1);
  return found[0] ?? '';
}

/** Whether the page has kept a file. */
async function isKept(page: Page, file: string): Promise<boolean> {
  return page.evaluate(
    async (path) => (await caches.match(new URL(path, document.baseURI).href)) !== undefined,
    file,
  );
}

/**
 * Waits until the worker is activated. Before, it still throws away what other versions kept, and a page that is loaded in
 * this moment is not claimed by it.
 */
async function isActive(page: Page): Promise<void> {
  const state = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state);
  await expect.poll(state).toBe('activated');
}

test('the page opens again without a network, with the models that were met', async ({
  page,
  context,
}) => {
  await open(page);
  await goTo(page, 'translating', '.output .text');
  await goToLearning(page);
  for (const model of ['stories', 'en-zh', 'aab'])
    await expect
      .poll(() => isKept(page, addressOf(model, 'model.safetensors')), { timeout: 20_000 })
      .toBe(true);
  expect(await isKept(page, addressOf('tang', 'model.safetensors'))).toBe(false);

  await context.setOffline(true);
  const attempt = (file: string) =>
    fetch(file).then(
      () => 'came',
      () => 'lost',
    );
  expect(await page.evaluate(attempt, addressOf('tang', 'config.json'))).toBe('lost');
  await page.reload();
  await isLive(page);
  await typeAnother(page, 'The cat sat on the');
  await goTo(page, 'translating', '.output .text');
  await expect(page.locator('#translating .output .text').first()).toHaveText(/\p{Script=Han}/u);
});

test('a model that is met before the page can be kept is kept when it can', async ({ page }) => {
  await page.addInitScript(() => {
    const { serviceWorker } = navigator;
    const register = serviceWorker.register.bind(serviceWorker);
    const released = new Promise((done) => addEventListener('released', done));
    serviceWorker.register = async (...args) => released.then(() => register(...args));
  });
  await open(page);
  await goTo(page, 'translating', '.output .text');
  await page.evaluate(() => dispatchEvent(new Event('released')));
  await expect.poll(() => isKept(page, addressOf('en-zh', 'model.safetensors'))).toBe(true);
});

test('a new version takes the place of the old one', async ({ page }) => {
  await open(page);
  await expect.poll(() => isKept(page, './')).toBe(true);
  await isActive(page);
  const names = () => page.evaluate(() => caches.keys());
  const [current] = await names();
  const other = current?.replace(/\S+$/, 'of-another-time') ?? '';
  await page.evaluate((name) => caches.open(name), other);
  expect(await names()).toEqual([current, other]);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.unregister());
  await page.reload();
  await expect.poll(names).toEqual([current]);
});

test('a disk without room takes nothing from the page', async ({ page, context }) => {
  await open(page);
  await isActive(page);
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated');
  const client = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  await client.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  const file = addressOf('tang', 'model.safetensors');
  const fetched = await page.evaluate(async (path) => {
    const response = await fetch(path);
    return [response.status, (await response.arrayBuffer()).byteLength];
  }, file);
  expect(fetched).toEqual([200, statSync(`models/tang/model.safetensors`).size]);
  expect(await isKept(page, file)).toBe(false);
  await sentenceField(page).fill('春眠不觉晓');
  await expect(page.locator('.under-say glass-tokens button').first()).toHaveText(/春/);
});
