/** What positions add to embeddings, number by number beside the engine. */
import type { Run } from '../../../web/src/shared/run-types.ts';
import { expectAccessible } from '../axe.ts';
import { sideways } from '../figures.ts';
import { expect, kPhone, type Locator, type Page, test } from '../kept.ts';
import { mount } from '../mount.ts';

const kText = 'Once upon a time there was a little cat';

/** What a `<glass-model>` has loaded, as far as these tests use it. */
interface Loaded {
  forward(input: string, options: object): Promise<Run>;
}

test('nothing for axe to find, light and dark', async ({ page }) => {
  await mount(
    page,
    { tags: ['glass-positions'], src: 'stories', text: kText, lang: 'zh-CN' },
    '.strip canvas',
  );
  await expectAccessible(page);
});

/** Three numbers of one column, as the run has them. */
function added(page: Page, row: number, column: number, prefix = ''): Promise<string> {
  return page.locator('glass-model').evaluate(
    async (element, asked) => {
      const { model, text } = element as unknown as { model: Loaded; text: string };
      const names = ['embed', 'pos_embed', 'blocks.0.resid_pre'].map((name) => asked.prefix + name);
      const options = asked.prefix === '' ? {} : { source: text };
      const run = await model.forward(asked.prefix === '' ? text : '', {
        ...options,
        capture: names,
      });
      const [embedding, position, sum] = names.map((name) => {
        const { shape, data } = run.activations[name]!;
        return data[asked.row * (shape[1] as number) + asked.column]!;
      }) as [number, number, number];
      const write = (value: number) => value.toFixed(4).replace('-', '\u2212');
      const [a, b, total] = [embedding, position, sum].map((x) => Math.round(+x.toFixed(4) * 1e4));
      const sign = a! + b! === total ? '=' : '\u2248'; // what is printed may add up to one more or less
      return `${write(embedding)} + ${position < 0 ? `(${write(position)})` : write(position)} ${sign} ${write(sum)}`;
    },
    { row, column, prefix },
  );
}

test('in Chinese no blank stands behind the colon', async ({ page }) => {
  const positions = await mount(
    page,
    { tags: ['glass-positions'], src: 'stories', text: kText, lang: 'zh-CN' },
    '.strip canvas',
  );
  const digits = await positions
    .locator('[part=digits]')
    .evaluate((line: HTMLElement) => line.innerText);
  expect(digits).toMatch(/^第 1 列，共 160 列：\S/);
});

test('embedding + position = sum, digit by digit, in the column and the token that are looked at', async ({
  page,
}) => {
  const positions = await mount(
    page,
    { tags: ['glass-positions', 'glass-tokens'], src: 'stories', text: kText },
    '.strip canvas',
  );
  const digits = positions.locator('[part=digits]');
  await expect(digits).toContainText('Column 1 of 160');
  await expect(digits).toContainText(await added(page, 8, 0));
  await positions.getByRole('slider').focus();
  for (let i = 0; i < 5; ++i) await page.keyboard.press('ArrowRight');
  await expect(digits).toContainText(await added(page, 8, 5));
  await page.keyboard.press('End');
  await expect(digits).toContainText(await added(page, 8, 159));
  await page.locator('glass-tokens button').nth(2).click();
  await expect(digits).toContainText(await added(page, 2, 159));
  await positions.locator('.strip.sum').click({ position: { x: 1, y: 10 } });
  await expect(digits).toContainText(await added(page, 2, 0));
  await positions.locator('.rows button').nth(2).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('glass-tokens button').nth(3)).toHaveClass(/on/);
  await expect(digits).toContainText(await added(page, 3, 0));
});

test('a tap picks a token and a column', async ({ anotherPage }) => {
  const phone = await anotherPage(kPhone);
  const positions = await mount(
    phone,
    { tags: ['glass-positions', 'glass-tokens'], src: 'stories', text: kText },
    '.strip canvas',
  );
  const row = positions.locator('.rows button').nth(2);
  expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(23.9);
  await row.tap();
  await expect(phone.locator('glass-tokens button').nth(2)).toHaveAttribute('aria-pressed', 'true');
  const strip = positions.locator('.strip.sum');
  await strip.tap({ position: { x: ((await strip.boundingBox())?.width ?? 0) - 1, y: 10 } });
  await expect(positions.locator('[part=digits]')).toContainText('Column 160 of 160');
});

/** The colours of a picture's first row. */
const firstRow = (positions: Locator) =>
  positions.locator('.picture canvas').evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const copy = new OffscreenCanvas(canvas.width, 1).getContext('2d')!;
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, 1);
    return Array.from({ length: canvas.width }, (_, i) => data.slice(4 * i, 4 * i + 3).join(' '));
  });

test('the picture is the model’s own table, or the formula’s: sines of 0 and cosines of 0', async ({
  page,
}) => {
  const positions = await mount(
    page,
    { tags: ['glass-positions'], src: 'stories', text: kText },
    '.strip canvas',
  );
  expect(new Set(await firstRow(positions)).size).toBeGreaterThan(20);
  await positions.getByText('Sine and cosine').click();
  await expect.poll(async () => new Set(await firstRow(positions)).size).toBe(2);
  await expect(positions.locator('.title')).toContainText('had the model these positions');
  const colours = await firstRow(positions);
  expect(colours.every((colour, i) => colour === colours[i % 2])).toBe(true);
  // The sum follows the choice: at place 0 the sine of the first column is 0, the cosine of the second 1.
  await positions.locator('.rows button').first().hover();
  const digits = positions.locator('[part=digits]');
  await expect(digits).toContainText(/ \+ 0\.0000 = /);
  await positions.locator('.strips').press('ArrowRight');
  await positions.locator('.rows button').first().hover();
  await expect(digits).toContainText(/ \+ 1\.0000 = /);
});

test('a model with sinusoidal positions shows them, its source before the encoder', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const positions = await mount(
    page,
    { tags: ['glass-positions'], src: 'en-zh', text: 'I love you.' },
    '.strip canvas',
  );
  await expect(positions.locator('[role=radiogroup]')).toHaveCount(0);
  await expect(positions.locator('[part=digits]')).toContainText(
    await added(page, 3, 0, 'encoder.'),
  );
  expect(new Set(await firstRow(positions)).size).toBe(2);
  expect(await sideways(page)).toBe(0);
});
