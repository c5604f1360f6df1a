/** A link to what the reader sees, by one press. */
import { expect, isLive, open, type Page, sentenceField, test, typeAnother } from './fixture.ts';
import { frames, settled } from './settled.ts';

const kName = 'Copy a link to what you see';

/** What a press of the button there puts into the clipboard. */
async function copiedLink(page: Page, place = '.switches'): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator(place).getByRole('button', { name: kName }).click();
  await expect(page.locator(place).getByText('Copied.')).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

test('the link that is copied holds the line as it is in this moment', async ({
  page,
  anotherPage,
}) => {
  await open(page);
  await typeAnother(page, 'The cat sat on the');
  const link = await copiedLink(page);
  expect(new URL(link).origin).toBe(new URL(page.url()).origin);
  const other = await anotherPage();
  await other.goto(link);
  await isLive(other);
  await expect(sentenceField(other)).toHaveValue('The cat sat on the');
  await expect(page.getByText('Copied.')).toBeHidden();
});

/** What is gone to is scrolled to in some more frames, which would undo the next move. */
const isThere = async (page: Page, selector: string): Promise<void> => {
  await expect(page.locator(selector)).toBeInViewport();
  await frames(page, 15);
};

/** By hand: what a script scrolls may be scrolled back to where a link has led. */
const toTop = async (page: Page): Promise<void> => {
  await page.mouse.move(640, 500);
  await page.mouse.wheel(0, -1_000_000);
};

test('the address and the link that is copied lead to the chapter in view, whichever a link has led to', async ({
  page,
  anotherPage,
}) => {
  await open(page);
  await page.locator('.contents a[href="#at=what-if"]').click();
  await expect(page).toHaveURL(/at=what-if$/);
  await isThere(page, '#what-if > h2');
  await toTop(page);
  await expect(page).not.toHaveURL(/at=/);
  expect(await copiedLink(page)).not.toContain('at=');

  // Without a link, and to a part of a chapter.
  await page.locator('#layers').evaluate((section) => section.scrollIntoView());
  await expect(page).toHaveURL(/at=layers$/);
  await page.locator('#layers .block-picture a[href="#at=layer-norm"]').first().click();
  await isThere(page, '#layer-norm');
  await page.mouse.wheel(0, 120);
  await settled(page);
  await expect(page).toHaveURL(/at=layer-norm$/);
  // In the list of chapters below the line, without a way to the top.
  await page.locator('.where summary').click();
  const link = await copiedLink(page, '.where');
  expect(link).toBe(page.url());
  const other = await anotherPage();
  await other.goto(link);
  await isLive(other);
  await isThere(other, '#layer-norm');
});

test('the way back leads to what the reader saw, and a reload to its chapter', async ({ page }) => {
  await open(page, '#at=layers');
  await isThere(page, '#layers > h2');
  await toTop(page);
  await expect(page).not.toHaveURL(/at=/);
  await page.locator('.contents a[href="#at=writing"]').click();
  await isThere(page, '#writing > h2');
  await toTop(page);
  await expect(page).not.toHaveURL(/at=/);
  // The choices of both entries of the history are the same.
  await page.goBack();
  await isThere(page, '.contents');
  await page.locator('#writing').evaluate((section) => section.scrollIntoView());
  await expect(page).toHaveURL(/at=writing$/);
  await page.reload();
  await isLive(page);
  await isThere(page, '#writing > h2');
});

test('without a clipboard the reader is told where the link is', async ({ page }) => {
  await open(page);
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }),
  );
  await page.getByRole('button', { name: kName }).click();
  await expect(page.getByRole('status').getByText('the address bar has it')).toBeVisible();
});

test('what a link asks for and the page does not have is told until it is read, in either language', async ({
  page,
}) => {
  await open(page, '#text=The+dog&head=99.99&voice=evil&at=nowhere');
  const notice = page.getByRole('status').filter({ hasText: 'head=99.99' });
  await expect(notice).toContainText(
    'Not all that this link asks for could be taken: head=99.99, voice=evil, at=nowhere.',
  );
  await expect(sentenceField(page)).toHaveValue('The dog');
  await page.getByRole('button', { name: '中文' }).click();
  await expect(notice).toContainText(
    '链接里的内容未能全部采用：head=99.99、voice=evil、at=nowhere。',
  );
  await notice.getByRole('button', { name: '关闭' }).click();
  await expect(notice).toBeHidden();

  await page.evaluate(() => (location.hash = '#beams=most'));
  await expect(page.getByRole('status').filter({ hasText: 'beams=most' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status').filter({ hasText: 'beams=most' })).toBeHidden();
  await page.evaluate(() => (location.hash = '#beams=many'));
  await expect(page.getByRole('status').filter({ hasText: 'beams=many' })).toBeVisible();
  await page.evaluate(() => (location.hash = '#beams=3'));
  await expect(page.getByRole('status').filter({ hasText: 'beams=many' })).toBeHidden();
});
