/** Numbers of an author's own in attributes: figures without a model and without a script. */
import { expect, numbersIn, type Page, test } from './kept.ts';
import { openShelf, put } from './shelf.ts';

const kMatrix = `<glass-matrix values="[[1, -2], [0.5, 3]]" row-labels='["north", "south"]' column-labels='["east", "west"]' caption="Four"></glass-matrix>`;
const kAttention = `<glass-attention pattern="[[1, 0, 0], [0.4, 0.6, 0], [0.1, 0.7, 0.2]]" mask="[[0, null, null], [0, 0, null], [0, 0, 0]]" query-labels='["The", "cat", "sat"]'></glass-attention>`;
const kByHand = `<glass-by-hand options='{"x":[[1,0],[0,2]],"w_query":[[1,0],[0,1]],"w_key":[[0,1],[1,0]],"w_value":[[2,0],[0,3]],"scaled":false}'></glass-by-hand>`;

/** The tag that a figure's menu gives. */
async function tagIn(page: Page): Promise<string> {
  await page.locator('glass-save [part=button]').click();
  await page.getByRole('menuitem', { name: 'For your post' }).click();
  const dialog = page.getByRole('dialog');
  const tag = await dialog.locator('textarea[name=tag]').inputValue();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  return tag;
}

test('a matrix has its numbers and labels from attributes', async ({ page }) => {
  await openShelf(page);
  await put(page, kMatrix);
  const matrix = page.locator('glass-matrix');
  await expect(matrix.locator('.cell')).toHaveCount(4);
  expect(await numbersIn(matrix)).toEqual([
    [1, -2],
    [0.5, 3],
  ]);
  for (const label of ['north', 'south', 'east', 'west'])
    await expect(matrix.getByText(label, { exact: true })).toBeVisible();
});

test('properties take what the attributes have, as frameworks and scripts give it', async ({
  page,
}) => {
  await openShelf(page);
  const cells = async () => numbersIn(page.locator('glass-matrix').first());
  for (const values of [
    '[[1, -2], [0.5, 3]]',
    [
      [1, -2],
      [0.5, 3],
    ],
  ] as const) {
    for (const rowLabels of ['["north", "south"]', ['north', 'south']]) {
      await put(page, '<glass-matrix id="one"></glass-matrix>', { one: { values, rowLabels } });
      await expect(page.locator('glass-matrix').getByText('north', { exact: true })).toBeVisible();
      expect(await cells()).toEqual([
        [1, -2],
        [0.5, 3],
      ]);
    }
  }
  await put(page, '<glass-attention id="one"></glass-attention>', {
    one: {
      pattern: [
        [
          [1, 0],
          [0.5, 0.5],
        ],
        [
          [1, 0],
          [0.2, 0.8],
        ],
      ],
      mask: [
        [0, null],
        [0, 0],
      ],
      queryLabels: ['The', 'cat'],
      head: '1',
      fixedView: 'fixed-view',
    },
  });
  expect(await cells()).toEqual([
    [1, 0],
    [0.2, 0.8],
  ]);
  await expect(
    page.locator('glass-attention').getByText('cat', { exact: true }).first(),
  ).toBeVisible();
  await expect(page.locator('glass-attention').getByRole('radio')).toHaveCount(0);
  await put(page, '<glass-by-hand id="one"></glass-by-hand>', {
    one: {
      options: {
        x: [
          [1, 0],
          [0, 2],
        ],
        w_query: [
          [1, 0],
          [0, 1],
        ],
        w_key: [
          [0, 1],
          [1, 0],
        ],
        w_value: [
          [2, 0],
          [0, 3],
        ],
      },
    },
  });
  await expect(page.locator('glass-by-hand glass-matrix[data-name="outputs α·v"]')).toBeVisible();
});

