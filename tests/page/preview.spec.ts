/** The first view before its model has come: what the model made of the page's first line when the page was built. */
import { expect, open, type Page, sentenceField, test } from './fixture.ts';
import { settled } from './settled.ts';
import { openShelf, put } from './shelf.ts';

const kPages = [
  { name: 'en', folder: './', text: 'Once upon a time, there was a little girl named', other: 3 },
  { name: 'zh', folder: './zh/', text: '空山新雨后，天气晚来', other: 1 },
] as const;
/** The document has four figures of each number; the engines of two instruction sets differ in the last of seven. */
const kTolerance = 1e-3;

/** Holds the weights back until they are let go. */
async function holdWeights(page: Page): Promise<() => void> {
  let release = (): void => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route('**/model.safetensors', async (route) => {
    await held;
    await route.fallback();
  });
  return release;
}

interface Shown {
  readonly weights: readonly (readonly number[])[];
  readonly heads: readonly { readonly weights: readonly (readonly number[])[] }[];
  readonly tokens: readonly string[];
  readonly next: readonly string[];
}

/** What the figures of the first view say. */
function shown(page: Page): Promise<Shown> {
  return page.evaluate(() => {
    const figure = (tag: string) =>
      document.querySelector(`.first ${tag}, .under-say ${tag}`) as never;
    const { weights } = (figure('glass-attention') as { toJSON(): Shown }).toJSON();
    const { heads } = (figure('glass-heads') as { toJSON(): Shown }).toJSON();
    const texts = (tag: string, part: string) =>
      [...(figure(tag) as Element).shadowRoot!.querySelectorAll(part)].map((each) =>
        each.textContent.replace(/\s+/g, ' ').trim(),
      );
    return {
      weights,
      heads: heads.map((head) => ({ weights: head.weights })),
      tokens: texts('glass-tokens', '.token'),
      next: texts('glass-next-token', 'li'),
    };
  });
}

for (const { name, folder, text, other } of kPages)
  test(`the figures of the first view are there before the model, and it says the same: ${name}`, async ({
    page,
  }) => {
    const release = await holdWeights(page);
    await page.goto(folder);
    await expect(sentenceField(page)).toHaveValue(text);
    await expect(page.locator('.first glass-next-token button')).toHaveCount(10);
    await expect(page.locator('.early')).toBeVisible();
    await settled(page);
    const before = await shown(page);
    expect(before.heads.length).toBeGreaterThan(1);

    // They are alive: another head, and what is pointed at.
    const attention = page.locator('.first glass-attention');
    const cell = attention.locator('[role=gridcell]').first();
    await cell.hover();
    await expect(attention.locator('[part=readout]')).toContainText('1.00');
    await page.locator('.first glass-heads .head').nth(other).click();
    await settled(page);
    const { weights } = await shown(page);
    expect(weights).toEqual(before.heads[other]!.weights);

    release();
    await expect(page.locator('.early')).toHaveCount(0);
    await settled(page);
    const after = await shown(page);
    expect(after.tokens).toEqual(before.tokens);
    expect(after.next).toEqual(before.next);
    expect(after.heads.length).toBe(before.heads.length);
    after.heads.forEach((head, place) =>
      head.weights.forEach((row, query) =>
        row.forEach((weight, key) => {
          const early = before.heads[place]!.weights[query]![key]!;
          expect(Math.abs(weight - early)).toBeLessThan(kTolerance);
        }),
      ),
    );
  });

test('a line that is typed before the model has come is not answered with the numbers of another', async ({
  page,
}) => {
  const release = await holdWeights(page);
  await page.goto('.');
  await expect(page.locator('.first glass-next-token button')).toHaveCount(10);
  await sentenceField(page).fill('The dog');
  await expect(page.locator('.first glass-next-token [part=message]')).toContainText('Loading…');
  await expect(page.locator('.first glass-attention [part=message]')).toContainText('Loading…');
  await expect(page.locator('.under-say glass-tokens .token')).toHaveCount(0);
  await expect(page.locator('.early')).toHaveCount(0);
  // Back again: it is known.
  await sentenceField(page).fill(kPages[0].text);
  await expect(page.locator('.first glass-next-token button')).toHaveCount(10);
  await sentenceField(page).fill('The dog');
  release();
  await expect(page.locator('.under-say glass-tokens .token')).toHaveCount(2);
  await expect(page.locator('.first glass-next-token button')).toHaveCount(10);
});

test('a link with heads switched off waits for the model', async ({ page }) => {
  const release = await holdWeights(page);
  await page.goto('.#off=1.1*0');
  await expect(page.locator('.first glass-next-token [part=message]')).toContainText('Loading…');
  release();
  await expect(page.locator('.first glass-next-token button')).toHaveCount(10);
});

test('while the model comes the page says how much of it has', async ({ page }) => {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await open(page);
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: 500_000,
    uploadThroughput: 500_000,
  });
  await page.reload();
  await expect(page.locator('.early')).toHaveText(
    /^Computed beforehand\. Loading… \d\.\d\sMB of 2\.\d\sMB$/,
  );
  await expect(page.locator('.early')).toHaveCount(0);
});

test('an author’s preview is shown until the model has come, and one that is none is refused', async ({
  page,
}) => {
  await openShelf(page);
  const release = await holdWeights(page);
  const give = (preview: object) =>
    page
      .locator('glass-model')
      .evaluate((element, value) => Object.assign(element, { preview: value }), preview);
  await put(
    page,
    '<glass-model src="aab" text="aab"><glass-tokens></glass-tokens><glass-next-token></glass-next-token></glass-model>',
  );
  await give({ text: 'aab', run: {} });
  await expect(page.getByRole('alert')).toContainText(
    'preview must be an object with text, run and candidates, found an object with text, run',
  );
  const tokens = [{ id: 7, text: 'q', start: 0, end: 3 }];
  await give({ text: 'aab', run: { tokens, activations: {} }, candidates: [] });
  await expect(page.locator('glass-tokens .token')).toContainText(['q']);
  await expect(page.getByRole('alert')).toHaveCount(0);
  release();
  await expect(page.locator('glass-tokens .token')).toHaveCount(3);
  await expect(page.locator('glass-next-token button').first()).toBeVisible();
});

test.describe('without the model', () => {
  test.use({ allowed: /ERR_FAILED|request failed/ });

  test('the figures stay, and the page says what is missing', async ({ page }) => {
    await page.route('**/model.safetensors', (route) => route.abort());
    await page.goto('.');
    await expect(page.getByRole('alert')).toContainText('The model cannot run');
    await expect(page.locator('.first glass-next-token button')).toHaveCount(10);
    await expect(page.locator('.early')).toHaveText('Computed beforehand.');
    await page.unroute('**/model.safetensors');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.locator('.early')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await sentenceField(page).fill('The dog');
    await expect(page.locator('.under-say glass-tokens .token')).toHaveCount(2);
  });
});
