/** What the reader sees stays where it is, whatever comes above it or is typed. */
import { expect, open, sentenceField, test } from './fixture.ts';
import { frames, settled } from './settled.ts';

test('where a link has led to stays while figures above it come, until the reader moves', async ({
  page,
}) => {
  await open(page);
  // As in browsers that do not anchor the scroll position.
  await page.evaluate(() => (document.documentElement.style.overflowAnchor = 'none'));
  const heading = page.locator('#writing > h2');
  const top = () => heading.evaluate((element) => element.getBoundingClientRect().top);
  const grow = async (pixels: number) => {
    await page
      .locator('.first')
      .evaluate((element, by) => (element.style.paddingBottom = `${by}px`), pixels);
    await frames(page, 3);
  };
  await page.locator('.contents a[href="#at=writing"]').click();
  await expect(heading).toBeFocused();
  await frames(page, 30);
  const led = await top();
  expect(led).toBeLessThan(200);
  await grow(700);
  expect(Math.abs((await top()) - led)).toBeLessThan(3);
  // Figures come on meanwhile, so the reader's own move is told by where the page is, not by the heading.
  await page.mouse.move(640, 500);
  await page.mouse.wheel(0, 300);
  await expect.poll(top).toBeLessThan(led - 250);
  await settled(page);
  const moved = await page.evaluate(() => scrollY);
  await grow(1400);
  expect(await page.evaluate(() => scrollY)).toBe(moved);
});

test('what a link has led to does not pull back from what has come below it and is shown', async ({
  page,
}) => {
  await open(page);
  await page.evaluate(() => (document.documentElement.style.overflowAnchor = 'none'));
  const heading = page.locator('#writing > h2');
  await page.locator('.contents a[href="#at=writing"]').click();
  await expect(heading).toBeFocused();
  await frames(page, 30);
  await page.evaluate(() => {
    (document.querySelector('.first') as HTMLElement).style.paddingBottom = '100px';
    document.querySelector('#writing')?.lastElementChild?.scrollIntoView({ block: 'end' });
  });
  await frames(page, 3);
  await expect(heading).not.toBeInViewport();
  await expect(page.locator('#writing > :last-child')).toBeInViewport();
});

test('typing in the line, and what hangs below it, leaves the page where the reader is', async ({
  page,
}) => {
  test.slow();
  await open(page);
  const heading = page.locator('#layers > h2');
  const top = () => heading.evaluate((element) => element.getBoundingClientRect().top);
  await page.locator('.contents a[href="#at=layers"]').click();
  await expect(heading).toBeFocused();
  await settled(page);
  await page.mouse.wheel(0, 60);
  await settled(page);
  const before = await top();
  const isThere = async () => expect(Math.abs((await top()) - before)).toBeLessThan(3);
  await page.mouse.click(300, 30);
  await expect(sentenceField(page)).toBeFocused();
  await isThere();
  for (const key of ['End', ' ', 'J', 'o', 'Home']) {
    await page.keyboard.press(key);
    await settled(page);
    await isThere();
  }
  await page.locator('.say .where summary').focus();
  await settled(page);
  await isThere();
});