test('attention of any model is drawn with the words that it is about', async ({ page }) => {
  await openShelf(page);
  await put(page, kAttention);
  const attention = page.locator('glass-attention');
  await expect(attention.locator('.cell')).toHaveCount(9);
  expect(await numbersIn(attention.locator('glass-matrix'))).toEqual([
    [1, 0, 0],
    [0.4, 0.6, 0],
    [0.1, 0.7, 0.2],
  ]);
  await expect(attention).toContainText('cat');
  await attention.evaluate((element) => element.setAttribute('view', 'lines'));
  await expect(attention.locator('.side.from button')).toHaveText(['The', 'cat', 'sat']);
});

test('attention needs no words, and may look elsewhere than at itself', async ({ page }) => {
  await openShelf(page);
  const labels = (side: string) => page.locator(`glass-attention ${side} button`);
  await put(
    page,
    '<glass-attention view="lines" pattern="[[1, 0], [0.5, 0.5]]"></glass-attention>',
  );
  await expect(labels('.side.from')).toHaveText(['1', '2']);
  await put(
    page,
    `<glass-attention view="lines" pattern="[[0.2, 0.3, 0.5], [0, 0, 1]]" query-labels='["x", "y"]' key-labels='["a"]'></glass-attention>`,
  );
  await expect(labels('.side.from')).toHaveText(['x', 'y']);
  await expect(labels('.side.to')).toHaveText(['a', '', '']);
  await put(
    page,
    `<glass-attention view="lines" head="1" pattern="[[[1, 0], [1, 0]], [[0, 1], [0, 1]]]"></glass-attention>`,
  );
  await expect(labels('.side.to')).toHaveText(['1', '2']);
  expect(
    await page.locator('glass-attention').evaluate((element) => JSON.stringify(element)),
  ).toContain('[[0,1],[0,1]]');
});

test('a sum by hand is computed by the engine', async ({ page }) => {
  await openShelf(page);
  await put(page, kByHand);
  const outputs = page.locator('glass-by-hand glass-matrix[data-name="outputs α·v"]');
  await expect(outputs).toBeVisible();
  // Scores: the first row [0, 2], the second [2, 0] (x·Wq = x, x·Wk swaps the columns, twice of the second).
  const [small, large] = [1 / (1 + Math.exp(2)), 1 / (1 + Math.exp(-2))];
  const shown = await numbersIn(outputs);
  const wanted = [
    [2 * small, 6 * large],
    [2 * large, 6 * small],
  ];
  shown.forEach((row, i) => row.forEach((each, j) => expect(each).toBeCloseTo(wanted[i]![j]!, 2)));
});

test('the tag for a post has the numbers, with what the reader has changed', async ({ page }) => {
  await openShelf(page);
  await put(page, `<glass-save>${kByHand}</glass-save>`);
  const first = page.locator('glass-by-hand glass-matrix[data-name="W query"] input').first();
  await first.fill('3');
  await first.press('Enter');
  const tag = await tagIn(page);
  expect(tag).toContain('"w_query":[[3,0],[0,1]]');
  expect(tag).toContain('"scaled":false');
  await put(page, `<div id="copy">${tag}</div>`);
  const copy = page.locator('#copy glass-by-hand glass-matrix[data-name="queries q"]');
  await expect.poll(async () => (await numbersIn(copy))[0]).toEqual([3, 0]);

  await put(page, `<glass-save>${kAttention}</glass-save>`);
  await expect(page.locator('glass-attention .cell')).toHaveCount(9);
  expect(await tagIn(page)).toContain(`query-labels='["The","cat","sat"]'`);
  expect(await tagIn(page)).toContain('mask="[[0,null,null],[0,0,null],[0,0,0]]"');
});

const byHand = (more: string) =>
  `<glass-by-hand options='{"x": [[1, 2]], "w_query": [[1], [2]], ${more}}'></glass-by-hand>`;

