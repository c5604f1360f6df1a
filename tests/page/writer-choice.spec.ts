/** Which model reads the line: by what is in it, or the one that the reader has chosen. */
import { expect, type Locator, open, type Page, sentenceField, test, tokensIn } from './fixture.ts';
import { drawn } from './settled.ts';

const choice = (page: Page): Locator => page.locator('.voice select');
const writer = (page: Page): Locator => page.locator('main > glass-model');
const bars = (page: Page): Locator => page.locator('.first glass-next-token button');
const chips = (page: Page): Locator => page.locator('.under-say glass-tokens');

test('the larger model reads the line when it is chosen, and the link keeps it', async ({
  page,
}) => {
  await open(page);
  await expect(choice(page).locator('option:checked')).toHaveText(/automatic: stories/);
  const [before] = await bars(page).allTextContents();
  await choice(page).selectOption('stories-large');
  await expect(writer(page)).toHaveAttribute('src', 'stories-large');
  await expect(page.locator('.first [part=model]')).toContainText(
    'larger, for stories (English, 4 MB), loss 1.74 About this model',
  );
  await expect(page.locator('.honest')).toContainText('4 MB');
  await expect(bars(page).first()).not.toHaveText(before ?? '');
  await expect(page).toHaveURL(/voice=stories-large/);
  // Its own head is shown, and what is picked in it is of it alone.
  await page.locator('.first glass-heads button').nth(40).click();
  await expect(page).toHaveURL(/[#&]head=7\.5/);
  await page.reload();
  await expect(choice(page)).toHaveValue('stories-large');
  await expect(page.locator('.first glass-heads [part=head]')).toHaveCount(42);
  await choice(page).selectOption('');
  await expect(writer(page)).toHaveAttribute('src', 'stories');
  await expect(page).not.toHaveURL(/voice=/);
});

test('the poet begins with a verse where nothing was typed; an example in another script is read by its own model', async ({
  page,
}) => {
  await open(page);
  await choice(page).selectOption('tang');
  await expect(sentenceField(page)).toHaveValue('空山新雨后，天气晚来');
  // What would read the line without a choice is still the model that the page begins with.
  await expect(choice(page).locator('option').first()).toHaveText(/automatic: stories/);
  await expect(writer(page)).toHaveAttribute('src', 'tang');
  await page.locator('.under-say .examples button', { hasText: 'Once upon' }).click();
  await expect(choice(page)).toHaveValue('');
  await expect(writer(page)).toHaveAttribute('src', 'stories');
});

test('a chosen model reads what it was not made for, and says what that is to it', async ({
  page,
}) => {
  await open(page, '#voice=stories-large&text=今天');
  await expect(writer(page)).toHaveAttribute('src', 'stories-large');
  await expect(page.locator('.under-say p[role=status]')).toContainText('read byte by byte');
  expect((await tokensIn(chips(page))).length).toBeGreaterThan(2);
  await choice(page).selectOption('');
  await expect(writer(page)).toHaveAttribute('src', 'zh');
  await expect(sentenceField(page)).toHaveValue('今天');
});

test('a voice that is none is as if none were named', async ({ page }) => {
  await open(page, '#voice=nobody');
  await expect(choice(page)).toHaveValue('');
  await expect(writer(page)).toHaveAttribute('src', 'stories');
});

test('what was computed beforehand with one model is not shown for another', async ({ page }) => {
  let release = (): void => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route('**/model.safetensors*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('./#voice=stories-large');
  await expect(choice(page)).toHaveValue('stories-large');
  await drawn(page);
  await expect(page.locator('.early')).toHaveCount(0);
  await expect(page.locator('.first glass-heads [part=head]')).toHaveCount(0);
  await expect(bars(page)).toHaveCount(0);
  release();
  await expect(page.locator('.first glass-heads [part=head]')).toHaveCount(42, { timeout: 40_000 });
});

test('while another model comes, the figures of the one before are old, and the line stays where it is', async ({
  page,
}) => {
  await open(page, '#lang=zh&text=床前明月光，疑是地上霜。举头望明月，低头思故乡。');
  await expect(bars(page).first()).toContainText('结束');
  let release = (): void => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route('**/model.safetensors*', async (route) => {
    await held;
    await route.continue();
  });
  const topOf = () =>
    page.locator('#sentence').evaluate((line) => line.getBoundingClientRect().top);
  const top = await topOf();
  await sentenceField(page).fill('昨天我去了超市，');
  await expect(writer(page)).toHaveAttribute('src', 'zh');
  await expect(page.locator('.early')).toContainText('正在加载');
  await expect(page.locator('main > glass-model.stale')).toHaveCount(1);
  // The end is called as before, though its model has gone.
  await expect(bars(page).first()).toContainText('结束');
  expect(await topOf()).toBe(top);
  release();
  await expect(page.locator('main > glass-model.stale')).toHaveCount(0, { timeout: 40_000 });
  await expect(page.locator('.early')).toHaveCount(0);
  await expect(chips(page)).toContainText('超');
});
