import { readFileSync } from 'node:fs';
import {
  expect,
  expectNumbers,
  numbersIn,
  open,
  type Page,
  lifeField,
  sentenceField,
  test,
} from './fixture.ts';
import { chapterIds as chapters } from '../../web/page/chapter-order.ts';
import { button, sideways } from './figures.ts';
import { activation, goTo, modelOf, rowsOf } from './models.ts';
import { drawn, frames, settled } from './settled.ts';

const kText = 'Once upon a time, there was a little girl named';

test('the chapters stand in their order, and the contents lead to each', async ({ page }) => {
  await open(page);
  const ids = await page
    .locator('section.chapter:has(> h2)')
    .evaluateAll((sections) => sections.map(({ id }) => id));
  expect(ids).toEqual(chapters);
  for (const [i, id] of chapters.entries()) {
    await page.locator('.contents a').nth(i).click();
    await expect(page.locator(`#${id} > h2`)).toBeFocused();
    await expect(page.locator(`#${id} > h2`)).toBeInViewport();
    await expect(page).toHaveURL(new RegExp(`at=${id}$`));
    // It is scrolled to in some more frames, which would move the next link from under the pointer.
    await frames(page, 15);
  }
  // The number above a title leads back to them.
  await expect(page.locator('.chapter > .number')).toHaveText(
    chapters.map((_, i) => `Chapter ${i + 1}`),
  );
  await page.locator(`#${chapters.at(-1)} > .number a`).click();
  await expect(page.locator('.contents')).toBeFocused();
  await expect(page.locator('.contents')).toBeInViewport();
  await expect(page).toHaveURL(/at=contents$/);
  // Back is where the next link was followed: below the last title, then in the contents.
  await page.goBack();
  await expect(page.locator(`#${chapters.at(-1)} > .number a`)).toBeInViewport();
  await page.goBack();
  await expect(page.locator('.contents')).toBeInViewport();
  // The address tells of the chapter in view.
  await expect(page).not.toHaveURL(/at=/);
  await page.reload();
  await expect(page.locator('.contents')).toBeInViewport();
});

test('where a link has led to stays while figures above it come, until the reader moves', async ({
  page,
}) => {
  await open(page);
  // As in browsers that do not anchor the scroll position.
  await page.evaluate(() => (document.documentElement.style.overflowAnchor = 'none'));
  const heading = page.locator('#writing > h2');
  const top = () => heading.evaluate((element) => element.getBoundingClientRect().top);
  const grow = async (pixels: number) => {
    await page
      .locator('.first')
      .evaluate((element, by) => (element.style.paddingBottom = `${by}px`), pixels);
    await frames(page, 3);
  };
  await page.locator('.contents a[href="#at=writing"]').click();
  await expect(heading).toBeFocused();
  await frames(page, 30);
  const led = await top();
  expect(led).toBeLessThan(200);
  await grow(700);
  expect(Math.abs((await top()) - led)).toBeLessThan(3);
  // Figures come on meanwhile, so the reader's own move is told by where the page is, not by the heading.
  await page.mouse.move(640, 500);
  await page.mouse.wheel(0, 300);
  await expect.poll(top).toBeLessThan(led - 250);
  await settled(page);
  const moved = await page.evaluate(() => scrollY);
  await grow(1400);
  expect(await page.evaluate(() => scrollY)).toBe(moved);
});

test('what a link has led to does not pull back from what has come below it and is shown', async ({
  page,
}) => {
  await open(page);
  await page.evaluate(() => (document.documentElement.style.overflowAnchor = 'none'));
  const heading = page.locator('#writing > h2');
  await page.locator('.contents a[href="#at=writing"]').click();
  await expect(heading).toBeFocused();
  await frames(page, 30);
  await page.evaluate(() => {
    (document.querySelector('.first') as HTMLElement).style.paddingBottom = '100px';
    document.querySelector('#writing')?.lastElementChild?.scrollIntoView({ block: 'end' });
  });
  await frames(page, 3);
  await expect(heading).not.toBeInViewport();
  await expect(page.locator('#writing > :last-child')).toBeInViewport();
});

test('typing in the line, and what hangs below it, leaves the page where the reader is', async ({
  page,
}) => {
  test.slow();
  await open(page);
  const heading = page.locator('#layers > h2');
  const top = () => heading.evaluate((element) => element.getBoundingClientRect().top);
  await page.locator('.contents a[href="#at=layers"]').click();
  await expect(heading).toBeFocused();
  await settled(page);
  await page.mouse.wheel(0, 60);
  await settled(page);
  const before = await top();
  const isThere = async () => expect(Math.abs((await top()) - before)).toBeLessThan(3);
  await page.mouse.click(300, 30);
  await expect(sentenceField(page)).toBeFocused();
  await isThere();
  for (const key of ['End', ' ', 'J', 'o', 'Home']) {
    await page.keyboard.press(key);
    await settled(page);
    await isThere();
  }
  await page.locator('.say .where summary').focus();
  await settled(page);
  await isThere();
});