/** What has no place is not left out without a word. */
const kWrong: readonly (readonly [tag: string, why: string, inChinese?: string])[] = [
  [
    '<glass-attention pattern="[[1, -0.5], [0, 1]]"></glass-attention>',
    'pattern must be made of weights of at least 0, found -0.5',
  ],
  [
    '<glass-attention pattern="[[[[1]]]]"></glass-attention>',
    'pattern must be a tensor of 1 to 3 dimensions',
  ],
  [
    '<glass-attention pattern="[]"></glass-attention>',
    'pattern must be a tensor of 1 to 3 dimensions',
  ],
  [
    '<glass-matrix values="[[1, 2], [3]]"></glass-matrix>',
    'values must be a tensor of 1 to 3 dimensions (shape, and data in a typed array; or rows of equally many numbers), found a list with 2 in one row and 1 in another',
  ],
  [
    '<glass-matrix values="[[1]]" row-labels="a"></glass-matrix>',
    'row-labels must be a list of labels',
  ],
  [
    `<glass-matrix values="[[1], [2]]" row-labels='["a", "b", "c"]'></glass-matrix>`,
    'row-labels must be a list of at most 2, found a list of 3',
  ],
  [
    `<glass-matrix values="[[1], [2]]" column-labels='["a", "b"]'></glass-matrix>`,
    'column-labels must be a list of at most 1, found a list of 2',
  ],
  [
    '<glass-matrix values="[[1], [2]]" mask="[[0, 0]]"></glass-matrix>',
    'mask must be of the shape 2 × 1, found 1 × 2',
  ],
  [
    `<glass-attention pattern="[[1, 0], [0, 1]]" query-labels='["a", "b", "c"]'></glass-attention>`,
    'query-labels must be a list of at most 2, found a list of 3',
  ],
  [
    `<glass-attention pattern="[[1, 0], [0, 1]]" key-labels='["a", "b", "c"]'></glass-attention>`,
    'key-labels must be a list of at most 2, found a list of 3',
  ],
  [
    '<glass-attention pattern="[[1, 0], [0, 1]]" mask="[[0, 0, 0], [0, 0, 0]]"></glass-attention>',
    'mask must be of the shape 2 × 2, found 2 × 3',
  ],
  [
    '<glass-attention pattern="[[[1]], [[1]], [[1]]]" mask="[[[0]], [[0]]]"></glass-attention>',
    'mask must be of the shape 3 × 1 × 1, found 2 × 1 × 1',
  ],
  [
    '<glass-matrix values="[[1, 2]]" mask="[[[0, 0]], [[0, 0]]]"></glass-matrix>',
    'mask must be of the shape 1 × 2, found 2 × 1 × 2',
    'mask 是 2 × 1 × 2，应为 1 × 2 的张量',
  ],
  [
    `<glass-by-hand options='{"x": [[1]], "wquery": [[1]]}'></glass-by-hand>`,
    'options must be made of "x", "w_query"',
  ],
  [`<glass-by-hand options='{"x": [[1], [2, 3]]}'></glass-by-hand>`, 'options.x must be a tensor'],
  [
    `<glass-by-hand options='{"x": [[[1]]]}'></glass-by-hand>`,
    'options.x must be a matrix of at least one number, found 1 × 1 × 1',
    'options.x 是 1 × 1 × 1，应为至少有一个数的矩阵',
  ],
  [
    byHand('"w_key": [[1]]'),
    'options.w_key must be of the shape 2 × 1, found 1 × 1',
    'options.w_key 是 1 × 1，应为 2 × 1 的张量',
  ],
  [byHand('"w_key": [[1, 1], [1, 1]]'), 'options.w_key must be of the shape 2 × 1, found 2 × 2'],
  [
    byHand('"w_key": [[1], [1]], "w_value": [[1, 2, 3]]'),
    'options.w_value must be of the shape 2 × 3, found 1 × 3',
  ],
];

test('what is no matrix, or does not fit one, is told with what is expected', async ({ page }) => {
  await openShelf(page);
  const message = page.locator('[part=message]').first();
  const speak = (language: string) =>
    page.evaluate((lang) => (document.documentElement.lang = lang), language);
  for (const [tag, why, inChinese] of kWrong) {
    await put(page, tag);
    await expect(message).toContainText(why);
    if (inChinese === undefined) continue;
    await speak('zh');
    await expect(message).toContainText(inChinese);
    await speak('en');
  }
  // What lies below a scale without that side is drawn as nothing.
  await put(page, '<glass-matrix values="[[-0.5, 1]]" scale="probability"></glass-matrix>');
  await expect(page.locator('glass-matrix .cell')).toHaveText(['−0.50', '1.00']);
});

