/** Numbers in cells: labels over their columns, rows told aloud, values of an author's own. */
import type * as PublicFace from '../../../web/src/index.ts';
import { en } from '../../web/words.ts';
import { expect, type Locator, type Page, test } from '../kept.ts';
import { openShelf, put } from '../shelf.ts';

test('an element that is given data needs no model, and stands alone', async ({ page }) => {
  await openShelf(page);
  await page.evaluate(() => {
    const matrix = document.createElement('glass-matrix');
    Object.assign(matrix, {
      id: 'alone',
      values: { shape: [2, 2], data: Float32Array.from([1, -2, 0.5, Number.NEGATIVE_INFINITY]) },
      caption: 'four numbers',
    });
    document.querySelector('main')?.append(matrix);
  });
  const alone = page.locator('#alone');
  await expect(alone.getByRole('grid', { name: 'four numbers' })).toBeVisible();
  await expect(alone.locator('[role=gridcell]')).toHaveText(['1', '−2', '0.5', '']);
  await expect(alone.locator('[role=gridcell]').nth(3)).toHaveAttribute(
    'aria-label',
    /hidden by the mask/,
  );
});

interface Box {
  readonly left: number;
  readonly right: number;
  readonly width: number;
}

/** Where the texts stand, in the order of the columns. */
function boxesOf(labels: Locator): Promise<Box[]> {
  return labels.evaluateAll((all) =>
    all.map((each) => {
      const range = document.createRange();
      range.selectNodeContents(each);
      const { left, right, width } = range.getBoundingClientRect();
      return { left, right, width };
    }),
  );
}

function expectSideBySide(boxes: readonly Box[]): void {
  boxes.slice(1).forEach((box, i) => {
    expect.soft(box.left, `label ${i + 2}`).toBeGreaterThanOrEqual(boxes[i]!.right - 0.6);
  });
}

const square = (count: number) => ({
  shape: [count, count],
  data: new Float32Array(count ** 2).fill(1 / count),
});
const labels = (texts: readonly string[]) => texts.map((text, position) => ({ text, position }));

test('64 tokens of one character each stand upright side by side', async ({ page }) => {
  await openShelf(page, 'zh-CN');
  const texts = [
    ...'春江潮水连海平海上明月共潮生滟滟随波千万里何处春江无月明江流宛转绕芳甸月照花林皆似霰空里流霜不觉飞汀上白沙看',
  ];
  while (texts.length < 63) texts.push('月');
  texts.splice(20, 0, '<unk>');
  const all = labels(texts.slice(0, 64));
  await put(page, '<glass-matrix id="m" rows-as="query" columns-as="key"></glass-matrix>');
  await page.evaluate(
    ([shape, names]) => {
      const values = { shape, data: new Float32Array(64 * 64).fill(1 / 64) };
      Object.assign(document.getElementById('m')!, {
        values,
        rowLabels: names,
        columnLabels: names,
      });
    },
    [square(64).shape, all] as const,
  );
  const heads = page.locator('glass-matrix .over:not(.corner) bdi');
  await expect(heads).toHaveCount(64);
  const boxes = await boxesOf(heads);
  expectSideBySide(boxes);
  // A slanted one is as wide as it is high.
  for (const { width } of boxes) expect(width).toBeLessThan(14);
});

test('one long token among short ones does not make all slant', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-matrix id="m" rows-as="query" columns-as="key"></glass-matrix>');
  const show = (texts: readonly string[]) =>
    page.evaluate((names) => {
      const count = names.length;
      const values = { shape: [count, count], data: new Float32Array(count ** 2).fill(1 / count) };
      Object.assign(document.getElementById('m')!, {
        values,
        rowLabels: names,
        columnLabels: names,
      });
    }, labels(texts));
  await show(['a', 'b', '<unk>', 'a', 'b']);
  const heads = page.locator('glass-matrix .head bdi');
  await expect(heads).toHaveText(['a', 'b', '<unk>', 'a', 'b']);
  await expect(page.locator('.grid.slanted')).toHaveCount(0);
  expectSideBySide(await boxesOf(heads));
  // It is not cut either.
  const [head] = await heads
    .nth(2)
    .evaluateAll((all) => all.map((e) => [e.scrollWidth, e.clientWidth]));
  expect(head![0]).toBeLessThanOrEqual(head![1]! + 1);
  await show(['a', '<unk>', '<unk>', 'b']);
  await expect(page.locator('.grid.slanted')).toHaveCount(1);
});

