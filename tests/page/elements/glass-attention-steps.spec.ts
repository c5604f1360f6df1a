/** One token's attention, number by number beside the engine's. */
import { expect, expectNumbers, test } from '../kept.ts';
import { activation, rowsOf } from '../models.ts';
import { cellsOf, expectCells, numbersOf } from '../readings.ts';
import { drawn } from '../settled.ts';
import { openShelf, put } from '../shelf.ts';

const kText = 'Once upon a time, there was a little girl named';

test('q·k, ÷√d, softmax and α·v of one head are the run’s, for the last token and for one in the middle', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    `<glass-model src="stories" text="${kText}"><glass-attention-steps layer="4" head="2"></glass-attention-steps></glass-model>`,
  );
  const steps = page.locator('glass-attention-steps');
  await expect(steps.locator('tbody tr').first()).toBeVisible();
  const model = page.locator('glass-model');
  const part = async (name: string) =>
    rowsOf(await activation(model, kText, `blocks.4.attn.${name}`), 2);
  const [raw, scores, pattern, v, z] = await Promise.all(
    ['raw_scores', 'scores', 'pattern', 'v', 'z'].map(part),
  );
  for (const query of [10, 5]) {
    await steps.locator('glass-tokens button').nth(query).click();
    const [sums, values] = [steps.locator('table').nth(0), steps.locator('table').nth(1)];
    await expect(steps.locator('tbody').first().locator('.masked')).toHaveCount(2 * (10 - query));
    const isSeen = (key: number) => key <= query;
    const hidden = (row: number[], key: number) => row.map((each) => (isSeen(key) ? each : null));
    const wanted = raw![query]!.map((score, key) => [
      score,
      ...hidden([scores![query]![key]!, pattern![query]![key]!], key),
    ]);
    const products = v!.map((row, key) =>
      hidden(
        row.slice(0, 8).map((value) => value * pattern![query]![key]!),
        key,
      ),
    );
    expectCells(await cellsOf(sums), wanted);
    expectCells(await cellsOf(values), products);
    const context = z![query]!;
    const foot = (await values.locator('tfoot td').allTextContents()).flatMap(numbersOf);
    expectNumbers([foot], [context.slice(0, 8)], 0.000051);

    // Opened underneath: the sums behind the heaviest key, and behind the first number of the result.
    const weights = pattern![query]!;
    const key = weights.indexOf(Math.max(...weights));
    const opened = await steps.locator('[part=sums] dd b').allTextContents();
    const sumsOfKey = [raw![query]![key]!, scores![query]![key]!, weights[key]!, context[0]!];
    expectNumbers([opened.flatMap(numbersOf)], [sumsOfKey], 0.000051);
  }
});

test('the arrow keys end at the last column: from there one step leads back', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    '<glass-model src="aab" text="aab"><glass-attention-steps></glass-attention-steps></glass-model>',
  );
  const steps = page.locator('glass-attention-steps');
  await steps.locator('th[data-key][tabindex="0"]').first().focus();
  const title = steps.locator('[part=sums] dt').last();
  const texts = [(await title.textContent())!];
  for (;;) {
    await page.keyboard.press('ArrowRight');
    await drawn(page);
    const text = (await title.textContent())!;
    if (text === texts.at(-1)) break;
    texts.push(text);
  }
  expect(texts.length).toBeGreaterThan(1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(title).toHaveText(texts.at(-2)!);
});

for (const [language, sentence] of [
  ['en', 'query must be a whole number from -1 to 4, found 99'],
  ['zh-CN', 'query 是 99，应为 -1 到 4 的整数。'],
] as const)
  test(`a query beyond the author’s text is refused, and beyond the reader’s it is the last token, ${language}`, async ({
    page,
  }) => {
    await openShelf(page, language);
    const model = (text: string, query: number) =>
      `<glass-model src="aab" text="${text}"><glass-input></glass-input><glass-attention-steps query="${query}"></glass-attention-steps></glass-model>`;
    const steps = page.locator('glass-attention-steps');
    const message = steps.locator('[part=message][role=alert]');
    const queryOf = () =>
      steps.evaluate((each) => (each as unknown as { toJSON(): { query: number } }).toJSON().query);
    await put(page, model('aabaa', 99));
    await expect(message).toContainText(sentence);
    for (const [query, shown] of [
      [-1, 4],
      [3, 3],
    ] as const) {
      await put(page, model('aabaa', query));
      await expect(steps.locator('tbody tr').first()).toBeVisible();
      expect(await queryOf()).toBe(shown);
    }
    await page.locator('glass-input textarea').fill('aa');
    await expect.poll(queryOf).toBe(1);
    await expect(message).toHaveCount(0);
    // The author leaves the text to the reader.
    await put(page, model('', 3));
    await expect(steps.locator('[aria-busy=false]')).toBeVisible();
    await page.locator('glass-input textarea').fill('aab');
    await expect(steps.locator('tbody tr').first()).toBeVisible();
    expect(await queryOf()).toBe(2);
    await expect(message).toHaveCount(0);
  });
