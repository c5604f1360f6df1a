/** The surprise of each token: its bits are those of the engine's logits. */
import { expectAccessible } from '../axe.ts';
import { expect, type Locator, test } from '../kept.ts';
import { mount } from '../mount.ts';
import { activationsOf, toldBy } from '../told.ts';

const kText = 'Once upon a time, there was a little girl named Lily. She liked to';

interface Expected {
  readonly id: number;
  readonly probability: number;
}

interface Told {
  readonly tokens: readonly string[];
  readonly bits: readonly (number | null)[];
  readonly mean: number;
  readonly perplexity: number;
  readonly expected: readonly (readonly Expected[])[];
}

const open = (page: Parameters<typeof mount>[0], src: string, text: string, lang = 'en') =>
  mount(page, { tags: ['glass-surprise'], src, text, lang }, '.token');

/** Of each place log₂ of every token's probability, from the engine's logits. */
async function logProbabilities(figure: Locator, text: string): Promise<number[][]> {
  const { logits } = await activationsOf(figure, text, { capture: ['logits'] });
  const { shape, data } = logits!;
  const [rows, size] = shape as [number, number];
  return Array.from({ length: rows }, (_, row) => {
    const own = data.slice(row * size, (row + 1) * size);
    const most = Math.max(...own);
    const sum = own.reduce((total, each) => total + Math.exp(each - most), 0);
    return own.map((each) => (each - most - Math.log(sum)) / Math.LN2);
  });
}

test('axe finds nothing, light and dark', async ({ page }) => {
  const figure = await open(page, 'stories', kText, 'zh-CN');
  await figure.locator('summary').click();
  await expectAccessible(page);
});

// Other models: tests/web/engine/study-of-models.test.ts.
test(`the bits are those of the engine's logits: stories`, async ({ page }) => {
  const figure = await open(page, 'stories', kText);
  const { bits, mean, perplexity, expected } = await toldBy<Told>(figure);
  const logs = await logProbabilities(figure, kText);
  const ids = await figure.page().evaluate(async (input) => {
    const { model } = document.querySelector('glass-model') as unknown as {
      model: { tokenizer: { encode(text: string): Promise<{ id: number }[]> } };
    };
    return (await model.tokenizer.encode(input)).map(({ id }) => id);
  }, kText);
  expect(bits[0]).toBeNull();
  expect(bits).toHaveLength(ids.length);
  for (let i = 1; i < ids.length; ++i) {
    const before = logs[i - 1]!;
    expect(bits[i]!).toBeCloseTo(-before[ids[i]!]!, 3);
    const falling = before.map((log, id) => ({ id, log })).sort((a, b) => b.log - a.log);
    expect(expected[i]!.map(({ id }) => id)).toEqual(falling.slice(0, 3).map(({ id }) => id));
    expect(expected[i]![0]!.probability).toBeCloseTo(2 ** falling[0]!.log, 4);
  }
  const sum = bits.slice(1).reduce<number>((total, each) => total + each!, 0);
  expect(mean).toBeCloseTo(sum / (bits.length - 1), 5);
  expect(perplexity).toBeCloseTo(2 ** mean, 5);
  const shown = await figure.locator('.token .number').allTextContents();
  expect(shown.slice(1)).toEqual(bits.slice(1).map((each) => `${each!.toFixed(1)} bits`));
});

test('a guess among all tokens is as many bits as the model’s list has', async ({ page }) => {
  const english = await open(page, 'stories', kText);
  await expect(english.locator('.what')).toContainText('11 bits a guess among 2,048');
  const chinese = await open(page, 'tang', '空山新雨后，', 'zh-CN');
  await expect(chinese.locator('.what')).toContainText('12.1 比特像从 4,418 个里瞎猜');
});

test('what was expected is told of the token that is looked at, and pinned', async ({ page }) => {
  const figure = await open(page, 'stories', kText);
  const { tokens, bits } = await toldBy<Told>(figure);
  const readout = figure.locator('[part=readout]');
  const most = bits.reduce<number>(
    (best, each, i) => ((each ?? 0) > (bits[best] ?? 0) ? i : best),
    0,
  );
  await expect(readout).toContainText(`“${tokens[most]!.trim()}” after`);
  await figure.locator('.token').nth(9).hover();
  await expect(readout).toContainText('“girl” after “little”');
  await expect(figure.locator('.expected li')).toHaveCount(3);
  await figure.locator('.token').first().hover();
  await expect(readout).toContainText('nothing stands before it');
  await expect(figure.locator('.expected li')).toHaveCount(0);
  await figure.locator('.token').nth(9).click();
  await page.mouse.move(0, 800);
  await expect(readout).toContainText('“girl” after “little”');
  await expect(figure.locator('.token').nth(9)).toHaveAttribute('aria-pressed', 'true');
  await figure.locator('.token').nth(9).press('ArrowRight');
  await expect(figure.locator('.token').nth(10)).toBeFocused();
  await expect(readout).toContainText('“named” after “girl”');
});

test('one token alone has nothing to be surprised by', async ({ page }) => {
  const figure = await open(page, 'stories', 'Once');
  await expect(figure.locator('[part=mean]')).toHaveCount(0);
  await expect(figure.locator('[part=readout]')).toContainText('nothing stands before it');
});

test('an encoder–decoder is told apart', async ({ page }) => {
  const options = { tags: ['glass-surprise'], src: 'en-zh', text: 'The cat sleeps.' };
  const figure = await mount(page, options, '[part=message]');
  await expect(figure.locator('[part=message]')).toHaveText(
    'This figure is about models that continue a text: decoders.',
  );
});