/** The rows of a head's weights, by the engine, as the figure has them. */
function weightsOf(page: Page, hook: string): Promise<number[][]> {
  return page.evaluate((name) => {
    const { figure } = document.querySelector('glass-model') as unknown as {
      figure: {
        state: { run: { activations: Record<string, { shape: number[]; data: Float32Array }> } };
      };
    };
    const { shape, data } = figure.state.run.activations[name]!;
    const [, rows, columns] = shape as [number, number, number];
    return Array.from({ length: rows }, (_, row) => [
      ...data.slice(row * columns, (row + 1) * columns),
    ]);
  }, hook);
}

for (const { what, text, cells } of [
  { what: 'digits', text: 'a dog and a cat', cells: 25 },
  { what: 'a canvas', text: 'a dog and a cat '.repeat(6), cells: 1 },
]) {
  test(`attention without a surrounding element announces the strongest keys of the focused row, and the ordinals of equal tokens: ${what}`, async ({
    page,
  }) => {
    await openShelf(page);
    const matrix = (id: string) =>
      `<glass-matrix id="${id}" hook="blocks.0.attn.pattern" mask-hook="blocks.0.attn.scores" rows-as="query" columns-as="key" scale="probability" caption="weights"></glass-matrix>`;
    await put(
      page,
      `<glass-model src="stories" text="${text.trim()}">${matrix('one')}${matrix('two')}</glass-model>`,
    );
    const [one, two] = [page.locator('#one'), page.locator('#two')];
    await expect(one.locator('.cell')).toHaveCount(cells);
    const status = one.locator('[role=status]');
    await expect(status).toHaveText('');
    await one.locator('.cell[tabindex="0"]').focus();
    await expect(status).toHaveText('“a” (1st) looks at “a” (1st) with 1.00');

    for (let i = 0; i < 3; ++i) await page.keyboard.press('ArrowDown');
    const row = (await weightsOf(page, 'blocks.0.attn.pattern'))[3]!.slice(0, 4);
    const equals = text.trim().split(' ').length > 5;
    const names = ['“a” (1st)', '“dog”', '“and”', '“a” (2nd)'].map((name) =>
      equals && !name.includes('(') ? `${name} (1st)` : name,
    );
    const told = row
      .map((weight, i) => ({ weight, token: `${names[i]} with ${weight.toFixed(2)}` }))
      .sort((a, b) => b.weight - a.weight)
      .slice(0, 3);
    await expect(status).toHaveText(
      `“a” (2nd) looks at ${told.map(({ token }) => token).join(', ')}`,
    );
    await expect(one.locator('.cell:focus')).toHaveAttribute(
      'aria-label',
      new RegExp(`“a” \\(2nd\\) looks at “a” \\(1st\\) with weight ${row[0]!.toFixed(4)}`),
    );
    // Both light up; one speaks.
    await expect(two.locator('[role=status]')).toHaveText('');
    await one.locator('.cell:focus').blur();
    await expect(status).toHaveText('');
  });
}

/** A matrix of so many rows and columns, made in the page. */
async function putLarge(
  page: Page,
  shape: readonly [number, number],
  properties: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await put(page, '<glass-matrix id="m"></glass-matrix>');
  await page.evaluate(
    ([rows, columns, more]) => {
      const data = Float32Array.from({ length: rows * columns }, (_, i) => Math.sin(i));
      Object.assign(document.getElementById('m')!, {
        values: { shape: [rows, columns], data },
        ...more,
      });
    },
    [...shape, properties] as const,
  );
}