for (const [language, line, sentence] of [
  ['en', 'Once upon a time', 'The space at the end is not read yet'],
  ['zh', 'The dog', '句末的空格还没有读入'],
] as const)
  test(`a space at the end is told to whoever waits, and nothing moves: ${language}`, async ({
    page,
  }) => {
    await open(page, `#lang=${language}&text=${encodeURIComponent(line)}`);
    const said = page.getByText(sentence);
    const top = () => page.locator('.first').evaluate((each) => each.getBoundingClientRect().top);
    const before = await top();
    await sentenceField(page).press('End');
    await page.keyboard.type(' ');
    await expect(said).toBeVisible();
    // Not while a next word is typed.
    expect(await said.evaluate((each) => getComputedStyle(each).animationDelay)).toBe('1s');
    expect(await top()).toBe(before);
    await page.keyboard.type('x');
    await expect(said).toHaveCount(0);
    // A model of characters reads none: no token begins with it.
    await sentenceField(page).fill('今天天气 ');
    await expect(page.locator('.under-say glass-tokens')).toContainText('气');
    await expect(said).toHaveCount(0);
  });

test('where a chapter speaks of another line than the reader’s, that line is one press away', async ({
  page,
}) => {
  await open(page, `#text=${encodeURIComponent('The dog was sad because he lost his')}`);
  await goTo(page, 'study');
  const offered = page.locator('#study .examples button');
  await expect(offered).toHaveText([kText, kText, kText]);
  await offered.first().click();
  await expect(sentenceField(page)).toHaveValue(kText);
  await expect(offered).toHaveCount(0);
});

test('three worked examples are one click away, and what is closed is not there', async ({
  page,
}) => {
  await open(page);
  for (const [id, first] of [
    ['life', '0.3374'],
    ['by-hand', '1'],
    ['beam', '0.4'],
  ] as const) {
    const example = page.locator(`details#${id}`);
    await expect(example.locator('glass-matrix, glass-by-hand')).toHaveCount(0);
    await example.locator('summary').click();
    const cell = example.locator('[role=gridcell], [role=cell] input').first();
    await expect(cell).toBeVisible();
    // The matrices are drawn one after another, and the first of the page need not be drawn first.
    const shown = () =>
      cell.evaluate((element) =>
        element instanceof HTMLInputElement ? element.value : (element.textContent ?? '').trim(),
      );
    await expect.poll(shown).toBe(first);
  }
  await expect(page).toHaveURL(/open=life\+by-hand\+beam/);
});

test('lines and matrix show the same weights, by choice, and the link keeps it', async ({
  page,
}) => {
  await open(page);
  const figure = page.locator('#looking .pick glass-attention');
  await goTo(page, 'looking', '.pick glass-attention svg path');
  await expect(figure.locator('.side.from button')).toHaveCount(11);
  await expect(figure.locator('.side.from button').nth(9)).toHaveText('girl');
  await figure.getByText('Matrix').click();
  const weights = await activation(modelOf(page, 'looking'), kText, 'blocks.3.attn.pattern');
  expectNumbers(await numbersIn(figure), rowsOf(weights, 4), 0.00501);
  await expect(page).toHaveURL(/view=matrix/);
});

async function column(page: Page, index: number): Promise<number[]> {
  return page
    .locator('#looking > figure.steps glass-attention-steps table')
    .first()
    .locator('tbody tr')
    .evaluateAll(
      (rows, i) =>
        rows.map((row) =>
          Number((row.querySelectorAll('td')[i]?.textContent ?? '').trim().replace('−', '-')),
        ),
      index,
    );
}

test('the three matrices of the mask are whole on a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page);
  await goTo(page, 'looking', '.masks glass-matrix .cell');
  const masks = page.locator('#looking .masks glass-matrix .scroller');
  await expect(masks).toHaveCount(3);
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await drawn(page);
    expect(
      await masks.evaluateAll((all) => all.map((each) => each.scrollWidth - each.clientWidth)),
    ).toEqual([0, 0, 0]);
  }
});

