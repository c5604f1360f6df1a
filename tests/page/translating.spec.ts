import { kWidthSource } from '../../web/page/source.ts';
import {
  expect,
  expectNumbers,
  type Locator,
  numbersIn,
  open,
  type Page,
  sentenceField,
  test,
} from './fixture.ts';
import { activation, generated, goTo, modelOf, rowsOf } from './models.ts';

const kText = 'The moon is very bright tonight.';
const kMax = { max_new_tokens: 80 };

const figure = (page: Page) => page.locator('#translating glass-translate');
const output = (page: Page, way: string) =>
  figure(page).locator(`.output:has(#way-${way}) [part=translation]`);
const panel = (page: Page, stack: string) => figure(page).locator(`[data-stack=${stack}]`);

async function openTranslating(page: Page): Promise<Locator> {
  await open(page);
  await goTo(page, 'translating', 'glass-translate .output');
  return modelOf(page, 'translating');
}

test.describe('a model that does not come', () => {
  test.use({ allowed: /404/ });

  test('is told of at its figure, with the way to try again', async ({ page }) => {
    await page.route('**/en-zh/**', (route) => route.fulfill({ status: 404 }));
    await open(page, '#at=translating');
    const chapter = page.locator('#translating');
    await expect(chapter.locator('[part=message]', { hasText: 'en-zh/config.json' })).toBeVisible();
    const again = chapter.locator('glass-model [part=retry]').first();
    await again.scrollIntoViewIfNeeded();
    const button = await again.boundingBox();
    const line = await chapter.locator('.own-text').boundingBox();
    expect(Math.abs(button!.x - line!.x)).toBeLessThan(2);
    expect(Math.abs(line!.y - button!.y)).toBeLessThan(150);
    await page.unroute('**/en-zh/**');
    await again.click();
    await expect(output(page, 'beam')).toHaveText(/\p{Script=Han}/u);
    await expect(chapter.getByRole('alert')).toHaveCount(0);
  });
});

test('the reader’s own text: typed, from the top of the page, empty, too long', async ({
  page,
}) => {
  const model = await openTranslating(page);
  const field = page.locator('#translating textarea');
  await field.fill('I love you.');
  const { text } = await generated(model, 'I love you.', { ...kMax, num_beams: 4 });
  await expect(output(page, 'beam')).toHaveText(text);
  await expect(page).toHaveURL(/source=I\+love\+you/);
  await field.fill('');
  await expect(
    page.locator('#translating').getByText('Type an English or a Chinese sentence.'),
  ).toBeVisible();
  await expect(output(page, 'beam')).toHaveText(text);
  await field.fill('Привет!');
  await expect(
    page.locator('#translating').getByText('read English and Chinese only'),
  ).toBeVisible();
  await expect(output(page, 'beam')).toHaveText(text);
  await field.fill('I love 中');
  await expect(page.locator('#translating').getByText('write it in one language')).toBeVisible();
  await expect(output(page, 'beam')).toHaveText(text);
  await field.fill('word '.repeat(200));
  await expect(figure(page).getByText('the model reads at most 120')).toBeVisible();
  // The bar above the figure names the sentence that the figure still shows.
  await expect(page.locator('.where .said p')).toHaveText('Below: “I love you.”');
  const own = 'Life is short, eat dessert first';
  await sentenceField(page).fill(own);
  await page.locator('#translating').scrollIntoViewIfNeeded();
  // What was typed here stays; the line from the top stands among the examples.
  await expect(field).toHaveValue(/^word word/);
  await page.locator('#translating glass-input').getByRole('button', { name: own }).click();
  await expect(field).toHaveValue(own);
  const fromTop = await generated(model, own, { ...kMax, num_beams: 4 });
  await expect(output(page, 'beam')).toHaveText(fromTop.text);
  await expect(figure(page).getByText('the model reads at most')).toBeHidden();
});

test('a Chinese sentence is translated into English, with heads of its own', async ({ page }) => {
  const model = await openTranslating(page);
  const field = page.locator('#translating textarea');
  await panel(page, 'cross').locator('[data-layer="1"][data-head="2"]').click();
  await panel(page, 'cross').getByRole('button', { name: 'Switch off' }).click();
  await expect(page).toHaveURL(/translator-off=cross\.2\.3\*0/);
  await field.fill('我是一个学生。');
  const options = { ...kMax, num_beams: 4 };
  await expect(output(page, 'beam')).toHaveText(/student/);
  await expect(page.locator('#translating .prose').first()).toContainText('reads the Chinese');
  await expect(page).not.toHaveURL(/translator-off/);
  const { text } = await generated(model, '我是一个学生。', options);
  await expect(output(page, 'beam')).toHaveText(text);
  // The other model's head is off as it was.
  await field.fill('I love you.');
  await expect(figure(page).getByText('One head is off.')).toBeVisible();
  await expect(page).toHaveURL(/translator-off=cross\.2\.3\*0/);
  // A link brings the sentence back, and so its model.
  await field.fill('我是一个学生。');
  await expect(page).not.toHaveURL(/translator-off/);
  await page.reload();
  await goTo(page, 'translating', 'glass-translate .output');
  await expect(output(page, 'beam')).toHaveText(text);
});

