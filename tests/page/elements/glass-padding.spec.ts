/** What padding does, with the mask and without: the figure's numbers beside the engine's. */
import type { BatchRun, Run, Tensor } from '../../../web/src/shared/run-types.ts';
import { expectAccessible } from '../axe.ts';
import { sideways } from '../figures.ts';
import { expect, expectNumbers, numbersIn, type Page, test } from '../kept.ts';
import { InputMethod } from '../input-method.ts';
import { mount } from '../mount.ts';
import { openShelf, put } from '../shelf.ts';

const kTexts = ['I love you.', "The moon is beautiful tonight, isn't it?"];

test('nothing for axe to find, light and dark', async ({ page }) => {
  await mount(page, { tags: ['glass-padding'], src: 'en-zh' }, 'glass-matrix .cell');
  await expectAccessible(page);
});

/** What the engine makes of the padded sentence: weights of one head, and how far its output moves. */
function padded(page: Page, layer: number, head: number, unmasked: boolean) {
  return page.locator('body > glass-model').evaluate(
    async (element, asked) => {
      type Forward = (input: unknown, options: object) => Promise<Run & BatchRun>;
      const { model } = element as unknown as {
        model: {
          forward: Forward;
          config: { resolved: { pad_token_id: number; d_model: number } };
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
      const width = model.config.resolved.d_model;
      const wanted = alone.activations[names[1]!]!.data;
      const moves = short.map((_, row) => {
        const part = (data: Float32Array) => data.subarray(row * width, (row + 1) * width);
        return Math.hypot(...part(wanted).map((value, i) => value - part(output.data)[i]!));
      });
      return { rows, length: short.length, moved: Math.max(...moves) };
    },
    { texts: kTexts, layer, head, unmasked },
  );
}

test('padding takes nothing with the mask, and without it the share that the engine gives it', async ({
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
  await expect(figure.locator('.failed')).toHaveCount(0);
  await first.fill('Good morning, everyone.');
  await expect(figure.getByText('需要两个句子')).toBeHidden();
  await expect(figure.locator('.batch ol').first()).toContainText('morning');
});

test('a sentence that is being composed waits until it is text', async ({ page }) => {
  const padding = await mount(page, { tags: ['glass-padding'], src: 'en-zh' }, '.batch li');
  const method = await InputMethod.of(page);
  const sentence = padding.locator('input[type=text]').first();
  const batch = padding.locator('.batch li');
  const before = await batch.allTextContents();
  await sentence.press('ControlOrMeta+a');
  await method.compose('wo', "wo'ai");
  await expect(sentence).toHaveValue("wo'ai");
  await expect(padding).toHaveJSProperty('texts.0', 'I love you.');
  expect(await batch.allTextContents()).toEqual(before);
  await method.commit('We go.');
  await expect(batch.first()).toHaveText('We');
});

test('sentences, mask and head can be chosen by keyboard', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-model src="en-zh"><glass-padding></glass-padding></glass-model>');
  const padding = page.locator('glass-padding');
  const said = padding.locator('[part=said]');
  await expect(said).toContainText('0.0% of the attention goes to padding.');
  await padding.getByRole('textbox').first().focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' I love you.');
  await expect(padding.locator('.batch ol').first().locator('li:not(.pad)')).toHaveCount(8);
  await page.keyboard.press('Tab');
  await expect(padding.getByRole('textbox').last()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(padding.locator('.batch')).toBeFocused(); // it scrolls where it is narrow
  await page.keyboard.press('Tab');
  await expect(padding.getByRole('radio', { name: 'on' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(padding.getByRole('radio', { name: 'off' })).toBeChecked();
  await expect(said).not.toContainText('0.0% of the attention');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(padding.locator('.where')).toHaveText('Encoder, layer 2, head 1');
  await page.keyboard.press('Tab');
  await expect(padding.locator('.cell:focus')).toHaveCount(1);
});

test('a model without an encoder is told apart', async ({ page }) => {
  const figure = await mount(
    page,
    { tags: ['glass-padding'], src: 'aab', text: 'aab' },
    '.placeholder',
  );
  await expect(figure).toHaveText('This figure needs a model with an encoder and a decoder.');
});

test('a layer and a head that the encoder does not have are refused', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-padding model="en-zh" layer="3"></glass-padding>');
  const figure = page.locator('glass-padding');
  const message = figure.locator('[part=message][role=alert]');
  await expect(message).toContainText('layer must be a whole number from 0 to 2, found 3');
  await figure.evaluate((each) => each.setAttribute('layer', '2'));
  await expect(message).toHaveCount(0);
  await figure.evaluate((each) => each.setAttribute('head', '99'));
  await expect(message).toContainText(/head must be a whole number from 0 to \d+, found 99/);
  await figure.evaluate((each) => each.removeAttribute('head'));
  await expect(figure.locator('glass-matrix .cell').first()).toBeVisible();
});

test('a text, of which it has two under another name, is refused', async ({ page }) => {
  await openShelf(page);
  await put(page, '<glass-padding model="en-zh" text="I like tea." lazy></glass-padding>');
  await expect(page.locator('glass-padding [role=alert]')).toContainText(
    'text must be left out of <glass-padding>, where it is called texts, found "I like tea."',
  );
});