test('the sums of the picked head, and what the mask hides of it', async ({ page }) => {
  await open(page);
  await goTo(page, 'looking', '> figure.steps glass-attention-steps tbody tr');
  await page.locator('#looking glass-heads [data-layer="1"][data-head="3"]').first().click();
  const model = modelOf(page, 'looking');
  const raw = rowsOf(await activation(model, kText, 'blocks.1.attn.raw_scores'), 3);
  const masks = page.locator('#looking .masks glass-matrix');
  await expect
    .poll(async () => Math.abs(((await numbersIn(masks.nth(0)))[0]?.[0] ?? 0) - raw[0]![0]!))
    .toBeLessThan(0.501);
  expectNumbers(await numbersIn(masks.nth(0)), raw, 0.501);
  await expect(masks.nth(1).locator('.cell.masked')).toHaveCount(55);
  const pattern = rowsOf(await activation(model, kText, 'blocks.1.attn.pattern'), 3);
  expectNumbers(await numbersIn(masks.nth(2)), pattern, 0.00501);
  await page.locator('#looking > figure.steps glass-tokens button').nth(4).click();
  await expect
    .poll(async () => Math.abs(((await column(page, 0))[0] ?? 0) - raw[4]![0]!))
    .toBeLessThan(0.001);
  expectNumbers([(await column(page, 0)).slice(0, 5)], [raw[4]!.slice(0, 5)], 0.0011);
});

for (const [language, matrix, lines, row] of [
  ['en', 'Matrix', 'Lines', 'A row looks'],
  ['zh', '矩阵', '连线', '每行是“看”的词元'],
] as const)
  test(`what is said above the large head is about the view that it has: ${language}`, async ({
    page,
  }) => {
    await open(page, `#lang=${language}`);
    const panel = page.locator('#looking .pick .panel').nth(1);
    await panel.scrollIntoViewIfNeeded();
    const said = panel.locator('h3 + p');
    await expect(said).not.toContainText(row);
    await panel.getByText(matrix, { exact: true }).click();
    await expect(said).toContainText(row);
    await panel.getByText(lines, { exact: true }).click();
    await expect(said).not.toContainText(row);
  });

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

test('the picture of a layer leads to its parts, and lights where the reader is', async ({
  page,
}) => {
  await open(page);
  const lit = page.locator('.block-picture a[aria-current=location]');
  await page.locator('#layers').evaluate((section) => section.scrollIntoView());
  await expect(lit).toHaveText('stream');
  for (const [part, id] of [
    ['norm', 'layer-norm'],
    ['feed-forward', 'feed-forward'],
    ['output table', 'output'],
    ['WO', 'joining'],
  ] as const) {
    await page.locator('.block-picture a', { hasText: part }).first().click();
    await expect(page.locator(`h3#${id}`)).toBeFocused();
    await expect(page.locator(`h3#${id}`)).toBeInViewport();
    await expect(page).toHaveURL(new RegExp(`at=${id}$`));
    await expect(lit.first()).toHaveText(part);
    await frames(page, 15);
  }
  // Before each of the layer's two parts, and once more behind the last layer.
  await expect(page.locator('#layers .block-picture a[href="#at=layer-norm"]')).toHaveText([
    'norm',
    'norm',
    'norm',
  ]);
});

test('the picture of encoder and decoder has the layers of its model, and leads to its parts', async ({
  page,
}) => {
  const size = JSON.parse(readFileSync('models/en-zh/config.json', 'utf8')) as {
    encoder_layers: number;
    decoder_layers: number;
  };
  await open(page);
  const picture = page.locator('#translating .pair-picture');
  await expect(picture).toContainText(`encoder × ${size.encoder_layers}`);
  await expect(picture).toContainText(`decoder × ${size.decoder_layers}`);
  // A layer of the decoder has one part more, and each part a norm behind its sum.
  await expect(picture.getByText('add, then norm')).toHaveCount(5);
  const parts = picture.locator('a');
  await expect(parts).toHaveCount(13);
  const ids = await parts.evaluateAll((all) =>
    all.map((each) => each.getAttribute('href')!.replace('#at=', '')),
  );
  for (const id of new Set(ids)) await expect(page.locator(`#${id}`)).toHaveCount(1);
  await picture.getByText('cross-attention').click();
  await expect(page.locator('#translating > h2')).toBeFocused();
});

test('quotation marks and dashes are as wide as a character in Chinese, and not in English', async ({
  page,
}) => {
  const width = () =>
    page.evaluate(() => {
      const marks = document.createElement('span');
      Object.assign(marks, { textContent: '“”——' });
      Object.assign(marks.style, { fontSize: '100px', whiteSpace: 'nowrap' });
      document.querySelector('.chapter .prose p')!.append(marks);
      const { width: pixels } = marks.getBoundingClientRect();
      marks.remove();
      return pixels;
    });
  await open(page, '#lang=zh');
  // The face is found when it is first needed.
  await expect.poll(width).toBe(400);
  await open(page, '#lang=en');
  await expect.poll(width).toBeLessThan(300);
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
