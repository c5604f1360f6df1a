/** What hangs below the line: which chapter the reader is at, and what the figures there read. */
import { chapterIds as chapters } from '../../web/page/chapter-order.ts';
import { button, sideways } from './figures.ts';
import { expect, lifeField, open, type Page, test } from './fixture.ts';

/** The chapter that is marked in the contents; null: none. */
const marked = (page: Page): Promise<string | null> =>
  page
    .locator('.contents a[aria-current=location]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')).join(' ') || null);

test('the chapter where the reader is is marked, by scrolling and by keyboard', async ({
  page,
}) => {
  await open(page);
  const tab = page.locator('.say .where summary');
  expect(await marked(page)).toBeNull();
  await expect(tab).toHaveCount(0);
  for (const [i, id] of chapters.entries()) {
    await page.locator(`#${id}`).evaluate((section) => section.scrollIntoView());
    await expect.poll(() => marked(page)).toBe(`#at=${id}`);
    await expect(tab).toContainText(`${i + 1} · `);
  }
  await page.keyboard.press('Control+Home');
  await expect.poll(() => marked(page)).toBeNull();
  // The contents open from there, and lead on, by keyboard alone.
  await page.locator('.contents a[href="#at=layers"]').click();
  await expect(tab).toHaveText('4 · Layers refine');
  await tab.focus();
  await page.keyboard.press('Enter');
  const links = page.locator('.say .where .chapters a');
  await expect(links).toHaveCount(chapters.length);
  await expect(links.nth(3)).toHaveAttribute('aria-current', 'location');
  await page.keyboard.press('Escape');
  await expect(links.first()).toBeHidden();
  await expect(tab).toBeFocused();
  await page.keyboard.press('Enter');
  await links.nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#vectors > h2')).toBeFocused();
  await expect(links.first()).toBeHidden();
  await expect.poll(() => marked(page)).toBe('#at=vectors');
});

for (const [language, begin] of [
  ['en', 'Below: “'],
  ['zh', '下图读的是：“'],
] as const)
  test(`where figures read another text than the line, it is said: ${language}`, async ({
    page,
  }) => {
    await open(page, `#lang=${language}&source=The+moon+is+very+bright+tonight.&open=life+beam`);
    const said = page.locator('.say .where p');
    const to = (selector: string) =>
      page.locator(selector).evaluate((element) => element.scrollIntoView());
    await to('#looking');
    await expect(said).toHaveCount(0);
    await to('#life');
    await expect(said).toHaveText(`${begin}Life is short, eat dessert first”`);
    await to('#writing');
    await expect(said).toHaveCount(0);
    await to('#beam');
    await expect(said).toHaveText(`${begin}A B C D E”`);
    await page.locator('#beam summary').click();
    await expect(said).toHaveCount(0);
    await to('#translating');
    await expect(said).toHaveText(`${begin}The moon is very bright tonight.”`);
    await to('#learning');
    await expect(said).toHaveText(new RegExp(`^${begin}[ab]+”$`));
    await to('#what-if');
    await expect(page.locator('.say .where summary')).toContainText('9 · ');
    await expect(said).toHaveCount(0);
    await to('#translation');
    await expect(said).toHaveText(`${begin}The moon is very bright tonight.”`);
    await to('#study');
    await expect(said).toHaveCount(0);
    await to('#study-patch');
    await expect(said).toContainText(' / ');
    await to('#study-ablation');
    await expect(said).toHaveCount(0);
    await to('#study-translation');
    await expect(said).toHaveText(`${begin}The moon is very bright tonight.”`);
    await to('#study-attribution');
    await expect(said).toHaveCount(0);
    await to('#study-shapes');
    await expect(said).toHaveText(`${begin}aab aab …”`);
    await to('#proof');
    await expect(said).toHaveCount(0);
  });

