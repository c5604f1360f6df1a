import {
  expect,
  expectNumbers,
  numbersIn,
  open,
  sentenceField,
  test,
  tokensIn,
} from './fixture.ts';
import { readGolden, readMatrices, type SelfAttentionGolden } from './golden.ts';

const golden = readGolden<SelfAttentionGolden>('seed000_self_attention');
const matrices = readMatrices('seed000_self_attention');
const printed = golden.printed_in_article;

test("the first view shows the article's numbers, without scrolling", async ({ page }) => {
  await open(page);
  await expect(sentenceField(page)).toHaveValue(golden.sentence);
  expect(Object.fromEntries(await tokensIn(page))).toEqual(golden.word_ids);
  expectNumbers(await numbersIn(page.locator('.first glass-embeddings')), printed.embedded);
  expectNumbers(
    await numbersIn(page.locator('.first glass-attention')),
    matrices('attention_weights'),
    0.00501,
  );
  expectNumbers(
    await numbersIn(page.locator('.first glass-matrix[hook="blocks.0.attn.z"]')),
    printed.output,
  );
  await expect(page.locator('.first glass-attention [part=readout]')).toBeInViewport();
});

test('queries, keys, values and their weights are those of PyTorch', async ({ page }) => {
  await open(page);
  for (const [hook, tensor] of [
    ['q', 'queries'],
    ['k', 'keys'],
    ['v', 'values'],
  ] as const) {
    expectNumbers(
      await numbersIn(page.locator(`#projections glass-matrix[hook="blocks.0.attn.${hook}"]`)),
      matrices(tensor),
    );
  }
  const weights = page.locator('#projections glass-matrix:not([hook])');
  for (const [i, tensor] of ['W_query', 'W_key', 'W_value'].entries())
    expectNumbers(await numbersIn(weights.nth(i)), matrices(tensor));
});

test('every step of one word: scores, weights, the mixed values, and the sums opened', async ({
  page,
}) => {
  await open(page);
  const steps = page.locator('#looking glass-attention-steps');
  await expect(steps.locator('tbody tr').first()).toBeVisible();
  const column = (table: number, index: number) =>
    steps
      .locator('table')
      .nth(table)
      .locator('tbody tr')
      .evaluateAll(
        (rows, i) =>
          rows.map((row) => [
            Number((row.querySelectorAll('td')[i]?.textContent ?? '').trim().replace('−', '-')),
          ]),
        index,
      );
  const asColumn = (row: number[]) => row.map((value) => [value]);
  expectNumbers(await column(0, 2), asColumn(printed.omega_2));
  expectNumbers(await column(0, 4), asColumn(printed.attention_weights_2));
  const sum = await steps.locator('table').nth(1).locator('tfoot td').allTextContents();
  expectNumbers(
    [sum.map((text) => Number(text.trim().replace('−', '-')))],
    [printed.context_vector_2],
  );
  const opened = steps.locator('[part=sums]');
  await expect(opened).toContainText(`= ${(printed.omega_24[0] ?? 0).toFixed(4)}`);
  await expect(opened).toContainText(`= ${(printed.context_vector_2[0] ?? 0).toFixed(4)}`);
});

test('typing changes every figure, another seed changes the numbers, and a link keeps both', async ({
  page,
}) => {
  await open(page);
  await sentenceField(page).fill('see the sea');
  await expect(page.locator('.first glass-embeddings [role=rowheader]')).toHaveText([
    'see',
    'the',
    'sea',
  ]);
  await expect(page.locator('#looking glass-attention .side.from button')).toHaveText([
    'see',
    'the',
    'sea',
  ]);
  const before = await numbersIn(page.locator('.first glass-embeddings'));
  await page.locator('#seed').fill('7');
  await expect.poll(() => numbersIn(page.locator('.first glass-embeddings'))).not.toEqual(before);
  const after = await numbersIn(page.locator('.first glass-embeddings'));
  await expect(page).toHaveURL(/text=see\+the\+sea&seed=7/);
  await page.reload();
  await expect(sentenceField(page)).toHaveValue('see the sea');
  expect(await numbersIn(page.locator('.first glass-embeddings'))).toEqual(after);
});

test('a wrong seed is told and changes nothing', async ({ page }) => {
  await open(page);
  const before = await numbersIn(page.locator('.first glass-embeddings'));
  await page.locator('#seed').fill('12.5');
  await expect(page.locator('#seed-problem')).toContainText('whole number');
  expect(await numbersIn(page.locator('.first glass-embeddings'))).toEqual(before);
  await page.locator('#seed').fill('123');
  await expect(page.locator('#seed-problem')).toBeEmpty();
});

test('Chinese is read character by character', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: '人生苦短，先吃甜点' }).click();
  await expect(page.locator('.first glass-embeddings [role=rowheader]')).toHaveText([
    ...'人生苦短先吃甜点',
  ]);
});

test('what is looked at lights up in every figure, stays when chosen, and is let go by Escape', async ({
  page,
}) => {
  await open(page);
  const readout = page.locator('.first glass-attention [part=readout]');
  const cell = (row: number, column: number) =>
    page.locator(
      `.first glass-attention [role=gridcell][data-row="${row}"][data-column="${column}"]`,
    );
  await cell(3, 2).hover();
  await expect(readout).toContainText('“eat” looks at “short”');
  await expect(page.locator('.first glass-embeddings .row.on [role=rowheader]')).toHaveText([
    'short',
    'eat',
  ]);
  await expect(page.locator('#looking glass-attention-steps caption').first()).toContainText(
    '“eat”',
  );
  await cell(3, 2).click();
  await page.mouse.move(2, 2);
  await expect(readout).toContainText('“eat” looks at “short”');
  await page.keyboard.press('Escape');
  await page.locator('#seed').focus();
  await expect(readout).toContainText('Point at');
});

test('the keyboard alone goes through the attention matrix', async ({ page }) => {
  await open(page);
  await sentenceField(page).focus();
  await page.keyboard.press('Tab'); // the chips
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.under-say glass-tokens button:focus')).toContainText('is');
  const grid = page.locator('.first glass-attention [role=grid]');
  for (let i = 0; i < 12 && (await grid.locator(':focus').count()) === 0; ++i)
    await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const focused = grid.locator('[role=gridcell]:focus');
  await expect(focused).toHaveAttribute(
    'aria-label',
    `0.69: “is” looks at “is” with weight ${(printed.attention_weights_2[1] ?? 0).toFixed(4)}`,
  );
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.locator('#seed').focus(); // elsewhere: only what was chosen stays
  await expect(page.locator('.first glass-attention [part=readout]')).toContainText(
    '“is” looks at “first”',
  );
});

test('lines and matrix show the same weights, by choice', async ({ page }) => {
  await open(page);
  const figure = page.locator('#looking glass-attention');
  await expect(figure.locator('svg path').first()).toBeAttached();
  await figure.getByText('Matrix').click();
  expectNumbers(await numbersIn(figure), matrices('attention_weights'), 0.00501);
  await expect(page).toHaveURL(/view=matrix/);
});
