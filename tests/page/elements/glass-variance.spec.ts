/** Why scores are divided by √d: the figure's numbers beside the engine's. */
import type { GlassVariance } from '../../../web/src/elements/index.ts';
import type { Run } from '../../../web/src/shared/run-types.ts';
import { expectAccessible } from '../axe.ts';
import { button } from '../figures.ts';
import { expect, type Locator, type Page, test } from '../kept.ts';
import { mount } from '../mount.ts';
import { openShelf, put } from '../shelf.ts';

type Package = typeof import('glassformer');
declare const glassformer: Package;

test('nothing for axe to find, light and dark', async ({ page }) => {
  await mount(page, { tags: ['glass-variance'], src: 'aab', text: 'aabaa' }, '.model');
  await expectAccessible(page);
});

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
    const [first, second] = await numbers(figure.locator(`.${part} .weights ~ .largest`));
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
  await button(figure, 'Draw again').click();
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

test('the text that is told of it is that of the model’s scores, where these are shown', async ({
  page,
}) => {
  await openShelf(page);
  await put(
    page,
    '<glass-variance model="aab" text="aabaa"></glass-variance><glass-variance model="aab" text="a"></glass-variance>',
  );
  const told = (at: number) =>
    page
      .locator('glass-variance')
      .nth(at)
      .evaluate((each) => (each as GlassVariance).contextLines.join('\n'));
  await expect(page.locator('glass-variance .model')).toHaveCount(1);
  await expect.poll(() => told(0)).toContain('aabaa');
  await expect.poll(() => told(1)).toContain('344 parameters');
  expect(await told(1)).not.toMatch(/Text/);
});
