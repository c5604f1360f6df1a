/** One row of numbers per token, beside the engine's. */
import { expect, test } from '../kept.ts';
import { activation } from '../models.ts';
import { openShelf, put } from '../shelf.ts';

const kText = 'Once upon a time, there was a little girl named';

test('the embeddings, one strip a token, with the number of what is looked at', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    `<glass-model src="stories" text="${kText}"><glass-embeddings></glass-embeddings></glass-model>`,
  );
  const embeddings = page.locator('glass-embeddings');
  await expect(embeddings.locator('canvas').first()).toBeAttached();
  const { shape, data } = await activation(page.locator('glass-model'), kText, 'embed');
  await expect(embeddings.locator('.names span')).toHaveCount(shape[0] ?? 0);
  await embeddings.locator('[role=gridcell]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const value = data[(shape[1] ?? 0) + 1] ?? Number.NaN;
  await expect(embeddings.locator('.foot')).toContainText('“upon”, 2:');
  const text = (await embeddings.locator('.foot span').last().textContent()) ?? '';
  expect(Number(text.split(': ')[1]?.replace('−', '-'))).toBeCloseTo(value, 3);
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
