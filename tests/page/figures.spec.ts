/** What all figures have in common: names that stay in sight, scales that are shared, changes that are named. */
import { expect, test } from './fixture.ts';
import { openShelf, put } from './shelf.ts';

const kWords = 'once upon a time there was a little girl who had a big red ball and a dog';

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test('a matrix too large for digits keeps the names of its rows', async ({ page }) => {
    await openShelf(page);
    await put(
      page,
      `<glass-model src="stories" text="${kWords} and ${kWords}"><glass-attention></glass-attention></glass-model>`,
    );
    const names = page.locator('glass-attention .names span');
    await expect(names.nth(30)).toBeAttached();
    const scroller = page.locator('glass-attention .scroller');
    const before = await names.nth(1).boundingBox();
    await scroller.evaluate((element) => element.scrollBy(200, 0));
    expect(await scroller.evaluate((element) => element.scrollLeft)).toBeGreaterThan(20);
    expect(Math.abs((await names.nth(1).boundingBox())!.x - before!.x)).toBeLessThan(4);
  });

  test('the lens shows the column that its sentence is about', async ({ page }) => {
    await openShelf(page);
    await put(
      page,
      `<glass-model src="stories" text="${kWords}"><glass-tokens></glass-tokens><glass-block></glass-block></glass-model>`,
    );
    await expect(page.locator('glass-block td.on')).toBeInViewport({ ratio: 0.9 });
    await page.locator('glass-tokens button').first().click();
    await page.mouse.move(0, 0);
    await expect(page.locator('glass-block td.on')).toHaveAttribute('data-column', '0');
    await expect(page.locator('glass-block td.on')).toBeInViewport({ ratio: 0.9 });
  });
});

test('the lens names the heads that are off, and the lines speak of words alone', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    `<glass-model src="stories" text="Once upon a time"><glass-heads switchable></glass-heads><glass-block></glass-block><glass-attention view="lines"></glass-attention></glass-model>`,
  );
  await expect(page.locator('glass-attention [part=readout]')).toHaveText(
    'Point at a word to read it.',
  );
  await expect(page.locator('glass-block .changed')).toHaveCount(0);
  await page.locator('glass-heads [data-layer="1"][data-head="3"]').click();
  await page.locator('glass-heads').getByRole('button', { name: 'Switch off' }).click();
  await expect(page.locator('glass-block tbody tr').nth(2).locator('.changed')).toHaveText(
    'head 4 off',
  );
  await expect(page.locator('glass-block .title .changed')).toHaveText('head 4 off');
});

test('figures that share their numbers share their scale', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    `<glass-model src="stories" text="Once upon a time"><glass-embeddings scale-hooks="embed pos_embed blocks.0.resid_pre"></glass-embeddings><glass-positions></glass-positions></glass-model>`,
  );
  const scale = (name: string) => page.locator(`${name} .key`).first();
  await expect(scale('glass-positions')).toBeVisible();
  const shared = (await scale('glass-positions').textContent()) ?? '';
  await expect(scale('glass-embeddings')).toHaveText(shared);
});
