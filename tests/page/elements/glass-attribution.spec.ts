/** Direct logit attribution: the parts add up to the engine's logit. */
import { expectAccessible } from '../axe.ts';
import { expect, type Page, test } from '../kept.ts';
import { mount } from '../mount.ts';
import { activationsOf, toldBy } from '../told.ts';

const kText = 'Once upon a time, there was a little girl named';

interface Named {
  readonly id: number;
  readonly text: string;
  readonly logit: number;
}

interface Told {
  readonly token: number;
  readonly shown: Named;
  readonly against: Named | null;
  readonly shares: Readonly<Record<string, number>>;
  readonly heads: Readonly<
    Record<string, { readonly heads: readonly number[]; readonly bias: number | null }>
  >;
  readonly norm_bias: number | null;
  readonly head_bias: number | null;
  readonly sum: number;
  readonly logit: number;
}

const sumOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0);

const openWith = (page: Page, src = 'stories', text = kText, props: object = {}, lang = 'en') =>
  mount(page, { tags: ['glass-attribution'], src, text, props, lang }, 'tfoot td');

test('axe finds nothing, light and dark', async ({ page }) => {
  const figure = await openWith(page, 'stories', kText, {}, 'zh-CN');
  await figure.locator('th button').first().click();
  await expect(figure.locator('.inner')).toHaveCount(6);
  await figure.locator('summary').click();
  await expectAccessible(page);
});

// Other models: tests/web/engine/study-of-models.test.ts.
test(`the parts add up to the engine's logit, and the heads to their attention: stories`, async ({
  page,
}) => {
  const figure = await openWith(page, 'stories', kText);
  for (const each of await figure.locator('th button').all()) await each.click();
  const layers = await figure.locator('th button').count();
  await expect
    .poll(async () => Object.keys((await toldBy<Told>(figure)).heads).length)
    .toBe(layers);
  const told = await toldBy<Told>(figure);
  const { logits } = await activationsOf(figure, kText, { capture: ['logits'] });
  const size = logits!.shape[1]!;
  const row = logits!.data.slice(told.token * size, (told.token + 1) * size);
  expect(told.shown.id).toBe(row.indexOf(Math.max(...row)));
  const parts = [...Object.values(told.shares), told.norm_bias ?? 0, told.head_bias ?? 0];
  expect(Math.abs(sumOf(parts) - row[told.shown.id]!)).toBeLessThanOrEqual(1e-3);
  expect(Math.abs(told.sum - told.logit)).toBeLessThanOrEqual(1e-3);
  for (const [hook, { heads: own, bias }] of Object.entries(told.heads)) {
    expect(own).toHaveLength(5);
    expect(Math.abs(sumOf(own) + (bias ?? 0) - told.shares[hook]!), hook).toBeLessThanOrEqual(1e-3);
  }
  const shown = await figure.locator('tfoot td').allTextContents();
  expect(shown).toEqual(Array(2).fill(told.logit.toFixed(3).replace('-', '−')));
});

test('with a second token the parts add up to the difference', async ({ page }) => {
  const figure = await openWith(page);
  const { shown } = await toldBy<Told>(figure);
  await figure.locator('select').selectOption({ index: 1 });
  await expect.poll(async () => (await toldBy<Told>(figure)).against).not.toBeNull();
  const { shares, against, norm_bias, logit } = await toldBy<Told>(figure);
  // A list shows the blank before a word, as chips do.
  expect(
    (await figure.locator('[data-control=against] option:checked').textContent())!.trim(),
  ).toBe(against!.text.replace(/^ /, '␣'));
  expect(against!.id).not.toBe(shown.id);
  expect(logit).toBeCloseTo(shown.logit - against!.logit, 4);
  expect(Math.abs(sumOf(Object.values(shares)) + norm_bias! - logit)).toBeLessThanOrEqual(1e-3);
  await expect(figure.locator('.title')).toContainText(`less that of “${against!.text.trim()}”`);
});

test('the reader chooses whose logit, and after which token', async ({ page }) => {
  const figure = await openWith(page);
  const name = await figure.locator('.segments label').nth(2).textContent();
  await figure.locator('.segments label').nth(2).click();
  // The sentence names the word; the button shows its blank, too.
  await expect(figure.locator('.title')).toContainText(`“${name!.trim().replace('␣', '')}”`);
  await figure.locator('glass-tokens button').nth(1).click();
  await expect(figure.locator('.title')).toContainText('after “upon”');
  const { token, sum, logit } = await toldBy<Told>(figure);
  expect(token).toBe(1);
  expect(Math.abs(sum - logit)).toBeLessThanOrEqual(1e-3);
});

test('any token is taken apart, or taken off: the reader writes it', async ({ page }) => {
  const figure = await openWith(page);
  const write = async (name: string, text: string) => {
    const field = figure.getByRole('textbox', { name: `${name}: another token` });
    await field.fill(text);
    await field.press('Enter');
  };
  const texts = async () => {
    const { shown, against } = await toldBy<Told>(figure);
    return [shown.text, against?.text ?? null];
  };
  await write('less that of', 'toy');
  await expect.poll(async () => (await texts())[1]).toBe(' toy');
  await write('Whose logit', 'house');
  await expect.poll(texts).toEqual([' house', ' toy']);
  await expect(figure.locator('.segments input:checked')).toHaveValue(
    String((await toldBy<Told>(figure)).shown.id),
  );
  const { sum, logit } = await toldBy<Told>(figure);
  expect(Math.abs(sum - logit)).toBeLessThanOrEqual(1e-3);
});

test('tokens that the author names are taken; an unknown one is refused', async ({ page }) => {
  const figure = await openWith(page, 'stories', kText, { token: 7, against: 9 });
  const { shown, against } = await toldBy<Told>(figure);
  expect([shown.id, against!.id]).toEqual([7, 9]);
  await figure.evaluate((element) => element.setAttribute('against', '2048'));
  await expect(figure.locator('[part=message]')).toContainText(
    'against must be a whole number from 0 to 2047, found 2048',
  );
});

test('an encoder–decoder is told apart', async ({ page }) => {
  const options = { tags: ['glass-attribution'], src: 'en-zh', text: 'The cat sleeps.' };
  const figure = await mount(page, options, '[part=message]');
  await expect(figure.locator('[part=message]')).toHaveText(
    'This figure is about models that continue a text: decoders.',
  );
});

test('a post-norm decoder does not split, and says so', async ({ page }) => {
  const figure = await openWith(page, 'aab', 'aabaa');
  await figure.evaluate(async (element) => {
    const path = './index.js';
    const { createTrainer } = (await import(new URL(path, document.baseURI).href)) as {
      createTrainer(options: object): Promise<{ model(): Promise<unknown> }>;
    };
    const config = {
      model_type: 'transformer',
      architecture: 'decoder',
      d_model: 8,
      num_heads: 1,
      d_ff: 8,
      decoder_layers: 1,
      vocab_size: 2,
      max_positions: 8,
      norm: 'post',
    };
    const trainer = await createTrainer({ config, sequences: [[0, 0, 1, 0, 0, 1]], max_length: 4 });
    // It takes ids, no text: there is none to be read.
    const model = await trainer.model();
    Object.assign(element.closest('glass-model') as HTMLElement, { model, text: '' });
  });
  await expect(figure.locator('[part=message]')).toContainText(
    'This model normalises after each sum',
  );
});