test('a head picked or switched off in one chapter is so in all, and the link keeps it', async ({
  page,
}) => {
  const model = await openTranslating(page);
  const other = page.locator('#what-if glass-translate');
  await figure(page).getByText('Matrix', { exact: true }).click();
  await panel(page, 'cross').locator('[data-layer="1"][data-head="2"]').click();
  await panel(page, 'cross').getByRole('button', { name: 'Switch off' }).click();
  await panel(page, 'encoder').locator('[data-layer="2"][data-head="1"]').click();
  await expect(page).toHaveURL(/translator=encoder\.3\.2\+decoder\.1\.1\+cross\.2\.3/);
  await expect(page).toHaveURL(/translator-off=cross\.2\.3\*0/);
  const ablate = [{ layer: 1, head: 2, stack: 'cross', factor: 0 } as const];
  const options = { ...kMax, num_beams: 4, ablate };
  const { text, ids } = await generated(model, kText, options);
  await expect(output(page, 'beam')).toHaveText(text);

  // The last chapter has them too, and gives the reader's word back.
  await other.evaluate((element) => element.scrollIntoView());
  const shown = (place: Locator) => place.locator('.output:has(#way-beam) [part=translation]');
  await expect(shown(other)).toHaveText(text);
  await expect(other.locator('glass-heads [part=readout] b')).toHaveText('Layer 2, head 3');
  await expect(other.getByText('One head is off.')).toBeVisible();
  await other.locator('[data-layer="0"][data-head="3"]').click();
  await other.getByText('Matrix', { exact: true }).click();
  const hook = 'decoder.blocks.0.cross_attn.pattern';
  const weights = rowsOf(await activation(model, kText, hook, { ids, ablate }), 3);
  expectNumbers(await numbersIn(other.locator('glass-attention')), weights, 0.00501);
  await expect(panel(page, 'cross').locator('glass-heads [part=readout] b')).toHaveText(
    'Layer 1, head 4',
  );

  // So has the third, where the encoder reads two sentences at once.
  await page.locator('#looking glass-padding').evaluate((element) => element.scrollIntoView());
  const padding = page.locator('#looking glass-padding');
  await expect(padding.locator('.where')).toHaveText('Encoder, layer 3, head 2');
  await padding.locator('[data-layer="1"][data-head="0"]').click();
  await expect(panel(page, 'encoder').locator('glass-heads [part=readout] b')).toHaveText(
    'Layer 2, head 1',
  );

  await page.reload();
  await goTo(page, 'what-if', 'glass-translate .output');
  await expect(shown(other)).toHaveText(text);
  await expect(other.locator('glass-heads [part=readout] b')).toHaveText('Layer 1, head 4');
  await other.getByRole('button', { name: 'Undo all' }).click();
  // The model of that chapter comes when the reader does.
  await goTo(page, 'translating', 'glass-translate .output');
  const before = await generated(model, kText, { ...kMax, num_beams: 4 });
  await expect(output(page, 'beam')).toHaveText(before.text);
  await expect(shown(other)).toHaveText(before.text);
});

