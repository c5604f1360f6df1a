/** The chapter of the heads: its large head, the sums of its scores, and the mask. */
import { expect, expectNumbers, numbersIn, open, type Page, test } from './fixture.ts';
import { activation, goTo, modelOf, rowsOf } from './models.ts';
import { drawn } from './settled.ts';

const kText = 'Once upon a time, there was a little girl named';

test('lines and matrix show the same weights, by choice, and the link keeps it', async ({
  page,
}) => {
  await open(page);
  const figure = page.locator('#looking .pick glass-attention');
  await goTo(page, 'looking', '.pick glass-attention svg path');
  await expect(figure.locator('.side.from button')).toHaveCount(11);
  await expect(figure.locator('.side.from button').nth(9)).toHaveText('girl');
  await figure.getByText('Matrix').click();
  const weights = await activation(modelOf(page, 'looking'), kText, 'blocks.3.attn.pattern');
  expectNumbers(await numbersIn(figure), rowsOf(weights, 4), 0.00501);
  await expect(page).toHaveURL(/view=matrix/);
});

test('the three matrices of the mask are whole on a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page);
  await goTo(page, 'looking', '.masks glass-matrix .cell');
  const masks = page.locator('#looking .masks glass-matrix .scroller');
  await expect(masks).toHaveCount(3);
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await drawn(page);
    expect(
      await masks.evaluateAll((all) => all.map((each) => each.scrollWidth - each.clientWidth)),
    ).toEqual([0, 0, 0]);
  }
});

async function column(page: Page, index: number): Promise<number[]> {
  return page
    .locator('#looking > figure.steps glass-attention-steps table')
    .first()
    .locator('tbody tr')
    .evaluateAll(
      (rows, i) =>
        rows.map((row) =>
          Number((row.querySelectorAll('td')[i]?.textContent ?? '').trim().replace('−', '-')),
        ),
      index,
    );
}

test('the sums of the picked head, and what the mask hides of it', async ({ page }) => {
  await open(page);
  await goTo(page, 'looking', '> figure.steps glass-attention-steps tbody tr');
  await page.locator('#looking glass-heads [data-layer="1"][data-head="3"]').first().click();
  const model = modelOf(page, 'looking');
  const raw = rowsOf(await activation(model, kText, 'blocks.1.attn.raw_scores'), 3);
  const masks = page.locator('#looking .masks glass-matrix');
  await expect
    .poll(async () => Math.abs(((await numbersIn(masks.nth(0)))[0]?.[0] ?? 0) - raw[0]![0]!))
    .toBeLessThan(0.501);
  expectNumbers(await numbersIn(masks.nth(0)), raw, 0.501);
  await expect(masks.nth(1).locator('.cell.masked')).toHaveCount(55);
  const pattern = rowsOf(await activation(model, kText, 'blocks.1.attn.pattern'), 3);
  expectNumbers(await numbersIn(masks.nth(2)), pattern, 0.00501);
  await page.locator('#looking > figure.steps glass-tokens button').nth(4).click();
  await expect
    .poll(async () => Math.abs(((await column(page, 0))[0] ?? 0) - raw[4]![0]!))
    .toBeLessThan(0.001);
  expectNumbers([(await column(page, 0)).slice(0, 5)], [raw[4]!.slice(0, 5)], 0.0011);
});

for (const [language, matrix, lines, row] of [
  ['en', 'Matrix', 'Lines', 'A row looks'],
  ['zh', '矩阵', '连线', '每行是“看”的词元'],
] as const)
  test(`what is said above the large head is about the view that it has: ${language}`, async ({
    page,
  }) => {
    await open(page, `#lang=${language}`);
    const panel = page.locator('#looking .pick .panel').nth(1);
    await panel.scrollIntoViewIfNeeded();
    const said = panel.locator('h3 + p');
    await expect(said).not.toContainText(row);
    await panel.getByText(matrix, { exact: true }).click();
    await expect(said).toContainText(row);
    await panel.getByText(lines, { exact: true }).click();
    await expect(said).not.toContainText(row);
  });
