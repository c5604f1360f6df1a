/** Whose head the figures are told while one model takes another's place: that of the model whose numbers they have. */
import { type Writer, writers } from '../../web/page/writers.ts';
import { expect, type Locator, open, type Page, test } from './fixture.ts';
import { settled } from './settled.ts';

const kEnglish = 'The dog was happy';
const kChinese = '今天天气很好';
const kLines: Readonly<Record<Writer, string>> = {
  stories: kEnglish,
  'stories-large': kEnglish,
  zh: kChinese,
  tang: kChinese,
};

/** Counted from 1, as readers count: the last head of the last layer, which a smaller model lacks. */
const kLastHead: Readonly<Record<Writer, readonly [layer: number, head: number]>> = {
  stories: [5, 5],
  'stories-large': [7, 6],
  zh: [7, 6],
  tang: [7, 6],
};

const chapter = (page: Page): Locator => page.locator('#looking');
/** The heads that figures of the chapter say they show, each once, as layer and head counted from 1. */
async function namedHeads(page: Page): Promise<string[]> {
  await settled(page);
  const names = await chapter(page)
    .locator('h3, .note, glass-heads [part=readout] b, .who b')
    .allTextContents();
  const places = names.flatMap((name) => {
    const numbers = /^\D*(\d+)\D+(\d+)\D*$/.exec(name.trim());
    return numbers ? [`${numbers[1]}.${numbers[2]}`] : [];
  });
  expect(places.length).toBeGreaterThan(2);
  return [...new Set(places)];
}

/** Every sentence that takes a figure's place from here on is kept, were it there for less than a frame. */
async function keepFailures(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const failures: string[] = [];
    Object.assign(globalThis, { failures });
    const { attachShadow } = Element.prototype;
    Element.prototype.attachShadow = function (options) {
      const root = attachShadow.call(this, options);
      if (this.localName !== 'glass-model')
        new MutationObserver(() => {
          for (const each of root.querySelectorAll('[role=alert]'))
            failures.push(`${this.localName}: ${each.textContent.trim()}`);
        }).observe(root, { childList: true, subtree: true });
      return root;
    };
  });
}

const failuresOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { failures: string[] }).failures);

/** The weights that are asked for from now on come when they are let go. */
async function holdWeights(page: Page): Promise<() => void> {
  let release = (): void => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route('**/model.safetensors*', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

async function openAt(page: Page, writer: Writer, language: string): Promise<void> {
  const [layer, head] = kLastHead[writer];
  await open(
    page,
    `#lang=${language}&voice=${writer}&head=${layer}.${head}&text=${encodeURIComponent(kLines[writer])}`,
  );
  await chapter(page).locator('.masks').scrollIntoViewIfNeeded();
  await expect(chapter(page).locator('.masks glass-matrix [part=grid]')).toHaveCount(3);
  expect(await namedHeads(page)).toEqual([`${layer}.${head}`]);
}

/** Each gives way and comes; to more layers and to fewer, of the same size, in the same language and in the other. */
const kPairs: readonly (readonly [from: Writer, to: Writer])[] = [
  ['stories', 'stories-large'],
  ['stories', 'tang'],
  ['stories-large', 'zh'],
  ['zh', 'tang'],
  ['zh', 'stories-large'],
  ['tang', 'stories'],
];

test('every writer gives way to another, and comes after another', () => {
  for (const at of [0, 1])
    expect([...new Set(kPairs.map((pair) => pair[at]))].sort()).toEqual([...writers].sort());
});

for (const [from, to] of kPairs)
  test(`the head is ${from}'s until ${to} has read the line`, async ({ page }) => {
    await keepFailures(page);
    await openAt(page, from, from === 'stories' || from === 'stories-large' ? 'en' : 'zh');
    const before = await namedHeads(page);
    const release = await holdWeights(page);
    await page.locator('.voice select').selectOption(to);
    await expect(page.locator('main > glass-model.another')).toHaveCount(1);
    expect(await namedHeads(page)).toEqual(before);
    release();
    await expect(page.locator('main > glass-model.another')).toHaveCount(0);
    const after = await namedHeads(page);
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
    expect(await failuresOn(page)).toEqual([]);
  });

test.describe('where the next model does not come', () => {
  /** That of a later chapter may be asked for meanwhile. */
  const kLarge = /stories-large\/model\.safetensors/;
  test.use({ allowed: /net::ERR_FAILED|request failed/ });

  test('no figure of the one before stands under its name, and all come back with it', async ({
    page,
  }) => {
    await keepFailures(page);
    await openAt(page, 'stories', 'en');
    await page.route(kLarge, (route) => route.abort());
    await page.locator('.voice select').selectOption('stories-large');
    const alert = page.locator('main > glass-model').getByRole('alert');
    await expect(alert).toContainText('“larger, for stories (English, 4 MB)” could not be fetched');
    await expect(page.locator('main > glass-model').getByText('cannot run')).toBeHidden();
    // It is asked for again, and does not come again.
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toContainText('could not be fetched');
    const figures = chapter(page).locator('glass-heads').first();
    await expect(figures.locator('[part=message]')).toHaveText('This figure cannot be shown.');
    expect(await failuresOn(page)).toEqual([]);
    await page.unroute(kLarge);
    await alert.getByRole('button', { name: 'Back to “stories (English, 2 MB)”' }).click();
    await expect(page.locator('.voice select')).toHaveValue('');
    await expect(alert).toHaveCount(0);
    await expect(figures.locator('.head').first()).toBeVisible();
    expect(await namedHeads(page)).toEqual(['5.5']);
  });

  test('it is read by that model when that can be fetched again', async ({ page }) => {
    await openAt(page, 'stories', 'zh');
    await page.route('**/model.safetensors*', (route) => route.abort());
    await page.locator('.voice select').selectOption('stories-large');
    const alert = page.locator('main > glass-model').getByRole('alert');
    await expect(alert).toContainText('“故事，大一倍（英文，4 MB）”没有下载成功');
    await page.unroute('**/model.safetensors*');
    await alert.getByRole('button', { name: '重试' }).click();
    await expect(page.locator('.first glass-heads [part=head]')).toHaveCount(42);
    await expect(alert).toHaveCount(0);
  });
});