for (const language of ['en', 'zh'])
  test(`where a figure keeps what it read before, that is what is said: ${language}`, async ({
    page,
  }) => {
    await open(page, `#lang=${language}&open=life`);
    const said = page.locator('.say .where p');
    await page.locator('#study-patch').evaluate((element) => element.scrollIntoView());
    const patch = page.locator('#study glass-patch');
    await expect(patch.locator('[part=cell]').first()).toBeVisible();
    await expect(said).toContainText(' / ');
    const before = await said.textContent();
    await patch.locator('input').first().fill('');
    await expect(patch.locator('[part=refusal]')).toBeVisible();
    await expect(said).toHaveText(before ?? '');

    await page.locator('#life').evaluate((element) => element.scrollIntoView());
    await expect(said).toContainText('Life is short');
    await lifeField(page).fill('，。');
    await expect(lifeField(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(said).toContainText('Life is short');
  });

for (const [language, line, translator, undo] of [
  ['en', '2 heads are off.', 'One head is off.', 'Undo all'],
  ['zh', '有 2 个注意力头关着。', '有 1 个注意力头关着。', '全部恢复'],
] as const)
  test(`where figures read with heads that are off, it is said, with the way back: ${language}`, async ({
    page,
  }) => {
    await open(page, `#lang=${language}&off=1.1*0+2.2*0&translator-off=cross.1.1*0`);
    const said = page.locator('.say .where .changed');
    const to = (selector: string) =>
      page.locator(selector).evaluate((element) => element.scrollIntoView());
    for (const [id, words] of [
      // No head takes part in tokens, and in what is random or made by hand.
      ['tokens', null],
      ['vectors', null],
      ['looking', line],
      ['scaling', null],
      ['padding-mask', translator],
      ['next', line],
      ['writing', line],
      ['translating', translator],
      ['learning', null],
      ['what-if', line],
      ['translation', translator],
      ['study-patch', line],
      ['study-ablation', line],
      ['study-translation', translator],
      ['study-attribution', line],
      ['study-circuit', null],
      ['study-shapes', null],
      ['proof', null],
      ['sources', null],
    ] as const) {
      await to(`#${id}`);
      if (words === null) await expect(said, id).toHaveCount(0);
      else await expect(said.locator('span'), id).toHaveText(words);
    }
    await to('#study-ablation');
    await button(said, undo).click();
    await expect(said).toHaveCount(0);
    await expect(page.locator('.say .where summary')).toBeFocused();
    await expect(page).not.toHaveURL(/[#&]off=/);
    // The translator keeps its own.
    await to('#translating');
    await expect(said.locator('span')).toHaveText(translator);
  });

test('below the line a small picture of a layer says which part the reader is at, and leads to the large one', async ({
  page,
}) => {
  await open(page);
  const sign = page.locator('.say .where .sign');
  const to = (id: string) => page.locator(`#${id}`).evaluate((part) => part.scrollIntoView());
  for (const [id, name, parts] of [
    ['vectors', 'vectors', 1],
    ['looking', 'heads', 1],
    ['joining', 'W_O', 1],
    // A part of the chapter of heads that the picture does not have.
    ['scaling', 'heads', 1],
    ['layers', 'stream', 1],
    ['layer-norm', 'norm', 3],
    ['feed-forward', 'feed-forward', 1],
    ['output', 'output table', 1],
  ] as const) {
    await to(id);
    await expect(sign).toHaveAttribute('aria-label', `Layers refine: ${name}`);
    await expect(sign.locator('.here')).toHaveCount(parts);
    await expect(sign).toBeInViewport();
  }
  await to('writing');
  await expect(sign).toHaveCount(0);
  await to('feed-forward');
  await sign.click();
  await expect(page.locator('#layers > h2')).toBeFocused();
  await expect(page.locator('#layers .block-picture svg')).toBeInViewport();
});

for (const width of [390, 320])
  test(`what hangs below the line and the picture fit a phone: ${width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, '#source=The+moon+is+very+bright+tonight.');
    for (const id of ['layers', 'translating']) {
      await page.locator(`#${id}`).evaluate((section) => section.scrollIntoView());
      await expect(page.locator('.say .where')).toBeVisible();
      // Which chapter that is can be read before it is opened, though not to the end of a long title.
      const title = page.locator('.say .where summary span');
      expect((await title.boundingBox())!.width).toBeGreaterThan(60);
      await page.locator('.say .where summary').click();
      // Read at once: what is said of the text goes where the figure below has another.
      const edges = await page
        .locator('.say .where > *, .say .where a, .block-picture svg')
        .evaluateAll((all) =>
          all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => [left, right]),
        );
      expect(edges.length).toBeGreaterThan(chapters.length);
      for (const [left, right] of edges) {
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(width);
      }
      expect(await sideways(page)).toBe(0);
      await page.locator('.say .where summary').click();
    }
  });