test('a token that is pinned in one chapter is pinned in the other, until it is let go or the text is another', async ({
  page,
}) => {
  const model = await openTranslating(page);
  const text = kWidthSource;
  await page.locator('#translating textarea').fill(text);
  const translation = await generated(model, text, { ...kMax, num_beams: 4 });
  await expect(output(page, 'beam')).toHaveText(translation.text);
  const other = page.locator('#what-if glass-translate');
  const lit = (place: Locator) => place.locator('.output:has(#way-beam) span.on');
  const source = panel(page, 'encoder').locator('.side.from button').nth(2);
  const target = panel(page, 'decoder').locator('.side.from button').nth(1);
  const beside = (side: string, row: number) =>
    other.locator(`.side.${side} button[data-row="${row}"]`);
  await other.evaluate((element) => element.scrollIntoView());
  await expect(beside('to', 2)).toHaveAttribute('aria-pressed', 'false');

  await source.click();
  await expect(beside('to', 2)).toHaveAttribute('aria-pressed', 'true');
  await target.click();
  await expect(beside('to', 2)).toHaveAttribute('aria-pressed', 'false');
  await expect(beside('from', 1)).toHaveAttribute('aria-pressed', 'true');
  await page.mouse.move(0, 0);
  await expect(lit(other)).toHaveText((await target.textContent())!.trim());

  // Who looks at something else, or translates with other beams, lets go of nothing.
  await page.locator('#translating glass-tokens button').first().hover();
  await expect(target).toHaveAttribute('aria-pressed', 'true');
  await expect(beside('from', 1)).toHaveAttribute('aria-pressed', 'true');
  // In another translation another token stands there.
  await page.locator('#translating #way-greedy').check();
  await expect(panel(page, 'decoder').locator('.side [aria-pressed=true]')).toHaveCount(0);
  await expect(beside('from', 1)).toHaveAttribute('aria-pressed', 'true');
  await page.locator('#translating #way-beam').check();
  await expect(target).toHaveAttribute('aria-pressed', 'true');
  // Escape lets go from anywhere in the figure.
  await panel(page, 'encoder').locator('.side.from button').first().press('Escape');
  await expect(target).toHaveAttribute('aria-pressed', 'false');
  await expect(beside('from', 1)).toHaveAttribute('aria-pressed', 'false');
  await target.click();

  // Let go in the last chapter, let go in this one; pinned there, pinned here.
  await beside('from', 1).click();
  await expect(target).toHaveAttribute('aria-pressed', 'false');
  await beside('from', 0).click();
  await expect(panel(page, 'decoder').locator('.side.from button').first()).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.locator('#translating textarea').fill('I like tea.');
  await expect(output(page, 'beam')).toHaveText(/茶/);
  await expect(
    page.locator('#translating, #what-if').locator('[aria-pressed=true].on'),
  ).toHaveCount(0);
});

for (const [language, source, wanted] of [
  ['en', kText, ['月亮', 'yuèliàng', 'moon']],
  ['zh', '今天天气很好。', ['weather', '天气']],
] as const)
  test(`beneath a translation that its reader may not know stand its words: ${language}`, async ({
    page,
  }) => {
    await open(page, `#lang=${language}&source=${encodeURIComponent(source)}`);
    await goTo(page, 'translating', 'glass-translate .gloss li');
    const said = await figure(page)
      .locator('.output:has(#way-beam) .gloss li')
      .evaluateAll((all) =>
        all.map((each) => [...each.children].map(({ textContent }) => textContent.trim())),
      );
    expect(said).toContainEqual([...wanted]);
    // Every word of it stands there.
    const words = said.map(([word = '']) => word).join('');
    const written = (await output(page, 'beam').textContent()) ?? '';
    expect(words).toBe(written.replace(/[^\p{L}\p{N}'’]/gu, ''));
    await page.getByRole('button', { name: language === 'en' ? '中文' : 'English' }).click();
    await expect(figure(page).locator('.gloss')).toHaveCount(0);
  });

test('letters that a translator does not know are named', async ({ page }) => {
  await open(page, `#source=${encodeURIComponent('我喜欢喝 coffee。')}`);
  await goTo(page, 'translating', 'glass-translate .output');
  await expect(page.locator('#translating .own-text > .note')).toContainText(
    '“f” is not in this model’s list: it reads <unk> (unknown).',
  );
  await expect(page.locator('#translating .own-text > .note')).toContainText(
    'Latin letters are read one by one; most come out wrong.',
  );
  await page.locator('#translating glass-input textarea').fill('我喜欢喝茶。');
  await expect(page.locator('#translating .own-text > .note')).toHaveText('');
});

test('characters that the translator of English reads byte by byte are named, and not those of another sentence', async ({
  page,
}) => {
  await open(page, `#source=${encodeURIComponent('I like the café 😀.')}`);
  await goTo(page, 'translating', 'glass-translate .output');
  const note = page.locator('#translating .own-text > .note');
  await expect(note).toContainText('byte by byte');
  await expect(note).toContainText('“😀”');
  await page.locator('#translating glass-input textarea').fill('I like coffee.');
  await expect(note).toHaveText('');
});

test('the words of a translation stand beneath it in chapter 9, too', async ({ page }) => {
  await open(page);
  await goTo(page, 'what-if', 'glass-translate .gloss li');
  await expect(page.locator('#what-if .gloss').first()).toContainText('yuèliàng');
});
