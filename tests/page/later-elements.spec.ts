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
    });
});