test('a matrix on a canvas writes only the number that is told', async ({ page }) => {
  await openShelf(page);
  await page.evaluate(() => {
    const { toFixed } = Number.prototype;
    Object.assign(globalThis, { written: 0 });
    Number.prototype.toFixed = function (digits) {
      (globalThis as unknown as { written: number }).written += 1;
      return toFixed.call(this, digits);
    };
  });
  await putLarge(page, [60, 500], { rowLabels: ['a'], legend: true });
  const canvas = page.locator('#m canvas');
  await canvas.hover({ position: { x: 40, y: 20 } });
  await expect(page.locator('#m .pointed')).toHaveText(/^a, \d+: /);
  const written = () => page.evaluate(() => (globalThis as unknown as { written: number }).written);
  expect(await written()).toBeLessThan(500);
});

for (const [what, shape] of [
  ['a square', [30, 30]],
  ['a wide one', [4, 60]],
] as const)
  test(`a large matrix has the names it is given, and tells what is pointed at: ${what}`, async ({
    page,
  }) => {
    await openShelf(page);
    const names = (name: string, count: number) =>
      Array.from({ length: count }, (_, i) => `${name}${i}`);
    const [rowLabels, columnLabels] = [names('row', shape[0]), names('col', shape[1])];
    await putLarge(page, shape, { rowLabels, columnLabels });
    await expect(page.locator('#m .names span')).toHaveText(rowLabels);
    await expect(page.locator('#m .over span')).toHaveText(columnLabels);
    await page.locator('#m canvas').hover({ position: { x: 24, y: 24 } });
    await expect(page.locator('#m .pointed')).toHaveText(/^row[12], col[12]: \S*\d$/);
    // In strips, where only the rows are named.
    await putLarge(page, [4, 60], { rowLabels: names('row', 4) });
    await expect(page.locator('#m .strips .names span')).toHaveText(names('row', 4));
    // Without a name that a reader would look for, the number is told as well.
    await putLarge(page, [30, 30]);
    await expect(page.locator('#m .names')).toHaveCount(0);
    await page.locator('#m canvas').hover({ position: { x: 24, y: 24 } });
    await expect(page.locator('#m .pointed')).toHaveText(/^2, 2: \S*\d$/);
  });

test('a vector longer than a canvas may be wide is painted whole', async ({ page }) => {
  await openShelf(page);
  await putLarge(page, [1, 70_000]);
  const canvas = page.locator('#m canvas');
  await expect
    .poll(() => canvas.evaluate((each: HTMLCanvasElement) => each.width))
    .toBe(Math.ceil(70_000 / 9));
  const last = await canvas.evaluate((each: HTMLCanvasElement) => [
    ...each.getContext('2d')!.getImageData(each.width - 1, 0, 1, 1).data,
  ]);
  expect(last[3]).toBe(255);
});

test('too many fields are refused, and one column less is drawn', async ({ page }) => {
  await openShelf(page);
  await putLarge(page, [2, 65], { editable: true });
  await expect(page.locator('#m [part=message]')).toContainText(
    'editable takes a matrix of at most 64 columns, found 65',
  );
  await expect(page.locator('#m input')).toHaveCount(0);
  await putLarge(page, [2, 64], { editable: true });
  await expect(page.locator('#m input')).toHaveCount(128);
});

for (const [what, columns] of [
  ['digits', 3],
  ['a canvas', 30],
] as const)
  test(`Enter chooses a cell that is there, after the matrix has shrunk: ${what}`, async ({
    page,
  }) => {
    await openShelf(page);
    await putLarge(page, [30, columns]);
    await page.locator('#m .cell[tabindex="0"]').focus();
    await page.keyboard.press('Control+End');
    await expect(page.locator('#m .cell[tabindex="0"]')).toHaveAttribute('data-row', '29');
    await page.evaluate((width) => {
      const matrix = document.getElementById('m')!;
      const data = new Float32Array(26 * (width - 1));
      Object.assign(matrix, { values: { shape: [26, width - 1], data } });
      matrix.addEventListener('glass-pin', (event) =>
        Object.assign(globalThis, { chosen: (event as CustomEvent).detail }),
      );
    }, columns);
    const cell = page.locator('#m .cell[tabindex="0"]');
    await expect(cell).toHaveAttribute('data-row', '25');
    await cell.focus();
    await page.keyboard.press('Enter');
    const chosen = () => page.evaluate(() => (globalThis as unknown as { chosen: object }).chosen);
    expect(await chosen()).toEqual({ row: 25, column: columns - 2 });
    await page.keyboard.press('ArrowUp');
    await expect(cell).toHaveAttribute('data-row', '24');
  });

