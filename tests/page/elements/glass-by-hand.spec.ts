/** Self-attention by hand: the article's numbers, and those that the reader types. */
import { expect, expectNumbers, type Locator, numbersIn, type Page, test } from '../kept.ts';
import { type ByHandGolden, readGolden } from '../golden.ts';
import { InputMethod } from '../input-method.ts';
import { openShelf, put } from '../shelf.ts';
import { giveNumbers } from '../tags.ts';

const golden = readGolden<ByHandGolden>('seed002_attention');

const matrix = (page: Page, name: string): Locator =>
  page.locator(`glass-by-hand glass-matrix[data-name="${name}"]`);

async function openByHand(page: Page): Promise<void> {
  await openShelf(page);
  await put(page, '<glass-by-hand with-comparison></glass-by-hand>');
  await giveNumbers(page, { scaled: false });
  await expect(matrix(page, 'outputs α·v')).toBeVisible();
}

test('three inputs: every matrix on the way, and what the faulty code computes', async ({
  page,
}) => {
  await openByHand(page);
  expectNumbers(await numbersIn(matrix(page, 'queries q')), golden.q, 0);
  expectNumbers(await numbersIn(matrix(page, 'keys k')), golden.k, 0);
  expectNumbers(await numbersIn(matrix(page, 'values v')), golden.v, 0);
  expectNumbers(await numbersIn(matrix(page, 'scores q·kᵀ')), golden.att_score, 0);
  expectNumbers(await numbersIn(matrix(page, 'softmax α')), golden.att_score_softmax);
  expectNumbers(await numbersIn(matrix(page, 'outputs α·v')), golden.output);
  expectNumbers(await numbersIn(matrix(page, 'αᵀ·v')), golden.output_of_article_code);
});

test('an edited weight changes what follows and is told, a wrong number does not', async ({
  page,
}) => {
  await openByHand(page);
  const queries = matrix(page, 'queries q');
  const first = matrix(page, 'W query').locator('input').first();
  const told = await page.locator('glass-by-hand').evaluateHandle((element) => {
    const weights: number[] = [];
    element.addEventListener('glass-change', (event) => {
      const { detail } = event as CustomEvent<{ w_query: { data: Float32Array } }>;
      weights.push(detail.w_query.data[0]!);
    });
    return weights;
  });
  await first.fill('3');
  await first.press('Enter');
  await expect.poll(async () => (await numbersIn(queries))[0]).toEqual([3, 0, 2]);
  await first.fill('');
  await first.press('Enter');
  await expect(first).toHaveAccessibleDescription(
    'That is no number, or too large: 3 still counts.',
  );
  expect((await numbersIn(queries))[0]).toEqual([3, 0, 2]);
  await first.press('Escape');
  await expect(first).toHaveValue('3');
  expect(await told.jsonValue()).toEqual([3]);
  await giveNumbers(page, { scaled: false });
  await expect.poll(() => numbersIn(queries)).toEqual(golden.q);
});

test('a cell waits for what is composed in it', async ({ page }) => {
  await openByHand(page);
  const method = await InputMethod.of(page);
  const cell = page.locator('glass-by-hand input').first();
  const sums = page.locator('glass-by-hand [role=gridcell]');
  await cell.press('ControlOrMeta+a');
  await method.compose('qi');
  await cell.press('ArrowDown');
  await method.commit('7');
  await cell.press('Tab');
  await expect(cell).toHaveValue('7');
  await expect(cell).toHaveAttribute('aria-invalid', 'false');
  await expect(sums.first()).toBeVisible();
});
