/** A link to what the reader sees, by one press. */
import { expect, isLive, open, sentenceField, test, typeAnother } from './fixture.ts';

const kName = 'Copy a link to what you see';

test('the link that is copied holds the line as it is in this moment', async ({
  page,
  anotherPage,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);
  await typeAnother(page, 'The cat sat on the');
  await page.getByRole('button', { name: kName }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).origin).toBe(new URL(page.url()).origin);
  const other = await anotherPage();
  await other.goto(link);
  await isLive(other);
  await expect(sentenceField(other)).toHaveValue('The cat sat on the');
  await expect(page.getByText('Copied.')).toBeHidden();
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
