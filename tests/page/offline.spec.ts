/** Who has been here once can come back without a network. */
import { expect, open, type Page, sentenceField, test } from './fixture.ts';
import { goToLearning } from './learning.ts';
import { goTo } from './models.ts';

test.use({
  serviceWorkers: 'allow',
  allowed: /^request failed|ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
});

/** Whether the page has kept a file. */
async function isKept(page: Page, file: string): Promise<boolean> {
  return page.evaluate(
    async (path) => (await caches.match(new URL(path, document.baseURI).href)) !== undefined,
    file,
  );
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
      .poll(() => isKept(page, `assets/models/${model}/model.safetensors`), { timeout: 20_000 })
      .toBe(true);
  expect(await isKept(page, 'assets/models/tang/model.safetensors')).toBe(false);

  await context.setOffline(true);
  const attempt = () =>
    fetch('assets/models/tang/config.json').then(
      () => 'came',
      () => 'lost',
    );
  expect(await page.evaluate(attempt)).toBe('lost');
  await page.reload();
  const bars = page.locator('.first glass-next-token button');
  await expect(bars.first()).toBeVisible();
  const before = await bars.allTextContents();
  await sentenceField(page).fill('The cat sat on the');
  await expect.poll(() => bars.allTextContents()).not.toEqual(before);
  await goTo(page, 'translating', '.output .text');
  await expect(page.locator('#translating .output .text').first()).toHaveText(/\p{Script=Han}/u);
});

test('a new version takes the place of the old one', async ({ page }) => {
  await open(page);
  await expect.poll(() => isKept(page, './')).toBe(true);
  const names = () => page.evaluate(() => caches.keys());
  await page.evaluate(() => caches.open('glassformer-page of-another-time'));
  const [current] = (await names()).filter((name) => name !== 'glassformer-page of-another-time');
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.unregister());
  await page.reload();
  await expect.poll(names).toEqual([current]);
});
