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
