/** Of a text that is too long only the end is read: where that is said, the line that is typed in stays where it is. */
import { expect, test } from './fixture.ts';
import { openShelf, put } from './shelf.ts';

const kNote = 'The text has 5 tokens; the figures read the last 3.';

test('the note stands under the line, and the line does not move', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    `<glass-model src="aab" text="aab" most-tokens="3"><glass-input></glass-input><glass-tokens></glass-tokens></glass-model>`,
  );
  await expect(page.locator('glass-tokens button')).toHaveCount(3);
  const line = page.locator('glass-input textarea');
  const before = await line.boundingBox();
  await line.fill('aabaa');
  const note = page.locator('glass-input [part=cut]');
  await expect(note).toHaveText(kNote);
  expect(await line.boundingBox()).toEqual(before);
  // Said once.
  await expect(page.getByText(kNote)).toHaveCount(1);
  await line.fill('aab');
  await expect(note).toHaveCount(0);
});

test('without a line the model says it, below its figures', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    `<glass-model src="aab" text="aabaa" most-tokens="3"><glass-tokens></glass-tokens></glass-model>`,
  );
  const note = page.locator('glass-model [part=message]').filter({ hasText: kNote });
  await expect(note).toBeVisible();
  const [chips, said] = [
    await page.locator('glass-tokens').boundingBox(),
    await note.boundingBox(),
  ];
  expect(said!.y).toBeGreaterThanOrEqual(chips!.y + chips!.height);
});
