import { expect, expectNumbers, numbersIn, open, type Page, test } from './fixture.ts';
import { type AabGolden, readGolden, readMatrices } from './golden.ts';

const golden = readGolden<AabGolden>('seed001_aab');
const matrices = readMatrices('seed001_aab');

const letters = (page: Page) => page.locator('#inside textarea');
const hook = (page: Page, name: string) => page.locator(`#inside glass-matrix[hook="${name}"]`);

test('all weights are shown as they are', async ({ page }) => {
  await open(page);
  const shown = (index: number) => numbersIn(page.locator('#aab glass-matrix').nth(index));
  const attention = matrices('c_attn.w');
  expectNumbers(await shown(0), matrices('wte'), 0);
  expectNumbers(await shown(1), matrices('wpe'), 0);
  for (const part of [0, 1, 2])
    expectNumbers(
      await shown(2 + part),
      attention.map((row) => row.slice(8 * part, 8 * part + 8)),
      0,
    );
  expectNumbers(await shown(5), matrices('c_proj.w'), 0);
});

test('every matrix inside, for the article’s letters', async ({ page }) => {
  await open(page);
  await expect(letters(page)).toHaveValue(golden.demo);
  for (const [name, tensor] of [
    ['blocks.0.resid_pre', 'embedding'],
    ['blocks.0.attn.q', 'q'],
    ['blocks.0.attn.k', 'k'],
    ['blocks.0.attn.v', 'v'],
    ['blocks.0.attn.z', 'attn_out'],
    ['blocks.0.attn_out', 'projected'],
    ['blocks.0.resid_post', 'residual'],
    ['logits', 'logits'],
  ] as const) {
    expectNumbers(await numbersIn(hook(page, name)), matrices(tensor), 0);
  }
  expectNumbers(
    await numbersIn(hook(page, 'blocks.0.attn.pattern')),
    matrices('attn_probs'),
    0.005,
  );
  expectNumbers(await numbersIn(page.locator('#probabilities')), matrices('probs'), 0);
});

test('the article’s test runs live: 27 of 27', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Run the article’s test' }).click();
  await expect(
    page.getByText(`${golden.accuracy.correct} of ${golden.accuracy.total} right`),
  ).toBeVisible();
  await expect(page.locator('.predictions .right')).toHaveCount(golden.accuracy.total);
});

test('more than five letters: the last five are seen, and it is said', async ({ page }) => {
  await open(page);
  await letters(page).fill('bbbaabaa');
  await expect(page.getByText('The model sees the last five letters only: aabaa.')).toBeVisible();
  expectNumbers(await numbersIn(hook(page, 'logits')), matrices('logits'), 0);
});

test('other letters and an empty line are told in one sentence, and the last figures stay', async ({
  page,
}) => {
  await open(page);
  await letters(page).fill('aabc');
  await expect(page.getByText('knows the letters a and b only, not “c”')).toBeVisible();
  expectNumbers(await numbersIn(hook(page, 'logits')), matrices('logits'), 0);
  await letters(page).fill('');
  await expect(page.getByText('type at least one a or b')).toBeVisible();
  await letters(page).fill('ab');
  await expect(page.getByText('type at least one a or b')).toBeHidden();
  await expect(hook(page, 'logits').locator('[role=rowheader]')).toHaveText(['a', 'b']);
});
