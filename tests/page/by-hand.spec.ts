/** The worked example of three inputs: its numbers are the article's, and they can be restored. */
import { expect, expectNumbers, numbersIn, open, test } from './fixture.ts';
import { type ByHandGolden, readGolden } from './golden.ts';
import { answered } from './models.ts';

const golden = readGolden<ByHandGolden>('seed002_attention');

test('the example has the article’s numbers; an edited one can be restored', async ({ page }) => {
  await open(page, '#open=by-hand');
  const matrix = (name: string) => page.locator(`#by-hand glass-matrix[data-name="${name}"]`);
  const edit = async (weights: string, product: string, row: number[]) => {
    const first = matrix(weights).locator('input').first();
    await first.fill('3');
    await first.press('Enter');
    await expect.poll(async () => (await numbersIn(matrix(product)))[0]).toEqual(row);
  };
  await edit('W query', 'queries q', [3, 0, 2]);
  await edit('W key', 'keys k', [3, 1, 1]);
  await edit('W value', 'values v', [4, 2, 3]);
  await page.getByRole('button', { name: 'Back to the example’s numbers' }).click();
  await expect.poll(() => numbersIn(matrix('queries q'))).toEqual(golden.q);
  await expect.poll(() => numbersIn(matrix('keys k'))).toEqual(golden.k);
  await expect.poll(() => numbersIn(matrix('values v'))).toEqual(golden.v);
  // The outputs are the engine's answer.
  await answered(page);
  expectNumbers(await numbersIn(matrix('outputs α·v')), golden.output);
  expectNumbers(await numbersIn(matrix('αᵀ·v')), golden.output_of_article_code);
});