for (const [ink, ground] of [
  ['oklch(95% 0 0)', 'dark'],
  ['oklch(15% 0 0)', 'light'],
  ['color(display-p3 0.95 0.95 0.95)', 'dark'],
] as const)
  test(`the canvas follows the colour of the text in any notation: ${ink}`, async ({ page }) => {
    await openShelf(page);
    await page.evaluate((colour) => {
      document.documentElement.style.setProperty('--glass-ink', colour);
    }, ink);
    await putLarge(page, [30, 30]);
    // The first number is 0: the middle of the scale.
    const [red] = await page
      .locator('#m canvas')
      .evaluate((each: HTMLCanvasElement) => each.getContext('2d')!.getImageData(0, 0, 1, 1).data);
    if (ground === 'dark') expect(red).toBeLessThan(60);
    else expect(red).toBeGreaterThan(200);
  });

test('cells grow with the type, and hold their numbers', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-matrix id="m" scale="probability" digits="2"></glass-matrix>', {
    m: { values: { shape: [60, 6], data: new Float32Array(360).fill(0.25) } },
  });
  const cells = page.locator('glass-matrix .cell');
  await expect(cells.first()).toHaveText('0.25');
  const small = (await cells.first().boundingBox())!;
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await expect
    .poll(async () => (await cells.first().boundingBox())!.width)
    .toBeGreaterThan(1.9 * small.width);
  const [boxes, texts] = [
    await boxesOf(cells),
    await cells.evaluateAll((all) => all.map((each) => each.clientWidth)),
  ];
  boxes.forEach(({ width }, i) => expect(width).toBeLessThanOrEqual(texts[i]!));
  expect((await cells.first().boundingBox())!.height).toBeCloseTo(2 * small.height, 0);
  // The rows that are scrolled into view are drawn, and the last one is reached.
  const scroller = page.locator('glass-matrix .scroller');
  await cells.first().focus();
  await page.keyboard.press('Control+End');
  await expect(page.locator('glass-matrix .cell[data-row="59"][data-column="5"]')).toBeFocused();
  await expect(page.locator('glass-matrix .label[data-row="59"]')).toBeInViewport();
  expect(
    await scroller.evaluate((each) => each.scrollHeight - each.clientHeight - each.scrollTop),
  ).toBeLessThanOrEqual(1);
});

test('a matrix that is cut fades at its edge until all of it is shown', async ({ page }) => {
  await page.setViewportSize({ width: 260, height: 500 });
  await openShelf(page);
  await put(page, '<glass-matrix id="m"></glass-matrix>', {
    m: { values: { shape: [3, 10], data: new Float32Array(30).fill(0.25) } },
  });
  const scroller = page.locator('glass-matrix .scroller');
  const faded = () => scroller.evaluate((each) => getComputedStyle(each).maskImage !== 'none');
  await expect.poll(faded).toBe(true);
  await scroller.evaluate((each) => (each.scrollLeft = each.scrollWidth));
  await expect.poll(faded).toBe(false);
  await scroller.evaluate((each) => (each.scrollLeft = 0));
  await expect.poll(faded).toBe(true);
  // The same downwards: rows that are cut off between two of them look like all of them.
  await put(page, '<glass-matrix id="m"></glass-matrix>', {
    m: { values: { shape: [30, 3], data: new Float32Array(90).fill(0.25) } },
  });
  await expect.poll(faded).toBe(true);
  await scroller.evaluate((each) => (each.scrollTop = each.scrollHeight));
  await expect.poll(faded).toBe(false);
  await page.setViewportSize({ width: 900, height: 500 });
  await expect.poll(faded).toBe(false);
});

