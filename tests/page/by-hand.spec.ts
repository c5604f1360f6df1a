import { expect, expectNumbers, numbersIn, open, test } from './fixture.ts';
import { type ByHandGolden, readGolden } from './golden.ts';

const golden = readGolden<ByHandGolden>('seed002_attention');

test('three inputs: every matrix on the way, and what the faulty code computes', async ({
  page,
}) => {
  await open(page, '#open=by-hand');
  const matrix = (name: string) => page.locator(`#by-hand glass-matrix[data-name="${name}"]`);
  expectNumbers(await numbersIn(matrix('queries q')), golden.q, 0);
  expectNumbers(await numbersIn(matrix('keys k')), golden.k, 0);
  expectNumbers(await numbersIn(matrix('values v')), golden.v, 0);
  expectNumbers(await numbersIn(matrix('scores q·kᵀ')), golden.att_score, 0);
  expectNumbers(await numbersIn(matrix('softmax α')), golden.att_score_softmax);
  expectNumbers(await numbersIn(matrix('outputs α·v')), golden.output);
  expectNumbers(await numbersIn(matrix('αᵀ·v')), golden.output_of_article_code);
});

test('an edited weight changes what follows, a wrong number does not, and all can be restored', async ({
  page,
}) => {
  await open(page, '#open=by-hand');
  const queries = page.locator('#by-hand glass-matrix[data-name="queries q"]');
  const first = page.locator('#by-hand glass-matrix[data-name="W query"] input').first();
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
  await page.getByRole('button', { name: 'Back to the example’s numbers' }).click();
  await expect.poll(() => numbersIn(queries)).toEqual(golden.q);
});
