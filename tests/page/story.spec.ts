/** The chapters of the story: their order, the contents, the lines that they offer, the worked examples. */
import { chapterIds as chapters } from '../../web/page/chapter-order.ts';
import { expect, open, sentenceField, test } from './fixture.ts';
import { goTo } from './models.ts';
import { frames } from './settled.ts';

const kText = 'Once upon a time, there was a little girl named';

test('the chapters stand in their order, and the contents lead to each', async ({ page }) => {
  await open(page);
  const ids = await page
    .locator('section.chapter:has(> h2)')
    .evaluateAll((sections) => sections.map(({ id }) => id));
  expect(ids).toEqual(chapters);
  for (const [i, id] of chapters.entries()) {
    await page.locator('.contents a').nth(i).click();
    await expect(page.locator(`#${id} > h2`)).toBeFocused();
    await expect(page.locator(`#${id} > h2`)).toBeInViewport();
    await expect(page).toHaveURL(new RegExp(`at=${id}$`));
    // It is scrolled to in some more frames, which would move the next link from under the pointer.
    await frames(page, 15);
  }
  // The number above a title leads back to them.
  await expect(page.locator('.chapter > .number')).toHaveText(
    chapters.map((_, i) => `Chapter ${i + 1}`),
  );
  await page.locator(`#${chapters.at(-1)} > .number a`).click();
  await expect(page.locator('.contents')).toBeFocused();
  await expect(page.locator('.contents')).toBeInViewport();
  await expect(page).toHaveURL(/at=contents$/);
  // Back is where the next link was followed: below the last title, then in the contents.
  await page.goBack();
  await expect(page.locator(`#${chapters.at(-1)} > .number a`)).toBeInViewport();
  await page.goBack();
  await expect(page.locator('.contents')).toBeInViewport();
  // The address tells of the chapter in view.
  await expect(page).not.toHaveURL(/at=/);
  await page.reload();
  await expect(page.locator('.contents')).toBeInViewport();
});

test('where a chapter speaks of another line than the reader’s, that line is one press away', async ({
  page,
}) => {
  await open(page, `#text=${encodeURIComponent('The dog was sad because he lost his')}`);
  await goTo(page, 'study');
  const offered = page.locator('#study .examples button');
  await expect(offered).toHaveText([kText, kText, kText]);
  await offered.first().click();
  await expect(sentenceField(page)).toHaveValue(kText);
  await expect(offered).toHaveCount(0);
});

test('three worked examples are one click away, and what is closed is not there', async ({
  page,
}) => {
  await open(page);
  for (const [id, first] of [
    ['life', '0.3374'],
    ['by-hand', '1'],
    ['beam', '0.4'],
  ] as const) {
    const example = page.locator(`details#${id}`);
    await expect(example.locator('glass-matrix, glass-by-hand')).toHaveCount(0);
    await example.locator('summary').click();
    const cell = example.locator('[role=gridcell], [role=cell] input').first();
    await expect(cell).toBeVisible();
    // The matrices are drawn one after another, and the first of the page need not be drawn first.
    const shown = () =>
      cell.evaluate((element) =>
        element instanceof HTMLInputElement ? element.value : (element.textContent ?? '').trim(),
      );
    await expect.poll(shown).toBe(first);
  }
  await expect(page).toHaveURL(/open=life\+by-hand\+beam/);
});