test('on paper all rows of a long matrix are there, and its box cuts none', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-matrix caption="long"></glass-matrix>');
  await page.evaluate(() => {
    const shape = [100, 4];
    const data = Float32Array.from({ length: 400 }, (_, i) => i);
    Object.assign(document.querySelector('glass-matrix')!, { values: { shape, data } });
  });
  const rows = page.locator('glass-matrix .row:not(.pad)');
  await expect.poll(() => rows.count()).toBeGreaterThan(0);
  const inView = await rows.count();
  expect(inView).toBeLessThan(50);
  await page.emulateMedia({ media: 'print' });
  // As a browser does: it draws when the listeners have returned.
  const printed = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'));
    const { shadowRoot } = document.querySelector('glass-matrix')!;
    const scroller = shadowRoot!.querySelector('.scroller')!;
    const row = shadowRoot!.querySelector('.row:last-of-type')!;
    const end = row.getBoundingClientRect().bottom - scroller.getBoundingClientRect().bottom;
    return {
      rows: shadowRoot!.querySelectorAll('.row:not(.pad)').length,
      isCut: end > 0,
      // White digits stand on dark shades, which a browser leaves out unless it is told.
      shades: getComputedStyle(row.querySelector('.cell')!).printColorAdjust,
    };
  });
  expect(printed).toEqual({ rows: 100, isCut: false, shades: 'exact' });
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(rows).toHaveCount(inView);
});

test('on paper names of rows and columns stand where they are, however far the page is scrolled', async ({
  page,
}) => {
  await openShelf(page);
  const text = 'The little dog was very happy and he ran to the red ball in the park.';
  await put(
    page,
    `<glass-model src="stories" text="${text}"><glass-matrix hook="blocks.0.attn.pattern"></glass-matrix></glass-model>`,
  );
  await expect(page.locator('glass-matrix .cell').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => {
    document.body.style.paddingBottom = '200vh';
    const { bottom } = document.querySelector('glass-matrix')!.getBoundingClientRect();
    scrollTo(0, bottom - 100);
  });
  const below = await page.evaluate(() => {
    const { shadowRoot } = document.querySelector('glass-matrix')!;
    const box = (selector: string) => shadowRoot!.querySelector(selector)!.getBoundingClientRect();
    return { row: box('.row:not(.pad)').top, heads: box('.heads').bottom };
  });
  expect(below.heads).toBeLessThan(0);
  expect(below.heads).toBeLessThanOrEqual(below.row);
  await page.evaluate(() => {
    document.body.style.paddingBottom = '';
    scrollTo(0, 0);
  });
  await page.emulateMedia({ media: null });
});

test('a hook without the name of its stack, or with one too many, is told the one that the model has', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    `<glass-matrix model="aab" text="aab" hook="decoder.logits"></glass-matrix>
    <glass-model id="pair"><glass-matrix hook="logits"></glass-matrix></glass-model>
    <glass-model id="reader" src="en-zh" text="I like tea."><glass-translate></glass-translate><glass-matrix hook="decoder.logits"></glass-matrix></glass-model>`,
  );
  await page.evaluate(async () => {
    const { loadModel } = (globalThis as unknown as { glassformer: typeof PublicFace }).glassformer;
    const model = await loadModel('en-zh');
    const run = await model.forward('我', { source: 'I like tea.', capture: ['decoder.logits'] });
    Object.assign(document.getElementById('pair')!, { model, run });
  });
  const messages = page.locator('glass-matrix [part=message]');
  await expect(messages).toContainText([
    "this model has no activation named 'decoder.logits', but 'logits'",
    "this model has no activation named 'logits', but 'decoder.logits'",
    en.ofPair,
  ]);
  await page
    .locator('#pair glass-matrix')
    .evaluate((each) => each.setAttribute('hook', 'decoder.logits'));
  await expect(page.locator('#pair glass-matrix canvas')).toBeVisible();
});
