/** The output head: its sums are the engine's logits. */
import type { Run } from '../../../web/src/shared/run-types.ts';
import { expectAccessible } from '../axe.ts';
import { expect, type Locator, test } from '../kept.ts';
import { mount } from '../mount.ts';

const kText = 'Once upon a time there was a little cat';

interface Named {
  readonly id: number;
  readonly logit: number;
}

/** What the figure says of itself. */
interface Told {
  readonly token: number;
  readonly likeliest: readonly Named[];
  readonly shown: Named;
  readonly products: readonly number[];
  readonly bias: number | null;
  /** What the engine's logit has more than the sum of floats. */
  readonly rounding: number | null;
}

const told = (figure: Locator): Promise<Told> =>
  figure.evaluate((element) => (element as unknown as { toJSON(): Told }).toJSON());

/** The engine's logits after one token of the text. */
const engineLogits = (figure: Locator, row: number): Promise<number[]> =>
  figure
    .page()
    .locator('glass-model')
    .evaluate(async (element, place) => {
      interface Loaded {
        forward(input: string, options: object): Promise<Run>;
      }
      const { model, text } = element as unknown as { model: Loaded; text: string };
      const { activations } = await model.forward(text, { capture: ['logits'] });
      const { shape, data } = activations['logits']!;
      const size = shape.at(-1)!;
      return [...data.subarray(place * size, (place + 1) * size)];
    }, row);

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);

test('axe finds nothing, light and dark', async ({ page }) => {
  await mount(page, { tags: ['glass-logits'], src: 'stories', text: kText, lang: 'zh-CN' }, 'dd');
  await expectAccessible(page);
});

// Other models: tests/web/engine/study-of-models.test.ts.
test(`the products add up to the engine's logits: stories`, async ({ page }) => {
  const figure = await mount(page, { tags: ['glass-logits'], src: 'stories', text: kText }, 'dd');
  const { token, likeliest, shown, products, bias, rounding } = await told(figure);
  const logits = await engineLogits(figure, token);
  const falling = logits.map((logit, id) => ({ id, logit })).sort((a, b) => b.logit - a.logit);
  expect(likeliest.map(({ id }) => id)).toEqual(
    falling.slice(0, likeliest.length).map(({ id }) => id),
  );
  for (const { id, logit } of likeliest) expect(logit).toBeCloseTo(logits[id]!, 3);
  expect(shown.id).toBe(falling[0]!.id);
  expect(sum(products) + (bias ?? 0)).toBeCloseTo(logits[shown.id]!, 3);
  expect(rounding).toBeNull();
  await expect(figure.locator('dd.sum')).toHaveText(shown.logit.toFixed(4).replace('-', '−'));
});

test('with weights of 8 bits the result is the engine’s logit, and what it rounds is a row of the sum', async ({
  page,
}) => {
  const options = { tags: ['glass-logits'], src: 'stories', dtype: 'int8', text: kText };
  const figure = await mount(page, options, 'dd');
  const { token, likeliest, shown, products, bias, rounding } = await told(figure);
  const logits = await engineLogits(figure, token);
  for (const { id, logit } of likeliest) expect(logit).toBeCloseTo(logits[id]!, 5);
  expect(shown.id).toBe(logits.indexOf(Math.max(...logits)));
  const ofFloats = sum(products) + (bias ?? 0);
  expect(Math.abs(shown.logit - ofFloats)).toBeGreaterThan(1e-3); // bytes are not floats
  expect(rounding).toBeCloseTo(shown.logit - ofFloats, 4);
  await expect(figure.locator('dd.sum')).toHaveText(shown.logit.toFixed(4).replace('-', '−'));
  const row = figure.locator('dt', { hasText: 'rounding to 8 bits' });
  await expect(row.locator('+ dd')).toHaveText(rounding!.toFixed(4).replace('-', '−'));
});

test('the reader chooses whose logit, and after which token', async ({ page }) => {
  const figure = await mount(page, { tags: ['glass-logits'], src: 'stories', text: kText }, 'dd');
  const { likeliest } = await told(figure);
  await figure.locator('.segments label').nth(2).click();
  await expect.poll(async () => (await told(figure)).shown.id).toBe(likeliest[2]!.id);
  await figure.locator('glass-tokens button').nth(1).click();
  await expect(figure.locator('.title')).toContainText('after “upon”');
  const after = await told(figure);
  expect(after.token).toBe(1);
  expect(after.shown).toEqual(after.likeliest[0]); // what was chosen for another vector is gone
  expect(sum(after.products)).toBeCloseTo((await engineLogits(figure, 1))[after.shown.id]!, 3);
});

test('a token that the author names is listed behind the likeliest; an unknown one is refused', async ({
  page,
}) => {
  const props = { token: 7 };
  const options = { tags: ['glass-logits'], src: 'stories', text: kText, props };
  const figure = await mount(page, options, 'dd');
  await expect(figure.locator('.segments label')).toHaveCount(6);
  const { shown, token } = await told(figure);
  expect(shown.id).toBe(7);
  expect(shown.logit).toBeCloseTo((await engineLogits(figure, token))[7]!, 3);
  await figure.evaluate((element) => element.setAttribute('token', '2048'));
  await expect(figure.locator('[part=message]')).toContainText(
    'token must be a whole number from 0 to 2047, found 2048',
  );
});

test('an encoder–decoder has none of its own here', async ({ page }) => {
  const options = { tags: ['glass-logits'], src: 'en-zh', text: 'The cat sleeps.' };
  const figure = await mount(page, options, '[part=message]');
  await expect(figure.locator('[part=message]')).toContainText('reads its decoder');
});
