/** Why scores are divided by √d, and what padding does: the figures' numbers beside the engine's. */
import type { BatchRun, Tensor, Run } from '../../web/src/shared/types.ts';
import { expect, expectNumbers, type Locator, numbersIn, type Page, test } from './fixture.ts';
import { violations } from './axe.ts';
import { mount, sideways } from './mount.ts';

const kTexts = ['I love you.', "The moon is beautiful tonight, isn't it?"];

type Package = typeof import('glassformer');
declare const glassformer: Package;

for (const scheme of ['light', 'dark'] as const) {
  test(`nothing for axe to find in variance and padding: ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await mount(page, { tags: ['glass-variance', 'glass-padding'], src: 'en-zh' }, '.plot');
    await expect(page.locator('glass-padding glass-matrix .cell').first()).toBeVisible();
    expect(await violations(page, 'glass-model')).toEqual([]);
  });
}

/** Variances of 256 × 256 products, and the mean largest of 16 weights, from the same seeds. */
function measured(page: Page, width: number, seed: number) {
  return page.evaluate(
    async ([d, first]) => {
      const { randn, softmax } = glassformer;
      const [q, k] = [
        (await randn([256, d!], 2 * first!)).data,
        (await randn([256, d!], 2 * first! + 1)).data,
      ];
      const products = Array.from({ length: 256 * 256 }, (_, i) => {
        let sum = 0;
        for (let c = 0; c < d!; ++c) sum += q[(i >> 8) * d! + c]! * k[(i & 255) * d! + c]!;
        return sum;
      });
      const mean = products.reduce((a, b) => a + b) / products.length;
      const variance = products.reduce((a, b) => a + (b - mean) ** 2, 0) / products.length;
      const largest = async (scale: number) => {
        const few = Float32Array.from(
          { length: 256 * 16 },
          (_, i) => products[(i >> 4) * 256 + (i & 15)]! * scale,
        );
        const { data } = await softmax({ shape: [256, 16], data: few });
        const maxima = Array.from({ length: 256 }, (_, r) =>
          Math.max(...data.subarray(16 * r, 16 * r + 16)),
        );
        return { here: maxima[0]!, mean: maxima.reduce((a, b) => a + b) / 256 };
      };
      return { variance, raw: await largest(1), scaled: await largest(1 / Math.sqrt(d!)) };
    },
    [width, seed],
  );
}

const numbers = async (locator: Locator) =>
  ((await locator.textContent()) ?? '').match(/\d+(\.\d+)?/g)?.map(Number) ?? [];

async function expectMeasured(page: Page, width: number, seed: number): Promise<void> {
  const figure = page.locator('glass-variance');
  const { variance, raw, scaled } = await measured(page, width, seed);
  const said = (part: string) => numbers(figure.locator(`.${part} [part=measured] span`));
  await expect.poll(async () => (await said('raw'))[1]).toBe(width);
  expect(Math.abs((await said('raw'))[0]! - variance)).toBeLessThan(0.006);
  expect(Math.abs((await said('scaled'))[0]! - variance / width)).toBeLessThan(0.006);
  expect((await said('scaled'))[1]).toBe(1);
  for (const [part, { here, mean }] of [
    ['raw', raw],
    ['scaled', scaled],
  ] as const) {
    const [first, , second] = await numbers(figure.locator(`.${part} .weights ~ .largest`));
    expect(Math.abs(first! - here)).toBeLessThan(0.0006);
    expect(Math.abs(second! - mean)).toBeLessThan(0.0006);
  }
}

test('variances and weights are those of the drawn vectors, at every width and seed', async ({
  page,
}) => {
  const figure = await mount(page, { tags: ['glass-variance'] }, '.plot');
  await expectMeasured(page, 64, 1);
  await figure.getByLabel('width d').focus();
  await page.keyboard.press('End');
  await expectMeasured(page, 512, 1);
  await expect(figure.locator('.raw')).toContainText([/lie beyond this axis/, /softmax/i]);
  await page.keyboard.press('Home');
  await expectMeasured(page, 1, 1);
  await page.keyboard.press('ArrowRight');
  await expectMeasured(page, 2, 1);
  const before = await figure.locator('.raw path').getAttribute('d');
  await figure.getByRole('button', { name: 'Draw again' }).click();
  await expect(figure.locator('.raw path')).not.toHaveAttribute('d', before!);
  await expectMeasured(page, 2, 2);
});

test('inside a model it says what the variances of the model’s own scores are', async ({
  page,
}) => {
  const text = 'Once upon a time';
  const figure = await mount(page, { tags: ['glass-variance'], src: 'stories', text }, '.model');
  const wanted = await page.locator('glass-model').evaluate(async (element, input) => {
    const { model } = element as unknown as {
      model: { forward(input: string, options: object): Promise<Run> };
    };
    const capture = ['blocks.*.attn.raw_scores'];
    const { activations } = await model.forward(input, { capture });
    const means: number[] = [];
    for (const [name, { shape, data }] of Object.entries(activations)) {
      if (!name.endsWith('raw_scores')) continue;
      const [heads = 0, rows = 0] = shape;
      for (let head = 0; head < heads; ++head) {
        let sum = 0;
        // The first token has no choice; what comes later is masked.
        for (let row = 1; row < rows; ++row) {
          const seen = [...data.slice((head * rows + row) * rows).slice(0, row + 1)];
          const mean = seen.reduce((a, b) => a + b) / seen.length;
          sum += seen.reduce((a, b) => a + (b - mean) ** 2, 0) / row;
        }
        means.push(sum / (rows - 1));
      }
    }
    return {
      raw: means.reduce((a, b) => a + b) / means.length,
      flatter: means.filter((variance) => variance / 32 < 1).length,
    };
  }, text);
  const said = await numbers(figure.locator('.model'));
  const [heads, width, raw, root, scaled, random, flatter, all, one] = said;
  expect([heads, width, root, random, all, one]).toEqual([25, 32, 32, 1, 25, 1]);
  expect(Math.abs(raw! - wanted.raw)).toBeLessThan(0.06);
  expect(Math.abs(scaled! - wanted.raw / 32)).toBeLessThan(0.006);
  expect(flatter).toBe(wanted.flatter);
});

/** What the engine makes of the padded sentence: weights of one head, and how far its output moves. */
function padded(page: Page, layer: number, head: number, unmasked: boolean) {
  return page.locator('body > glass-model').evaluate(
    async (element, asked) => {
      type Forward = (input: unknown, options: object) => Promise<Run & BatchRun>;
      const { model } = element as unknown as {
        model: {
          forward: Forward;
          config: { resolved: { pad_token_id: number } };
          sourceTokenizer: { encode(text: string): Promise<{ id: number }[]> };
        };
      };
      const [short, long] = (await Promise.all(
        asked.texts.map(async (text) =>
          (await model.sourceTokenizer.encode(text)).map(({ id }) => id),
        ),
      )) as [number[], number[]];
      const pads = Array<number>(long.length - short.length).fill(
        model.config.resolved.pad_token_id,
      );
      const names = [`encoder.blocks.${asked.layer}.attn.pattern`, 'encoder.blocks.2.ln2'];
      const alone = await model.forward([1], { source: short, capture: names });
      const run = asked.unmasked
        ? await model.forward([1], { source: [...short, ...pads], capture: names })
        : await model.forward([[1], [1]], { source: [short, long], capture: names });
      const [weights, output] = names.map((name) => run.activations[name]!) as [Tensor, Tensor];
      const places = long.length;
      const rows = short.map((_, row) => {
        const from = (asked.head * places + row) * places; // the first sentence of the batch
        return [...weights.data.slice(from, from + places)];
      });
      const [width, wanted] = [128, alone.activations[names[1]!]!.data];
      const moves = short.map((_, row) => {
        const part = (data: Float32Array) => data.subarray(row * width, (row + 1) * width);
        return Math.hypot(...part(wanted).map((value, i) => value - part(output.data)[i]!));
      });
      return { rows, length: short.length, moved: Math.max(...moves) };
    },
    { texts: kTexts, layer, head, unmasked },
  );
}

test('with the mask padding takes nothing; without it, the share that the engine gives it', async ({
  page,
}) => {
  const figure = await mount(
    page,
    { tags: ['glass-padding'], src: 'en-zh', props: { texts: kTexts, layer: 1, head: 2 } },
    'glass-matrix .cell',
  );
  const said = figure.locator('[part=said]');
  const masked = await padded(page, 1, 2, false);
  const pads = masked.rows[0]!.length - masked.length;
  expect(pads).toBeGreaterThan(2);
  await expect(figure.locator('.batch li.pad')).toHaveCount(pads);
  await expect(figure.locator('.cell.masked')).toHaveCount(pads * masked.length);
  const withShares = ({ rows, length }: typeof masked) =>
    rows.map((row) => [...row, row.slice(length).reduce((a, b) => a + b, 0)]);
  expectNumbers(await numbersIn(figure), withShares(masked), 0.00501);
  await expect(said).toContainText('0.0% of the attention goes to padding');
  expect(masked.moved).toBeLessThan(1e-4);

  await figure.getByText('off', { exact: true }).click();
  const open = await padded(page, 1, 2, true);
  await expect(figure.locator('.cell.masked')).toHaveCount(0);
  expectNumbers(await numbersIn(figure), withShares(open), 0.00501);
  const shares = withShares(open).map((row) => row.at(-1)!);
  const mean = shares.reduce((a, b) => a + b) / shares.length;
  expect(mean).toBeGreaterThan(0.02);
  await expect(said).toContainText(`${(mean * 100).toFixed(1)}% of the attention`);
  await expect(said).toContainText(`moves by ${open.moved.toFixed(2)} at most`);
  expect(open.moved).toBeGreaterThan(0.1);
});

test('the reader’s own sentences: typed, of equal length, empty; on a phone nothing scrolls sideways', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const figure = await mount(
    page,
    { tags: ['glass-padding'], src: 'en-zh', lang: 'zh-CN' },
    'glass-matrix .cell',
  );
  expect(await sideways(page)).toBe(0);
  const [first, second] = [figure.getByLabel('第一句'), figure.getByLabel('第二句')];
  await second.fill('I love you.');
  await expect(figure.locator('[part=said]')).toContainText('不需要填充');
  await second.fill('Yes.');
  await expect(figure.locator('.batch ol').nth(1).locator('.pad')).not.toHaveCount(0);
  await first.fill('');
  await expect(figure.getByText('需要两个句子')).toBeVisible();
  await first.fill('Good morning, everyone.');
  await expect(figure.getByText('需要两个句子')).toBeHidden();
  await expect(figure.locator('.batch ol').first()).toContainText('morning');
});

test('a model without an encoder is told apart', async ({ page }) => {
  const figure = await mount(
    page,
    { tags: ['glass-padding'], src: 'aab', text: 'aab' },
    '.placeholder',
  );
  await expect(figure).toHaveText('This figure needs a model with an encoder.');
});