test('what a sum by hand lacks the engine tells, also where another sum was shown before', async ({
  page,
}) => {
  await openShelf(page);
  await put(page, kByHand);
  await expect(page.locator('glass-by-hand glass-matrix').first()).toBeVisible();
  await page
    .locator('glass-by-hand')
    .evaluate((element) => element.setAttribute('options', '{"x": [[1, 2]]}'));
  await expect(page.locator('[part=message]').first()).toContainText('w_query');
});

test('labels that a script gives are held to what those of an attribute are', async ({ page }) => {
  await openShelf(page);
  await put(page, kMatrix);
  const matrix = page.locator('glass-matrix');
  const label = (texts: readonly string[]) =>
    matrix.evaluate(
      (element, given) =>
        Reflect.set(
          element,
          'rowLabels',
          given.map((text) => ({ text })),
        ),
      texts,
    );
  await label(['a', 'b', 'c']);
  await expect(matrix.locator('[part=message]')).toContainText(
    'row-labels must be a list of at most 2, found a list of 3',
  );
  await label(['a', 'b']);
  await expect(matrix.locator('[role=rowheader]')).toHaveText(['a', 'b']);
});

test('one mask stands for all heads, as in PyTorch', async ({ page }) => {
  const heads = '[[[1, 0], [0.5, 0.5]], [[1, 0], [0.25, 0.75]]]';
  await put(
    page,
    `<glass-attention pattern="${heads}" mask="[[0, null], [0, 0]]" head="1"></glass-attention>`,
  );
  await expect(page.locator('glass-attention .cell')).toHaveText(['1.00', '', '0.25', '0.75']);
  await put(
    page,
    `<glass-matrix values="${heads}" mask="[[0, null], [0, 0]]" head="1"></glass-matrix>`,
  );
  await expect(page.locator('glass-matrix .cell')).toHaveText(['1', '', '0.25', '0.75']);
});

test('labels beside the numbers of a run stay where its text becomes shorter', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    `<glass-model src="aab" text="aabaa"><glass-matrix hook="embed" row-labels='["1st", "2nd", "3rd"]'></glass-matrix></glass-model>`,
  );
  const rows = page.locator('glass-matrix [role=rowheader]');
  await expect(rows).toHaveCount(5);
  await page.locator('glass-model').evaluate((element) => Reflect.set(element, 'text', 'aa'));
  await expect(rows).toHaveText(['1st', '2nd']);
});

test('a figure with a wrong label keeps no other from being saved', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    `<glass-attention pattern="[[1]]" query-labels='["a", "b"]'></glass-attention>${kMatrix}`,
  );
  await expect(page.locator('[part=message]').first()).toContainText('query-labels must be');
  const title = await page
    .locator('glass-attention')
    .evaluate((element) => Reflect.get(element, 'figureTitle') as string);
  expect(title).toBe('Attention weights: 1 token looks at 1');
});

test('a matrix without a caption is called by its size, or by its activation', async ({ page }) => {
  await openShelf(page);
  await put(
    page,
    `<glass-matrix values="[[1, -2, 0], [0.5, 3, 0]]"></glass-matrix>
     <glass-matrix lang="zh" values="[[1]]"></glass-matrix>
     <glass-matrix model="aab" text="aab" hook="logits"></glass-matrix>`,
  );
  const matrices = page.locator('glass-matrix');
  await expect(matrices.last().locator('.cell').first()).toBeVisible();
  const titles = () =>
    matrices.evaluateAll((all) => all.map((each) => Reflect.get(each, 'figureTitle') as string));
  expect(await titles()).toEqual(['Numbers in 2 rows and 3 columns', '1 行 1 列的数', 'logits']);
});
