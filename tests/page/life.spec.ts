import {
  expect,
  expectNumbers,
  lifeField,
  numbersIn,
  openLife,
  test,
  tokensIn,
} from './fixture.ts';
import { readGolden, readMatrices, type SelfAttentionGolden } from './golden.ts';
import { answered } from './models.ts';

const golden = readGolden<SelfAttentionGolden>('seed000_self_attention');
const matrices = readMatrices('seed000_self_attention');
const printed = golden.printed_in_article;

test('the worked sentence shows the numbers of the article and of PyTorch, every step of one word, too', async ({
  page,
}) => {
  await openLife(page);
  await test.step('the figures of the worked sentence', async () => {
    await expect(lifeField(page)).toHaveValue(golden.sentence);
    expect(Object.fromEntries(await tokensIn(page.locator('#life figure > glass-tokens')))).toEqual(
      golden.word_ids,
    );
    expectNumbers(await numbersIn(page.locator('#life glass-embeddings')), printed.embedded);
    expectNumbers(
      await numbersIn(page.locator('#life glass-attention')),
      matrices('attention_weights'),
      0.00501,
    );
    expectNumbers(
      await numbersIn(page.locator('#life .way glass-matrix[hook="blocks.0.attn.z"]')),
      printed.output,
    );
  });
  await test.step('queries, keys, values and their weights', async () => {
    for (const [hook, tensor] of [
      ['q', 'queries'],
      ['k', 'keys'],
      ['v', 'values'],
    ] as const) {
      expectNumbers(
        await numbersIn(page.locator(`#life .products glass-matrix[hook="blocks.0.attn.${hook}"]`)),
        matrices(tensor),
      );
    }
    const weights = page.locator('#life .products glass-matrix:not([hook])');
    for (const [i, tensor] of ['W_query', 'W_key', 'W_value'].entries())
      expectNumbers(await numbersIn(weights.nth(i)), matrices(tensor));
  });
  await test.step('every step of one word: scores, weights, the mixed values, and the sums opened', async () => {
    const steps = page.locator('#life glass-attention-steps');
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
});

test('typing changes every figure, another seed changes the numbers, and a link keeps both', async ({
  page,
}) => {
  await openLife(page);
  const words = page.locator('#life glass-embeddings [role=rowheader]');
  await test.step('Chinese is read character by character', async () => {
    await lifeField(page).fill('人生苦短，先吃甜点');
    await expect(words).toHaveText([...'人生苦短先吃甜点']);
  });
  await lifeField(page).fill('see the sea');
  await expect(words).toHaveText(['see', 'the', 'sea']);
  const before = await numbersIn(page.locator('#life glass-embeddings'));
  await page.locator('#seed').fill('7');
  await expect.poll(() => numbersIn(page.locator('#life glass-embeddings'))).not.toEqual(before);
  const after = await numbersIn(page.locator('#life glass-embeddings'));
  await expect(page).toHaveURL(/life=see\+the\+sea&seed=7/);
  await page.reload();
  await expect(lifeField(page)).toHaveValue('see the sea');
  expect(await numbersIn(page.locator('#life glass-embeddings'))).toEqual(after);
});

test('a wrong seed is told and changes nothing, and a link takes it back, whatever seed it names', async ({
  page,
}) => {
  await openLife(page);
  const seed = page.locator('#seed');
  const problem = page.locator('#seed-problem');
  await test.step('a wrong seed', async () => {
    const before = await numbersIn(page.locator('#life glass-embeddings'));
    await seed.fill('12.5');
    await expect(problem).toContainText('whole number');
    await answered(page);
    expect(await numbersIn(page.locator('#life glass-embeddings'))).toEqual(before);
    await seed.fill('123');
    await expect(problem).toBeEmpty();
  });
  await test.step('a link', async () => {
    const follow = (choices: string) =>
      page.evaluate((hash) => location.assign(hash), `#open=life${choices}`);
    await follow('&seed=7');
    await expect(seed).toHaveValue('7');
    for (const [link, value] of [
      ['&seed=8', '8'],
      ['&life=the+sea&seed=8', '8'], // the field had this one before
      ['', '123'],
    ] as const) {
      await seed.fill('12.5');
      await expect(problem).toContainText('whole number');
      await follow(link);
      await expect(seed).toHaveValue(value);
      await expect(problem).toBeEmpty();
      await expect(seed).toHaveAttribute('aria-invalid', 'false');
    }
  });
});

test('what is looked at lights up in every figure, by the pointer and by the keyboard, and its numbers stay in another language', async ({
  page,
}) => {
  await openLife(page);
  const readout = page.locator('#life glass-attention [part=readout]');
  await test.step('it stays when chosen, and is let go by Escape', async () => {
    const cell = (row: number, column: number) =>
      page.locator(
        `#life glass-attention [role=gridcell][data-row="${row}"][data-column="${column}"]`,
      );
    await cell(3, 2).hover();
    await expect(readout).toContainText('“eat” looks at “short”');
    await expect(page.locator('#life glass-embeddings .row.on [role=rowheader]')).toHaveText([
      'short',
      'eat',
    ]);
    await expect(page.locator('#life glass-attention-steps caption').first()).toContainText(
      '“eat”',
    );
    await cell(3, 2).click();
    await page.mouse.move(2, 2);
    await expect(readout).toContainText('“eat” looks at “short”');
    await page.keyboard.press('Escape');
    await page.locator('#seed').focus();
    await expect(readout).toContainText('Point at');
  });
  // As it was at first, with its own cell chosen.
  await page.reload();
  await test.step('the language changes while a cell is chosen', async () => {
    await expect(readout).toContainText('“is” looks at “dessert” with weight 0.1470');
    await page.getByRole('button', { name: '中文' }).click();
    await expect(readout).toContainText('“is”看“dessert”，权重 0.1470');
    await expect(lifeField(page)).toHaveValue(golden.sentence);
    await page.getByRole('button', { name: 'English' }).click();
    await expect(readout).toContainText('“is” looks at “dessert” with weight 0.1470');
  });
  await test.step('the keyboard alone goes through the attention matrix', async () => {
    await lifeField(page).focus();
    const chip = page.locator('#life figure > glass-tokens button').first();
    await chip.focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('#life figure > glass-tokens button:focus')).toContainText('is');
    const grid = page.locator('#life glass-attention [role=grid]');
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
    await expect(readout).toContainText('“is” looks at “first”');
  });
});
