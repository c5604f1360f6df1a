/** A link brings back the tokens that were pinned, in the reader’s line and in the translation, and how letters are chosen. */
import type { GlassModel } from '../../web/src/elements/index.ts';
import { expect, type Locator, open, type Page, sentenceField, test } from './fixture.ts';
import { goToLearning } from './learning.ts';
import { goTo } from './models.ts';
import { drawn } from './settled.ts';
import { openShelf, put } from './shelf.ts';

const pressed = (place: Locator) => place.locator('[aria-pressed=true] bdi');
/** The tokens of the translation, in the decoder’s attention. */
const written = (page: Page) =>
  page.locator('#translating glass-translate [data-stack=decoder] .side.from button');

test('pinned tokens are in the link, and in every chapter when the link is opened', async ({
  page,
}) => {
  test.slow();
  await open(page, '#text=The+dog+was+sad&source=I+like+tea.');
  const chips = page.locator('.under-say glass-tokens');
  await chips.locator('button').nth(1).click();
  await expect(page).toHaveURL(/[#&]pin=2(&|$)/);
  await goTo(page, 'translating', 'glass-translate .output');
  await written(page).nth(1).click();
  await expect(page).toHaveURL(/translator-pin=\.2/);

  await page.reload();
  await expect(pressed(chips)).toHaveText(['dog']);
  await goTo(page, 'translating', 'glass-translate .output');
  await expect(written(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
  await goTo(page, 'next', 'glass-next-token [part=after]');
  const after = page.locator('#next [part=after]');
  await expect(after).toContainText('After “dog”, which is pinned.');
  await page.getByRole('button', { name: '中文' }).click();
  await expect(after).toContainText('接在选定的“dog”之后。');
  // Another link, and a place that the text does not have.
  await page.evaluate(() => (location.hash = '#lang=zh&text=The+cat&pin=1'));
  await expect(pressed(chips)).toHaveText(['The']);
  await page.evaluate(() => (location.hash = '#lang=zh&text=The+cat&pin=9'));
  await expect(pressed(chips)).toHaveCount(0);
  // It is told, and no longer in the address.
  await expect(page.locator('.unknown-settings')).toContainText('pin=9');
  await expect(page).not.toHaveURL(/pin=/);
  await page.evaluate(() => (location.hash = '#lang=en&text=The+cat+sat&pin=3.9'));
  await expect(page.locator('.unknown-settings')).toContainText('pin=3.9');
  // What is typed later says nothing of a link.
  await page.evaluate(() => (location.hash = '#lang=en&text=The+cat+sat&pin=3'));
  await expect(pressed(chips)).toHaveText(['sat']);
  await expect(page.locator('.unknown-settings')).toHaveCount(0);
  await sentenceField(page).fill('The cat');
  await expect(chips.locator('button')).toHaveCount(2);
  await expect(page.locator('.unknown-settings')).toHaveCount(0);
});

test('a link brings back how the hand-made model is let choose', async ({ page }) => {
  await open(page, '#letters-mode=sample&letters-generation=temperature:1500');
  await goToLearning(page);
  await goTo(page, 'choosing', 'glass-generate button');
  const generate = page.locator('#choosing glass-generate');
  await expect(generate.getByLabel('Sampling')).toBeChecked();
  await expect(generate.getByLabel('temperature')).toHaveAttribute('aria-valuetext', '1500');
  await generate.getByText('Beam search', { exact: true }).click();
  await expect(page).toHaveURL(/letters-mode=beam/);
});

test('<glass-model>: a token is pinned when the text has been read, and the reader’s pin takes its place', async ({
  page,
}) => {
  await openShelf(page);
  const markup =
    '<glass-model id="own" src="aab" text="aabaa"><glass-tokens></glass-tokens></glass-model>';
  await put(page, markup, { own: { pinned: { query: 3, key: 1 } } });
  const own = page.locator('#own');
  const pinned = () => own.evaluate((element) => (element as GlassModel).pinned);
  await expect(own.locator('[aria-pressed=true]')).toHaveCount(1);
  await expect(own.locator('glass-tokens button').nth(3)).toHaveAttribute('aria-pressed', 'true');
  await own.locator('glass-tokens button').nth(1).click();
  expect(await pinned()).toEqual({ query: 1, key: null });
  await own.evaluate((element) => Object.assign(element, { pinned: null }));
  await expect(own.locator('[aria-pressed=true]')).toHaveCount(0);
  // Of a text that is asked for with it.
  await own.evaluate((element) =>
    Object.assign(element, { text: 'aabaab', pinned: { query: 4, key: null } }),
  );
  await expect(own.locator('glass-tokens button').nth(4)).toHaveAttribute('aria-pressed', 'true');
});

for (const [language, ofQuery, ofKey] of [
  [
    'en',
    'pinned.query must be a whole number from 0 to 2, found 7',
    'pinned.key must be a whole number from 0 to 2, found 4',
  ],
  ['zh', 'pinned.query 是 7，应为 0 到 2 的整数。', 'pinned.key 是 4，应为 0 到 2 的整数。'],
] as const)
  test(`<glass-model>: a token that the author’s text does not have is refused, ${language}`, async ({
    page,
  }) => {
    await openShelf(page, language);
    await put(
      page,
      `<glass-model id="own" src="aab" text="aab" pinned='{"query":7}'><glass-input></glass-input><glass-tokens></glass-tokens></glass-model>`,
    );
    const own = page.locator('#own');
    const message = own.locator('> [part=message][role=alert]');
    const chips = own.locator('glass-tokens button');
    const pressed = own.locator('[aria-pressed=true]');
    const write = (values: object) =>
      own.evaluate((element, given) => Object.assign(element, given), values);
    await expect(message).toHaveText(ofQuery);
    await expect(chips).toHaveCount(3);
    await expect(pressed).toHaveCount(0);
    // Another value, and a text that has it.
    await own.evaluate((element) => element.setAttribute('pinned', '{"query":1,"key":4}'));
    await expect(message).toHaveText(ofKey);
    await write({ text: 'aabaa' });
    await expect(message).toHaveCount(0);
    await expect(chips.nth(1)).toHaveAttribute('aria-pressed', 'true');
    // What the reader pins, and types, is let go in silence.
    const field = own.locator('glass-input textarea');
    await chips.nth(4).click();
    await field.fill('aab');
    await expect(chips).toHaveCount(3);
    await expect(pressed).toHaveCount(0);
    await expect(message).toHaveCount(0);
    // So is an author's that is refused, with the reader's next text or pin.
    await write({ pinned: { query: 3, key: null } });
    await expect(message).toBeVisible();
    await field.fill('aa');
    await expect(message).toHaveCount(0);
    await write({ pinned: { query: 3, key: null } });
    await expect(message).toBeVisible();
    await chips.nth(1).click();
    await expect(message).toHaveCount(0);
    await expect(chips.nth(1)).toHaveAttribute('aria-pressed', 'true');
  });

test('a link that pins a token which the line does not have opens as without it', async ({
  page,
}) => {
  await open(page, '#text=The+dog&pin=9');
  await drawn(page);
  await expect(page.locator('.under-say glass-tokens button')).toHaveCount(2);
  await expect(page.locator('.under-say glass-tokens [aria-pressed=true]')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
