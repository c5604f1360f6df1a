/** The elements of later chapters are fetched when the reader comes near, and keep their place until then. */
import { expect, open, type Page, test } from './fixture.ts';
import { goTo } from './models.ts';
import { settled } from './settled.ts';

const waiting = (page: Page, chapter: string) =>
  page.locator(`#${chapter} :is(glass-map, glass-block, glass-proof):not(:defined)`);

test('a chapter far away waits, with its room, and is live when the reader is there', async ({
  page,
}) => {
  await open(page);
  await settled(page);
  await expect(waiting(page, 'layers')).toHaveCount(1);
  const { height } = (await waiting(page, 'layers').boundingBox())!;
  expect(height).toBeGreaterThan(300);
  await goTo(page, 'layers', 'glass-block tbody td');
  await expect(waiting(page, 'layers')).toHaveCount(0);
  // What was passed over is not fetched.
  await expect(waiting(page, 'proof')).toHaveCount(3);
});

test('a link to a chapter shows its heading and its figures, and those above come without moving it', async ({
  page,
}) => {
  await page.goto('.#at=layers');
  const heading = page.locator('#layers h2');
  await expect(page.locator('#layers glass-block tbody td').first()).toBeVisible();
  await settled(page);
  await expect(heading).toBeInViewport();
});

for (const [language, sentence] of [
  ['en', 'The figures of this chapter are loading…'],
  ['zh', '这一章的图正在加载……'],
] as const)
  test(`a chapter that is on its way says so, and nothing moves when it has come, ${language}`, async ({
    page,
  }) => {
    let send = (): void => {};
    const held = new Promise<void>((done) => (send = done));
    await page.route('**/assets/layers-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await open(page, `#lang=${language}`);
    const status = page.getByRole('status').filter({ hasText: sentence });
    await expect(status).toHaveCount(0);
    await page.locator('nav.contents a[href="#at=layers"]').click();
    const room = waiting(page, 'layers');
    await expect(room).toHaveCount(1);
    await expect(status).toHaveCount(1);
    // It stands in the figure's place, and takes no room of its own.
    const written = await room.evaluate((each) => getComputedStyle(each, '::before').content);
    expect(written).toBe(JSON.stringify(sentence));
    const height = async () => (await room.boundingBox())!.height;
    const withSentence = await height();
    await page.evaluate(() => document.documentElement.style.removeProperty('--coming'));
    expect(await height()).toBe(withSentence);
    send();
    await expect(page.locator('#layers glass-block tbody td').first()).toBeVisible();
    await expect(status).toHaveCount(0);
  });

test('printing leaves no chapter out', async ({ page }) => {
  await open(page);
  await expect(waiting(page, 'vectors')).toHaveCount(1);
  await page.pdf();
  for (const chapter of ['vectors', 'layers', 'proof'])
    await expect(waiting(page, chapter)).toHaveCount(0);
});

test.describe('without a network', () => {
  test.use({ allowed: /request failed|ERR_FAILED|dynamically imported|preload/ });

  for (const [language, sentence] of [
    ['en', 'The figures of this chapter could not be fetched.'],
    ['zh', '这一章的图未能下载。'],
  ] as const)
    test(`the chapter says that its figures did not come, ${language}`, async ({ page }) => {
      await page.route('**/assets/layers-*.js', (route) => route.abort());
      await open(page, `#lang=${language}`);
      await page.locator('#layers').evaluate((section) => section.scrollIntoView());
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toHaveCount(1);
      await expect(page.locator('#layers .prose').first()).toBeVisible();
      // What has failed is not said to be loading.
      const content = await waiting(page, 'layers').evaluate(
        (each) => getComputedStyle(each, '::before').content,
      );
      expect(content).toBe('none');
    });
});
