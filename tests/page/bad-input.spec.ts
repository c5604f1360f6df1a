import { expect, numbersIn, open, sentenceField, test } from './fixture.ts';

const rows = '.first glass-embeddings [role=rowheader]';

test('an empty line says so and leaves the last figures', async ({ page }) => {
  await open(page);
  const before = await numbersIn(page.locator('.first glass-embeddings'));
  await sentenceField(page).fill('');
  await expect(page.getByText('The line is empty.')).toBeVisible();
  expect(await numbersIn(page.locator('.first glass-embeddings'))).toEqual(before);
  await sentenceField(page).fill('?!…，');
  await expect(page.getByText('There is no word in this line yet')).toBeVisible();
  await sentenceField(page).fill('word');
  await expect(page.locator(rows)).toHaveText(['word']);
  await expect(page.getByText('There is no word in this line yet')).toBeHidden();
});

test('half a character is named by its place', async ({ page }) => {
  await open(page);
  await sentenceField(page).evaluate((field: HTMLTextAreaElement) => {
    field.value = 'ab\ud800c';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(page.getByText('Character 3 is half of a character')).toBeVisible();
});

test('emoji, right-to-left words and marks are words like others', async ({ page }) => {
  await open(page);
  await sentenceField(page).fill('👩‍👩‍👧 שלום café');
  await expect(page.locator(rows)).toHaveText(['👩‍👩‍👧', 'שלום', 'café']);
});

test('a very long word is shortened where it is shown and kept where it was typed', async ({
  page,
}) => {
  await open(page);
  const word = 'a'.repeat(4000);
  await sentenceField(page).fill(`${word} b`);
  await expect(page.locator(rows)).toHaveText(['aaaaaaaaaaa…', 'b']);
  await expect(sentenceField(page)).toHaveValue(`${word} b`);
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBe(0);
});

test('200 words scroll, and the large matrix can be read by keyboard', async ({ page }) => {
  await open(page);
  await sentenceField(page).fill(Array.from({ length: 200 }, (_, i) => `w${i}`).join(' '));
  const grid = page.locator('.first glass-attention [role=grid]');
  await expect(grid).toHaveAttribute('aria-rowcount', '200');
  await grid.locator('[role=gridcell]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(page.locator('.first glass-attention [part=readout]')).toContainText(
    '“w1” looks at “w199”',
  );
  await expect(
    page.locator('#looking glass-attention-steps').getByText('others together').first(),
  ).toBeVisible();
});

test('10,000 characters are all kept; the figures read the first 600 words and say so', async ({
  page,
}) => {
  await open(page);
  const text = 'word '.repeat(2000);
  await sentenceField(page).fill(text);
  await expect(
    page.getByText('The line has 2000 words; the figures read the first 600.'),
  ).toBeVisible();
  await expect(sentenceField(page)).toHaveValue(text);
  await sentenceField(page).fill('short again');
  await expect(page.locator(rows)).toHaveText(['short', 'again']);
});

test.describe('where the engine cannot be fetched', () => {
  test.use({ allowed: /\.wasm|wasm|net::ERR_FAILED/ });

  test('the page says so in one sentence', async ({ page }) => {
    await page.route('**/*.wasm', (route) => route.abort());
    await page.goto('.');
    await expect(page.getByText('The engine could not be started:')).toBeVisible();
    await expect(page.getByText('The model cannot run:')).toBeVisible();
  });
});
