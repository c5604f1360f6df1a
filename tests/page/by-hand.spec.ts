/** The worked example of three inputs: its numbers are the article's, and they can be restored. */
import { expect, expectNumbers, numbersIn, open, test } from './fixture.ts';
import { type ByHandGolden, readGolden } from './golden.ts';

const golden = readGolden<ByHandGolden>('seed002_attention');

test('the example has the article’s numbers; an edited one can be restored', async ({ page }) => {
  await open(page, '#open=by-hand');
  const matrix = (name: string) => page.locator(`#by-hand glass-matrix[data-name="${name}"]`);
  const first = matrix('W query').locator('input').first();
  await first.fill('3');
  await first.press('Enter');
  await expect.poll(async () => (await numbersIn(matrix('queries q')))[0]).toEqual([3, 0, 2]);
  await page.getByRole('button', { name: 'Back to the example’s numbers' }).click();
  await expect.poll(() => numbersIn(matrix('queries q'))).toEqual(golden.q);
  expectNumbers(await numbersIn(matrix('keys k')), golden.k, 0);
  expectNumbers(await numbersIn(matrix('values v')), golden.v, 0);
  expectNumbers(await numbersIn(matrix('outputs α·v')), golden.output);
  expectNumbers(await numbersIn(matrix('αᵀ·v')), golden.output_of_article_code);
});
